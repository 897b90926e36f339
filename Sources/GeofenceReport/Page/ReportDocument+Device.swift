import GeofenceBytes
import GeofenceCore
import GeofenceWriting

extension ReportDocument.Device {
  init?(
    _ number: Int, of report: Report,
    _ approaches: [(region: RegionIdentifier, approach: Approach)],
    _ regions: ReportDocument.RegionTable,
    _ room: inout ReportDocument.Room
  ) {
    let record = report.devices[number]
    guard let times = record.times else { return nil }
    name = record.name?.steeringNothing
    fixes = record.fixes
    start = times.lowerBound.milliseconds
    end = times.upperBound.milliseconds
    for stay in record.stays where room.take("stays") {
      stays.append(regions.position(of: stay.region), stay.start, stay.end, after: start)
    }
    var notes: [String?] = []
    for (region, approach) in approaches {
      guard let position = regions.position(of: region) else { continue }
      nearest.region.append(position)
      nearest.time.append(approach.time.milliseconds - start)
      nearest.distance.append(approach.distance.tenths)
      notes.append(report.audit.words(onAbsenceAt: approach, clock: report.clock))
    }
    if notes.contains(where: { $0 != nil }) { nearest.note = notes }
    profile = ReportDocument.Profile(record.profile, start: start)
  }
}

extension ReportDocument.Profile {
  fileprivate init?(_ profile: TrackProfile, start: Int64) {
    let samples = profile.samples
    guard samples.count > 1 else { return nil }
    let times = samples.map(\.time.milliseconds)
    time = zip(times, [start] + times).map { $0 - $1 }
    altitude =
      samples.contains { $0.altitude != nil } ? samples.map { $0.altitude?.tenths } : nil
    speed = samples.contains { $0.speed != nil } ? samples.map { $0.speed?.tenths } : nil
  }
}

extension ReportDocument.Spans {
  mutating func append(
    _ region: Int?, _ start: Timestamp, _ end: Timestamp?, after origin: Int64
  ) {
    guard let region else { return }
    self.region.append(region)
    self.start.append(start.milliseconds - origin)
    self.end.append(end.map { $0.milliseconds - origin } ?? -1)
  }
}
