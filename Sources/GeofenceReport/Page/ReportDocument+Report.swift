import GeofenceCore
import GeofenceFormats

extension ReportDocument {
  /// The limits of a page: the rows of each kind over all devices, and the bytes of the whole.
  struct Limits {
    var rows = 40_000
    var losses = 10_000
    var devices = 1000
    var regions = 50_000
    /// The approximate size of the whole page, in bytes.
    var size = 4_500_000
    static let bytesPerPoint = 14
  }

  /// Creates the data of a page, within its limits.
  init(_ report: Report, _ limits: Limits = Limits()) {
    let strategy = report.strategy
    let records = Self.records(report, limits.devices)
    let table = RegionTable(report, limits.regions)
    var room = Room(limits)
    title = report.title
    headline = report.headline
    isGood = strategy.counts.lost == 0 && report.differences?.isEmpty != false
    facts = Self.facts(report)
    settings = Self.settings(strategy.strategy)
    assumptions = report.settings.assumptions
    causes = strategy.counts.losses().map { cause, count in
      let explanation = LossExplanation(cause: cause, settings: report.settings)
      return Cause(
        cause: cause.rawValue, label: explanation.label, count: count,
        meaning: explanation.meaning)
    }
    advice = report.audit.advice?.map(\.text)
    zone = Zone(report)
    basemap = report.basemap.map(Basemap.init)
    sentinelRadius =
      report.settings.triggers.contains(.sentinel) ? report.settings.sentinelRadius : nil
    let differences = Dictionary(grouping: report.differences ?? []) {
      report.devices.count > 1 ? $0.event.device?.rawValue : nil
    }
    devices = records.compactMap { number in
      let name = report.devices.count > 1 ? report.devices[number].name : nil
      return Device(number, of: report, differences[name] ?? [], table, &room)
    }
    regions = table.columns
    omissions = room.omissions + Self.omissions(report, limits)
    addPaths(of: records.map { report.devices[$0] }, limits)
  }

