import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The data of a page, in the form in which the script receives it.
///
/// The data are columns of numbers, so that a long drive stays small. Times are milliseconds after
/// the device's `start`, distances are metres, and a region is given by its position in `regions`;
/// what there is none of is missing.
struct ReportDocument {
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

  let json: String
  /// The sentences about rows that did not fit into the page.
  let omissions: [String]

  init(_ report: Report, _ limits: Limits = Limits()) {
    let regions = PageRegions(report, limits.regions)
    let devices = Self.records(report, limits.devices).compactMap { number in
      let record = report.devices[number]
      return record.times.map { DeviceColumns(number, $0, record, regions) }
    }
    var room = PageRoom(limits)
    let approaches = Self.approaches(report, &room)
    let parts = devices.map { $0.members(of: report, approaches[$0.number] ?? [], &room) }
    let runs = report.runs.map { run in
      let differences = Dictionary(grouping: run.unexpected?.moments ?? [], by: \.device)
      let judgements = run.judgements
      let logs = devices.map { device in
        device.log(of: run, judgements, differences[device.number] ?? [], &room)
      }
      return Self.json(run, logs, regions)
    }
    omissions = room.omissions + Self.omissions(report, limits)
    let members: [(String, (any JSONConvertible)?)] = [
      ("basemap", report.basemap.map(Self.json)), ("omissions", omissions),
      ("regions", regions.json), ("runs", runs), ("zone", Self.zone(of: report)),
    ]
    func text(_ paths: [TrackPath]) -> String {
      let devices = zip(devices, zip(parts, paths)).map { device, content in
        JSONValue(content.0 + [("path", device.json(content.1))])
      }
      return JSONValue(members + [("devices", devices)]).text
    }
    // The tracks get the remaining room, with the same tolerance in metres for all of them.
    let used = text(devices.map { _ in TrackPath(vertices: [], error: 0) }).utf8.count
    let points = max(limits.size - used, 500_000) / Limits.bytesPerPoint
    var paths = devices.map { report.devices[$0.number].path }
    var tolerance = 1.0
    while paths.reduce(0, { $0 + $1.vertices.count }) > max(points, 2 * paths.count) {
      paths = paths.map { $0.thinned(by: tolerance) }
      tolerance *= 2
    }
    json = text(paths)
  }

  /// Returns the devices to show: those with the most losses, in their original order.
  static func records(_ report: Report, _ limit: Int) -> [Int] {
    guard report.devices.count > limit else { return Array(report.devices.indices) }
    var losses = report.devices.map { _ in 0 }
    for crossing in report.best.strategy.account.judged where crossing.verdict.loss != nil {
      losses[Int(crossing.id.device)] += 1
    }
    return losses.indices.sorted { (-losses[$0], $0) < (-losses[$1], $1) }.prefix(limit).sorted()
  }

