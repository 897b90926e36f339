import GeofenceBytes
import GeofenceCore
import GeofenceWriting

extension ReportDocument {
  /// The limits of a page: the rows of each kind over all devices, and the bytes of the whole.
  struct Limits {
    var rows = 40_000
    var losses = 10_000
    /// The number of regions that no device was in, the nearest of which are kept.
    var approaches = 1000
    var devices = 1000
    var regions = 50_000
    /// The approximate size of the whole page, in bytes.
    var size = 4_500_000
    static let bytesPerPoint = 14
  }

  init(_ report: Report, _ limits: Limits = Limits()) {
    let records = Self.records(report, limits.devices).filter {
      report.devices[$0].times != nil
    }
    let room = Room(RegionTable(report, limits.regions), limits)
    zone = Zone(report)
    basemap = report.basemap.map(Basemap.init)
    let approaches = Self.approaches(report, room)
    devices = records.compactMap { Device($0, of: report, approaches[$0] ?? [], room) }
    runs = report.runs.map { Run($0, devices: records, room) }
    regions = room.regions.columns
    omissions = room.omissions + Self.omissions(report, limits)
    addPaths(of: records.map { report.devices[$0] }, limits)
  }

  /// Returns the devices to show: those with the most losses, in their original order.
  static func records(_ report: Report, _ limit: Int) -> [Int] {
    guard report.devices.count > limit else { return Array(report.devices.indices) }
    var losses = report.devices.map { _ in 0 }
    for loss in report.best.strategy.account.losses { losses[Int(loss.device)] += 1 }
    return losses.indices.sorted { (-losses[$0], $0) < (-losses[$1], $1) }.prefix(limit).sorted()
  }

  private static func approaches(_ report: Report, _ room: Room) -> [Int: [(
    region: RegionIdentifier, approach: Approach
  )]] {
    let sorted = report.audit.approaches.sorted {
      ($0.value.distance, $0.key) < ($1.value.distance, $1.key)
    }
    var approaches: [Int: [(region: RegionIdentifier, approach: Approach)]] = [:]
    for (region, approach) in sorted where room.take("regions that were never entered") {
      approaches[Int(approach.device), default: []]
        .append((report.audit.names[region], approach))
    }
    return approaches
  }

  private static func omissions(_ report: Report, _ limits: Limits) -> [String] {
    var omissions: [String] = []
    if report.devices.count > limits.devices {
      omissions.append(
        "The \(limits.devices) of \(report.devices.count) devices with the most losses are shown.")
    }
    if report.regions.count > limits.regions {
      omissions.append(
        "Of the \(report.regions.count) regions many that nothing happened to are left out.")
    }
    return omissions
  }

  /// Gives the tracks the remaining room, with the same tolerance in metres for all of them.
  private mutating func addPaths(of records: [DeviceRecord], _ limits: Limits) {
    let used = JSONText.compact(self).utf8.count
    let points = max(limits.size - used, 500_000) / Limits.bytesPerPoint
    var paths = records.compactMap { $0.times == nil ? nil : $0.path }
    var tolerance = 1.0
    while paths.reduce(0, { $0 + $1.vertices.count }) > max(points, 2 * paths.count) {
      paths = paths.map { $0.thinned(by: tolerance) }
      tolerance *= 2
    }
    for number in paths.indices {
      devices[number].path = Path(paths[number], start: devices[number].start)
    }
  }

  /// The room that is left in the page for rows of each kind, and the regions that it shows.
  final class Room {
    let regions: RegionTable
    /// The time from which those of the device are counted that is written.
    var start = Timestamp(milliseconds: 0)
    private var left: [(kind: String, limit: Int, count: Int)]

    init(_ regions: RegionTable, _ limits: Limits) {
      self.regions = regions
      left =
        ["events", "reselections", "registrations", "stays", "location updates"].map {
          ($0, limits.rows, 0)
        }
        + ["losses", "late deliveries", "undecided crossings", "differences"].map {
          ($0, limits.losses, 0)
        } + [("regions that were never entered", limits.approaches, 0)]
    }

    func take(_ kind: String) -> Bool {
      guard let index = left.firstIndex(where: { $0.kind == kind }) else { return true }
      left[index].count += 1
      return left[index].count <= left[index].limit
    }

    /// Returns a time in milliseconds after the start.
    func time(_ time: Timestamp) -> Int64 { (time - start).milliseconds }

    func position(of region: RegionIdentifier) -> Int? { regions.positions[region] }

    var omissions: [String] {
      left.filter { $0.count > $0.limit }.map {
        "\($0.limit) of \($0.count) \($0.kind) are shown; the numbers in the head count all of "
          + "them."
      }
    }
  }

