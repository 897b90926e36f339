import GeofenceCore
import GeofenceReport
import GeofenceWriting
import TestSupport

/// Reports of small drives along a straight road.
enum Drive {
  /// Past a park that is told of, and a kiosk that is too small for the pace.
  static let pastParkAndKiosk: [(second: Int64, metres: Double)] =
    (0...20).map { (second: Int64($0) * 10, metres: Double($0) * 100) }

  static let parkAndKiosk = [
    Line.region("park", at: 700, radius: 400), Line.region("kiosk <1>", at: 1650, radius: 60),
  ]

  /// Past a park that is told of, and a booth in which one fix alone lies: too short for any phone.
  static let parkAndBooth = [
    Line.region("park", at: 700, radius: 400), Line.region("booth <1>", at: 1700, radius: 40),
  ]

  static func report(
    _ places: [(second: Int64, metres: Double)] = pastParkAndKiosk,
    past regions: [CircularRegion] = parkAndKiosk, _ settings: Settings = Settings(),
    _ timeline: [(second: Int64, action: DeviceAction)] = [], comparison: Comparison? = nil,
    device: Int32 = 0, positioning: Positioning? = nil, command: ReportCommandLine? = nil
  ) throws -> Report {
    try report(
      places.map { Line.fix(second: $0.second, at: $0.metres) }, past: regions, settings, timeline,
      comparison: comparison, device: device, positioning: positioning, command: command)
  }

  static func report(
    _ fixes: [Fix], past regions: [CircularRegion], _ settings: Settings = Settings(),
    _ timeline: [(second: Int64, action: DeviceAction)] = [], comparison: Comparison? = nil,
    device: Int32 = 0, positioning: Positioning? = nil, command: ReportCommandLine? = nil
  ) throws -> Report {
    try report(
      fixes, past: regions, under: [settings], timeline, comparison: comparison, device: device,
      positioning: positioning, command: command)
  }

  /// A report of several strategies.
  static func report(
    _ fixes: [Fix], past regions: [CircularRegion], under strategies: [Settings],
    _ timeline: [(second: Int64, action: DeviceAction)] = [], comparison: Comparison? = nil,
    device: Int32 = 0, positioning: Positioning? = nil, doubts: [Doubt] = [],
    command: ReportCommandLine? = nil
  ) throws -> Report {
    let runs = try strategies.map { settings in
      let plan = AuditPlan(
        of: try RegionSet(regions), [AuditStrategy(settings)], timeline: Line.timeline(timeline),
        positioning: positioning, Question(recording: nil))
      let (record, account) = record(fixes, plan, device)
      var input = AuditReport.Input()
      (input.tracks, input.devices, input.fixes) = (1, 1, fixes.count)
      (input.regions, input.times) = (regions.count, record.times)
      var audit = AuditReport(input, plan, account, devices: (0...device).map { _ in nil })
      audit.approaches = plan.approaches(of: fixes, account)
      if positioning != nil { audit.positioning = "positioning of a test" }
      return (record: record, audit: audit)
    }
    var audit = runs[0].audit
    audit.strategies = Numbered(runs.flatMap(\.audit.strategies))
    if audit.interfaces.count > 1 { audit.compareInterfaces(.everything) }
    var report = Report(
      title: "drive", regions: try RegionSet(regions), audit: audit,
      records: runs.map { [$0.record] })
    report.expectations = comparison.map { ExplainedComparison($0) }
    (report.doubts, report.command) = (doubts, command)
    return report
  }

  /// The report of a phone whose own log has an enter of the park, that enter again, and an exit of no
  /// crossing, and lacks an enter of the kiosk that the rules deliver.
  static func besideItsPhone() throws -> Report {
    var report = try report()
    let at = { (seconds: Int64) in Timestamp(milliseconds: seconds * 1000) }
    let event = { PhoneComparison.Delivery(at($0)) }
    let boundaries = [true, false].map {
      PhoneComparison.Boundary(device: 0, region: "park", isEnter: $0)
    }
    let events = [boundaries[0]: [event(60), event(70)], boundaries[1]: [event(100)]]
    let kiosk = PhoneComparison.Boundary(device: 0, region: "kiosk <1>", isEnter: true)
    let truth = [boundaries[0]: [at(30)], kiosk: [at(160)]]
    let rules = [boundaries[0]: [event(50)], kiosk: [event(180)]]
    let comparison = PhoneComparison(truth, phone: events, rules: rules)
    report.phone = PhoneReport(
      [PhoneLog(named: "phone.csv")], events, within: Interval(seconds: 60),
      [
        .init(
          AuditStrategy(Settings()), positioning: nil, [comparison], within: Interval(seconds: 60))
      ], leftOut: [:], places: [:], devices: [nil])
    return report
  }

  /// One device, everything of which is listed.
  static func record(_ fixes: [Fix], _ plan: AuditPlan, _ device: Int32 = 0)
    -> (DeviceRecord, AuditAccount)
  {
    var account = AuditAccount(plan)
    var recorder = DeviceRecorder(
      plan, startingAt: fixes.first?.time ?? Timestamp(milliseconds: 0), device: device,
      keptFixes: fixes.count)
    for fix in fixes { recorder.advance(to: fix, into: &account) }
    recorder.finish(into: &account)
    return (recorder.record(named: nil), account)
  }
}