  /// Returns the regions that no device was in, by the device that came nearest to each.
  private static func approaches(_ report: Report, _ room: inout PageRoom)
    -> [Int: [(RegionNumber, Approach)]]
  {
    let sorted = report.audit.approaches.sorted {
      ($0.value.distance, $0.key) < ($1.value.distance, $1.key)
    }
    var approaches: [Int: [(RegionNumber, Approach)]] = [:]
    for (region, approach) in sorted where room.take("regions that were never entered") {
      approaches[Int(approach.device), default: []].append((region, approach))
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

  /// Returns a strategy with its result on all devices, and each device's log.
  private static func json(_ run: ReportedRun, _ logs: [JSONValue], _ regions: PageRegions)
    -> JSONValue
  {
    let settings = run.settings
    // The name of the interface, where there are others, and the letters that mark its events.
    let own = PictureInterface.all(of: run.report).first { $0.api == settings.api }
    // The probability that a crossing is delivered, for each region; −1 where there was none.
    let told = run.trial.map { trial in
      regions.identifiers.map { region in
        let number = run.report.audit.names.number(of: region)
        let share = number.flatMap { trial.account.regions[$0].reach.value } ?? -1
        return (share * 1000).rounded() / 1000
      }
    }
    return [
      "options": run.options, "interface": own?.name, "mark": own?.mark, "limit": settings.limit,
      "delivered": run.counts.delivered, "crossings": run.counts.geometry,
      "sentinelRadius": settings.triggers.contains(.sentinel) ? settings.sentinelRadius : nil,
      "told": told, "trials": told == nil ? nil : run.report.trials?.trials, "devices": logs,
    ]
  }

  /// Returns the local time zone of the tracks: offsets in seconds to the east of UTC, each with the
  /// milliseconds since 1970 from which it applies; `nil` where times are shown in UTC.
  private static func zone(of report: Report) -> JSONValue? {
    guard let zone = report.clock.zone, let times = report.audit.input.times else { return nil }
    let offsets = report.clock.offsets(in: times)
    return [
      "name": zone.name, "from": offsets.map(\.from.milliseconds), "offset": offsets.map(\.offset),
    ]
  }

  /// Returns the user's own lines, and the numbers of those that are areas to fill.
  private static func json(_ basemap: Basemap) -> JSONValue {
    let shapes = basemap.shapes
    return [
      "latitude": shapes.map { $0.places.map(\.latitude).differences },
      "longitude": shapes.map { $0.places.map(\.longitude).differences },
      "areas": shapes.indices.filter { shapes[$0].isArea },
    ]
  }
}

/// The room that is left in a page for rows of each kind.
struct PageRoom {
  private var left: [(kind: String, limit: Int, count: Int)]

  init(_ limits: ReportDocument.Limits) {
    left =
      ["events", "reselections", "registrations", "stays", "location updates"].map {
        ($0, limits.rows, 0)
      }
      + ["losses", "late deliveries", "undecided crossings", "differences"].map {
        ($0, limits.losses, 0)
      } + [("regions that were never entered", limits.approaches, 0)]
  }

  mutating func take(_ kind: String) -> Bool {
    guard let index = left.firstIndex(where: { $0.kind == kind }) else { return true }
    left[index].count += 1
    return left[index].count <= left[index].limit
  }

  var omissions: [String] {
    left.filter { $0.count > $0.limit }.map {
      "\($0.limit) of \($0.count) \($0.kind) are shown; the numbers in the head count all of them."
    }
  }
}

/// The circles of the track's whole time, each with its position.
struct PageRegions {
  private var regions: [CircularRegion] = []
  private var labels: [RegionLabel] = []
  private(set) var positions: [CircularRegion: Int] = [:]
  /// The positions of the first circle of each region.
  private(set) var first: [RegionIdentifier: Int] = [:]
  /// Why nothing is expected of a region that a device was in, for those of which that holds.
  private var notes: [String?] = []

  var identifiers: [RegionIdentifier] { regions.map(\.identifier) }

  /// Collects the regions of a report.
  ///
  /// - Parameter limit: the number of regions beyond which those that nothing happened to are left
  ///   out.
  init(_ report: Report, _ limit: Int) {
    var involved: Set<RegionIdentifier> = []
    if report.regions.count > limit {
      for record in report.records.joined() {
        involved.formUnion(record.registrations.map(\.region) + record.stays.map(\.region))
      }
    }
    let asked = Set(report.best.strategy.account.judged.map(\.id.region))
    for (number, region) in report.circles.enumerated()
    where regions.count < limit || involved.contains(region.identifier)
      || number >= report.regions.count
    {
      positions[region] = regions.count
      if first[region.identifier] == nil { first[region.identifier] = regions.count }
      regions.append(region)
      labels.append(report.label(of: region.identifier))
      let known = report.audit.names.number(of: region.identifier)
      notes.append(
        known.flatMap { known in
          asked.contains(known) || report.audit.visits[known].isEmpty
            ? nil : report.audit.note(on: known, clock: report.clock)
        })
    }
  }

  var json: JSONValue {
    [
      "identifier": labels.map(\.identifier), "name": JSONValue(column: labels.map(\.name)),
      "latitude": regions.map(\.center.latitude.millionths),
      "longitude": regions.map(\.center.longitude.millionths),
      "radius": regions.map(\.radius.tenths),
      "note": JSONValue(column: notes),
      // The corners of each ring: latitude, longitude, latitude, and so on.
      "shape": JSONValue(
        column: regions.map { region in
          region.shape.map { shape in
            shape.rings.map { ring in
              ring.flatMap { [$0.latitude.millionths, $0.longitude.millionths] }
            }
          }
        }),
    ]
  }
}

extension JSONValue {
  /// Creates a column with `null` for what is missing; `nil` where everything is.
  init?(column values: [(any JSONConvertible)?]) {
    guard values.contains(where: { $0 != nil }) else { return nil }
    self = .list(values.map { $0?.json ?? .null })
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
  func steps(from start: Int64) -> [Int64] { zip(self, [start] + self).map { $0 - $1 } }
}
