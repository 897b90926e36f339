import GeofenceCore
import GeofenceFormats
import GeofenceReport
import TestSupport

/// Reports of small drives along a straight road.
enum Drive {
  /// Past a park that is told of, and a kiosk that is too small for the pace.
  static let pastParkAndKiosk: [(second: Int64, metres: Double)] =
    (0...20).map { (second: Int64($0) * 10, metres: Double($0) * 100) }

  static let parkAndKiosk = [
    Line.region("park", at: 700, radius: 400), Line.region("kiosk <1>", at: 1650, radius: 60),
  ]

  static func report(
    _ places: [(second: Int64, metres: Double)] = pastParkAndKiosk,
    past regions: [CircularRegion] = parkAndKiosk, _ settings: Settings = Settings(),
    _ timeline: [(second: Int64, action: DeviceAction)] = [], comparison: Comparison? = nil
  ) throws -> Report {
    try report(
      places.map { Line.fix(second: $0.second, at: $0.metres) }, past: regions, settings, timeline,
      comparison: comparison)
  }

  static func report(
    _ fixes: [Fix], past regions: [CircularRegion], _ settings: Settings = Settings(),
    _ timeline: [(second: Int64, action: DeviceAction)] = [], comparison: Comparison? = nil
  ) throws -> Report {
    let record = try record(fixes, past: regions, settings, timeline)
    var input = AuditReport.Input()
    (input.tracks, input.devices, input.fixes) = (1, 1, fixes.count)
    (input.regions, input.times) = (regions.count, record.times)
    return Report(
      title: "drive", regions: try RegionSet(regions),
      audit: AuditReport(input, strategies: [settings], devices: [(nil, [record.outcome])]),
      devices: [record], comparison: comparison)
  }

  static func record(
    _ fixes: [Fix], past regions: [CircularRegion], _ settings: Settings = Settings(),
    _ timeline: [(second: Int64, action: DeviceAction)] = [], alarms: AlarmPlan? = nil
  ) throws -> DeviceRecord {
    let timeline = Line.timeline(timeline)
    let catalog = RegionCatalog(
      try RegionSet(regions), maximumRadius: settings.maximumRadius, timeline: timeline)
    var recorder = DeviceRecorder(
      AuditPlan(of: catalog, [settings], timeline: timeline, alarms: alarms),
      startingAt: fixes.first?.time ?? Timestamp(milliseconds: 0))
    for fix in fixes { recorder.advance(to: fix) }
    return recorder.record(named: nil)
  }
}