  /// Every circle of the track's whole time, with the position of each identifier.
  struct RegionTable {
    private var regions = Regions()
    private var names: [String?] = []
    private var silences: [Int] = []
    /// The identifiers as they are, by position.
    private(set) var identifiers: [RegionIdentifier] = []
    private(set) var positions: [RegionIdentifier: Int] = [:]

    /// Collects the regions of a report.
    ///
    /// - Parameter limit: the number of regions beyond which those that nothing happened to are
    ///   left out.
    init(_ report: Report, _ limit: Int) {
      var involved: Set<RegionIdentifier>?
      if report.regions.count > limit {
        involved = Set(
          report.records.joined().flatMap {
            $0.registrations.map(\.region) + $0.stays.map(\.region)
          })
      }
      for region in report.regions
      where identifiers.count < limit || involved?.contains(region.identifier) == true {
        append(region, report)
      }
      for device in report.devices {
        for event in device.events {
          guard case .device(.add(let region)) = event.kind else { continue }
          let known = report.regions[region.identifier]
          if positions[region.identifier] == nil || known.map({ $0 != region }) == true {
            append(region, report)
          }
        }
      }
    }

    private mutating func append(_ region: CircularRegion, _ report: Report) {
      if positions[region.identifier] == nil { positions[region.identifier] = identifiers.count }
      identifiers.append(region.identifier)
      let label = report.label(of: region.identifier)
      regions.identifier.append(label.identifier)
      regions.latitude.append(region.center.latitude.millionths)
      regions.longitude.append(region.center.longitude.millionths)
      regions.radius.append(region.radius.tenths)
      names.append(label.name)
      silences.append((region.notifyOnEntry ? 0 : 1) + (region.notifyOnExit ? 0 : 2))
    }

    var columns: Regions {
      var columns = regions
      if names.contains(where: { $0 != nil }) { columns.name = names }
      if silences.contains(where: { $0 != 0 }) { columns.silent = silences }
      return columns
    }
  }
}

extension Double {
  /// This value in degrees, rounded to a millionth.
  var millionths: Double { (self * 1e6).rounded() / 1e6 }
}

extension [Double] {
  /// The degrees in millionths, each but the first as the difference to the one before.
  var differences: [Int64] { map { Int64(($0 * 1e6).rounded()) }.steps(from: 0) }
}

extension [Int64] {
  fileprivate func steps(from start: Int64) -> [Int64] {
    zip(self, [start] + self).map { $0 - $1 }
  }
}

extension ReportDocument.Path {
  init(_ path: TrackPath, start: Int64) {
    error = path.error.tenths
    time = path.vertices.map(\.time.milliseconds).steps(from: start)
    latitude = path.vertices.map(\.coordinate.latitude).differences
    longitude = path.vertices.map(\.coordinate.longitude).differences
    gaps = path.vertices.indices.filter { path.vertices[$0].endsGap }
  }
}

extension ReportDocument.Device {
  /// Creates the device with this number; `nil` for a device without a fix.
  init?(
    _ number: Int, of report: Report,
    _ approaches: [(region: RegionIdentifier, approach: Approach)], _ room: ReportDocument.Room
  ) {
    let record = report.devices[number]
    guard let times = record.times else { return nil }
    room.start = times.lowerBound
    name = record.name?.steeringNothing
    fixes = record.fixes
    start = times.lowerBound.milliseconds
    end = times.upperBound.milliseconds
    for stay in record.stays where room.take("stays") { stays.append(stay, room) }
    var notes: [String?] = []
    for (region, approach) in approaches {
      guard let position = room.position(of: region) else { continue }
      nearest.region.append(position)
      nearest.time.append(room.time(approach.time))
      nearest.distance.append(approach.distance.tenths)
      notes.append(report.audit.words(onAbsenceAt: approach, clock: report.clock))
    }
    if notes.contains(where: { $0 != nil }) { nearest.note = notes }
    profile = ReportDocument.Profile(record.profile, start: start)
  }
}

extension ReportDocument.Profile {
  /// Creates the columns of a profile; `nil` for one without samples.
  fileprivate init?(_ profile: TrackProfile, start: Int64) {
    let samples = profile.samples
    guard samples.count > 1 else { return nil }
    time = samples.map(\.time.milliseconds).steps(from: start)
    altitude =
      samples.contains { $0.altitude != nil } ? samples.map { $0.altitude?.tenths } : nil
    speed = samples.contains { $0.speed != nil } ? samples.map { $0.speed?.tenths } : nil
  }
}

extension ReportDocument.Spans {
  mutating func append(_ span: RegionSpan, _ room: ReportDocument.Room) {
    guard let region = room.position(of: span.region) else { return }
    self.region.append(region)
    start.append(room.time(span.start))
    end.append(span.end.map(room.time) ?? -1)
  }
}