  /// Returns the devices to show: those with the most losses, in their original order.
  private static func records(_ report: Report, _ limit: Int) -> [Int] {
    guard report.devices.count > limit else { return Array(report.devices.indices) }
    var losses = report.devices.map { _ in 0 }
    for loss in report.strategy.account.losses { losses[Int(loss.device)] += 1 }
    return losses.indices.sorted { (-losses[$0], $0) < (-losses[$1], $1) }.prefix(limit).sorted()
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

  private static func facts(_ report: Report) -> [Fact] {
    let input = report.audit.input
    var facts = [
      Fact(name: "tracks", value: "\(input.tracks)"),
      Fact(name: "devices", value: "\(input.devices)"),
      Fact(name: "fixes", value: "\(input.fixes)"),
      Fact(name: "regions", value: "\(input.regions)"),
    ].filter { !($0.value == "1" && ["tracks", "devices"].contains($0.name)) }
    if let times = input.times {
      facts.append(
        Fact(
          name: "time",
          value: "\(report.clock.text(times.lowerBound)) to \(report.clock.text(times.upperBound))")
      )
    }
    if let positioning = report.audit.positioning {
      facts.append(Fact(name: "seen with", value: positioning))
    }
    let counts = report.strategy.counts
    if counts.geometry > 0 { facts += Self.facts(counts) }
    let delays = report.strategy.account.delays
    if let median = delays.median, let worst = delays.worst {
      facts.append(
        Fact(
          name: "from the boundary to the app",
          value: "median \(median.text), worst \(worst.text)"))
    }
    if counts.late > 0 {
      facts.append(Fact(name: "late", value: counted(counts.late, "delivery", "deliveries")))
    }
    if let differences = report.differences {
      let met = (report.comparison?.findings.count ?? 0) - differences.count
      facts.append(
        Fact(
          name: "expectations",
          value: differences.isEmpty
            ? "all \(met) met" : "\(met) met, \(counted(differences.count, "difference"))"))
    }
    return facts
  }

  /// Returns the numbers of crossings as facts, in the words of the audit.
  private static func facts(_ counts: CrossingCounts) -> [Fact] {
    let figures =
      [
        ("crossings by plain geometry", counts.geometry), ("delivered", counts.delivered),
      ] + LossCause.Kind.allCases.map { ($0.title, counts.lost(to: $0)) } + [
        ("undecided", counts.undecided), ("confirmed", counts.confirmed),
        ("unconfirmed", counts.unconfirmed),
      ]
    return figures.filter { $0.1 > 0 }.map { Fact(name: $0.0, value: "\($0.1)") }
  }

  private static func settings(_ strategy: AuditStrategy) -> [Fact] {
    let settings = strategy.settings
    return AuditColumn.all.filter { $0.title != "min-radius" }
      .map { Fact(name: $0.title, value: $0.value(strategy)) } + [
        Fact(name: "api", value: settings.api.rawValue),
        Fact(name: "platform", value: settings.platform.rawValue),
        Fact(
          name: "significant change",
          value: "\(settings.significantDistance.plain) m and "
            + "\(settings.significantInterval.text) after the last"),
        Fact(name: "sentinel radius", value: "\(settings.sentinelRadius.plain) m"),
      ]
  }

  /// The room that is left in the page for rows of each kind.
  struct Room {
    private var left: [(kind: String, limit: Int, count: Int)]

    init(_ limits: Limits) {
      left =
        ["events", "reselections", "registrations", "stays", "nearest approaches", "looks"].map {
          ($0, limits.rows, 0)
        }
        + ["losses", "late deliveries", "differences"].map { ($0, limits.losses, 0) }
    }

    /// Takes room for a row of `kind` and returns whether there was any.
    mutating func take(_ kind: String) -> Bool {
      guard let index = left.firstIndex(where: { $0.kind == kind }) else { return true }
      left[index].count += 1
      return left[index].count <= left[index].limit
    }

    var omissions: [String] {
      left.filter { $0.count > $0.limit }.map {
        "The first \($0.limit) of \($0.count) \($0.kind) are shown; the numbers in the head count "
          + "all of them."
      }
    }
  }

  /// Every circle of the track's whole time, with the position of each identifier.
  struct RegionTable {
    private(set) var columns = Regions()
    private var positions: [RegionIdentifier: Int] = [:]

    /// Collects the regions of a report.
    ///
    /// - Parameter limit: the number of regions beyond which those that nothing happened to are
    ///   left out.
    init(_ report: Report, _ limit: Int) {
      if !report.audit.told.isEmpty { columns.told = [] }
      var involved: Set<RegionIdentifier>?
      if report.regions.count > limit {
        involved = Set(
          report.devices.flatMap { $0.registrations.map(\.region) + $0.stays.map(\.region) })
      }
      for region in report.regions
      where columns.identifier.count < limit || involved?.contains(region.identifier) == true {
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
      let position = columns.identifier.count
      if positions[region.identifier] == nil { positions[region.identifier] = position }
      columns.identifier.append(report.name(of: region.identifier))
      columns.latitude.append(region.center.latitude.millionths)
      columns.longitude.append(region.center.longitude.millionths)
      columns.radius.append(region.radius.tenths)
      if columns.told != nil {
        let number = report.audit.names.partitioningIndex { $0 >= region.identifier }
        columns.told?.append(((report.audit.told[number] ?? -1) * 1000).rounded() / 1000)
      }
    }

    func position(of region: RegionIdentifier) -> Int? { positions[region] }
  }
}

extension Double {
  /// This value in degrees, rounded to a millionth.
  var millionths: Double { (self * 1e6).rounded() / 1e6 }
}

extension [Double] {
  /// The degrees in millionths, each but the first as the difference to the one before.
  var differences: [Int] {
    let values = map { Int(($0 * 1e6).rounded()) }
    return zip(values, [0] + values).map { $0 - $1 }
  }
}

extension ReportDocument.Path {
  init(_ path: TrackPath, start: Int64) {
    error = path.error.tenths
    let times = path.vertices.map(\.time.milliseconds)
    time = zip(times, [start] + times).map { $0 - $1 }
    latitude = path.vertices.map(\.coordinate.latitude).differences
    longitude = path.vertices.map(\.coordinate.longitude).differences
    gaps = path.vertices.indices.filter { path.vertices[$0].endsGap }
  }
}
