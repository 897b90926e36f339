import GeofenceBytes
import GeofenceCore
import GeofenceEngine
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
    let plane = StereographicProjection(
      aroundMiddleOf: report.devices.lazy.flatMap { $0.path.vertices.lazy.map(\.coordinate) })
    let regions = RegionColumns(report, limits.regions)
    let devices = Self.records(report, limits.devices).compactMap { number in
      DeviceColumns(report.devices[number], regions, on: plane).map { (number, $0) }
    }
    var room = PageRoom(
      rows: limits.rows, losses: limits.losses, approaches: limits.approaches)
    let approaches = Self.approaches(report, &room)
    let missing = Dictionary(grouping: report.missingByPhone, by: \.boundary.device)
    let runs = report.runs.map { run in
      let differences = Dictionary(grouping: run.unexpected?.moments ?? [], by: \.device)
      let judgements = run.judgements
      let logs = devices.map { number, columns in
        columns.log(
          of: run.devices[number],
          (run.judged(ofDevice: number), report.audit.names, judgements),
          dwells: DeviceColumns.rows(
            of: run.strategy.account.dwells.filter { $0.device == number }, report.audit.names,
            DwellSentence(run.settings, run.phrasing)),
          outages: run.devices[number].outages.map(run.phrasing.clause),
          ofPhone: Self.events(ofPhone: report.phone, number),
          missing: (missing[number] ?? []).map { difference in
            let boundary = difference.boundary
            return (
              difference.time, boundary.name, boundary.region, ": \(difference.sentence)"
            )
          },
          differences: (differences[number] ?? []).map { moment in
            let reasons = moment.reasons.joined(separator: ". ")
            return (moment.time, moment.name, moment.region, " not as expected: \(reasons)")
          }, &room
        ) {
          let record = EventRecord($0)
          return [record.event == "device" ? nil : record.event, record.region, record.cause]
            .compactMap(\.self).joined(separator: " ")
        }
      }
      return Self.json(run, logs, regions)
    }
    // Stays take from the room once, whatever the path.
    let taken = room
    func text(_ paths: [TrackPath]) -> String {
      room = taken
      let devices = zip(devices, paths).map { device, path in
        device.1.device(path, approaches[device.0] ?? [], &room)
      }
      return EngineJSON.object([
        ("basemap", report.basemap.map { Self.json($0, plane) }),
        ("devices", EngineJSON.list(devices)),
        ("omissions", EngineJSON.list((room.omissions + left).map(\.jsonText))),
        ("plane", plane.json), ("regions", regions.json(on: plane)),
        ("runs", EngineJSON.list(runs)), ("zone", Self.zone(of: report)?.text),
      ])
    }
    let left = Self.omissions(report, limits)
    // The tracks get the remaining room, with the same tolerance in metres for all of them.
    let used = text(devices.map { _ in TrackPath(vertices: [], error: 0) }).utf8.count
    let points = max(limits.size - used, 500_000) / Limits.bytesPerPoint
    var paths = devices.map { report.devices[$0.0].path }
    var tolerance = 1.0
    while paths.reduce(0, { $0 + $1.vertices.count }) > max(points, 2 * paths.count) {
      paths = paths.map { $0.thinned(by: tolerance) }
      tolerance *= 2
    }
    json = text(paths)
    omissions = room.omissions + left
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
    -> [Int: [DeviceColumns.Near]]
  {
    let sorted = report.audit.approaches.sorted {
      ($0.value.distance, $0.key) < ($1.value.distance, $1.key)
    }
    var approaches: [Int: [DeviceColumns.Near]] = [:]
    for (region, approach) in sorted where room.take("regions that were never entered") {
      let note = report.audit.note(on: region, clock: report.clock).steeringNothing
      approaches[Int(approach.device), default: []].append(
        (report.audit.names[region], approach, note))
    }
    return approaches
  }

  /// Returns the events that the phone itself delivered on a device.
  private static func events(ofPhone phone: PhoneReport?, _ device: Int)
    -> [DeviceColumns.EventRow]
  {
    (phone?.marks(ofDevice: device) ?? []).map { mark in
      let delay = mark.delay.map {
        "\($0.spoken) \($0.milliseconds < 0 ? "before" : "after") the true crossing"
      }
      return (
        mark.isEnter ? 5 : 6, mark.time, mark.region, mark.place?.distance ?? 0, mark.delay,
        "delivered by the phone "
          + (delay ?? (mark.isRepeated ? "once more" : "without a crossing"))
          + (mark.place?.uncertainty ?? "")
      )
    }
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
  private static func json(_ run: ReportedRun, _ logs: [String], _ regions: RegionColumns)
    -> String
  {
    let settings = run.settings
    // The name of the interface, where there are others, and the letters that mark its events.
    let own = PictureInterface.all(of: run.report).first { $0.api == settings.api }
    // The probability that a crossing is delivered, for each region; −1 where there was none.
    let told = run.trial.map { trial in
      regions.identifiers.map { region in
        let number = run.report.audit.names.number(of: region)
        let share = number.flatMap { trial.account.regions[$0].reach.value } ?? -1
        return ((share * 1000).rounded() / 1000).plain
      }
    }
    let sentinel =
      settings.triggers.contains(.sentinel) ? settings.sentinelRadius.plain : nil
    return EngineJSON.object([
      ("crossings", "\(run.verdict.decided)"),
      ("delivered", "\(run.verdict.decided - run.verdict.missed)"),
      ("devices", EngineJSON.list(logs)), ("interface", own?.name.jsonText),
      ("limit", "\(settings.limit)"), ("mark", own?.mark.jsonText),
      ("options", run.options?.jsonText), ("sentinelRadius", sentinel),
      ("told", told.map { EngineJSON.list($0) }),
      ("trials", told == nil ? nil : run.report.trials.map { "\($0.trials)" }),
    ])
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
  private static func json(_ basemap: Basemap, _ plane: StereographicProjection) -> String {
    let shapes = basemap.shapes
    let points = shapes.map { $0.places.map(plane.project) }
    return EngineJSON.object([
      ("areas", EngineJSON.list(shapes.indices.filter { shapes[$0].isArea })),
      ("x", EngineJSON.list(points.map { EngineJSON.list($0.map(\.x.decimetres).steps()) })),
      ("y", EngineJSON.list(points.map { EngineJSON.list($0.map(\.y.decimetres).steps()) })),
    ])
  }
}

extension RegionColumns {
  /// Collects the regions of a report.
  ///
  /// - Parameter limit: the number of regions beyond which those that nothing happened to are left
  ///   out.
  fileprivate init(_ report: Report, _ limit: Int) {
    var involved: Set<RegionIdentifier> = []
    if report.regions.count > limit {
      for record in report.records.joined() {
        involved.formUnion(record.registrations.map(\.region) + record.stays.map(\.region))
      }
    }
    let asked = Set(report.best.strategy.account.judged.map(\.id.region))
    var rows: [Row] = []
    for (number, region) in report.circles.enumerated()
    where rows.count < limit || involved.contains(region.identifier)
      || number >= report.regions.count
    {
      let note = report.audit.names.number(of: region.identifier).flatMap { known in
        asked.contains(known) || report.audit.visits[known].isEmpty
          ? nil : report.audit.note(on: known, clock: report.clock)
      }
      rows.append((region, report.label(of: region.identifier).name, note))
    }
    self.init(rows)
  }
}
