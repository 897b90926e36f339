import GeofenceCore
import GeofenceWriting

/// The content of a map: the regions by the part that they play, and the signs on it.
struct PictureScene {
  /// The part that a region plays in a run, the worst first.
  enum Role: Int, CaseIterable {
    case lost, madeUp, registered, idle

    var appearance: (group: PictureGroup, words: String) {
      switch self {
      case .lost: (.lostRegions, "region with a loss")
      case .madeUp: (.falseRegions, "region of an event without a crossing")
      case .registered: (.registered, "registered at some time")
      case .idle: (.regions, "never registered")
      }
    }
  }

  let run: ReportedRun
  private let roles: [RegionIdentifier: Role]
  /// The regions that a device reached, or of which the app received or missed an event.
  let involved: Set<RegionIdentifier>

  init(_ run: ReportedRun) {
    self.run = run
    let report = run.report
    var roles: [RegionIdentifier: Role] = [:]
    var involved = Set(report.devices.flatMap { $0.stays.map(\.region) })
    for device in run.devices {
      for span in device.registrations { roles[span.region] = .registered }
      involved.formUnion(device.events.compactMap { $0.crossing?.region.identifier })
      for made in device.falseEvents {
        if let report = device.events[made].crossing {
          roles[report.region.identifier] = .madeUp
        }
      }
    }
    for crossing in run.strategy.account.judged where crossing.verdict.loss != nil {
      let region = report.audit.names[crossing.id.region]
      roles[region] = .lost
      involved.insert(region)
    }
    for difference in run.differences {
      if let region = difference.event.region { involved.insert(region) }
    }
    (self.roles, self.involved) = (roles, involved)
  }

  func role(of region: RegionIdentifier) -> Role { roles[region] ?? .idle }

  /// The regions that the map has to show.
  var framed: [CircularRegion] {
    run.report.circles.filter { involved.contains($0.identifier) }
  }

  /// The places of the location updates that led to events without a crossing.
  var misleadingPlaces: [Coordinate] {
    run.devices.flatMap { device in
      device.falseEvents.filter { device.received[$0]?.error != nil }
        .map { device.events[$0].coordinate }
    }
  }
}

/// An interface of a report: its best run, and the letters that mark its events on a map.
struct PictureInterface {
  let run: ReportedRun
  let name: String
  let mark: String

  var api: API { run.settings.api }

  /// Returns the interfaces of a report in the order in which they were asked for; none where there
  /// is one alone.
  static func all(of report: Report) -> [PictureInterface] {
    guard let words = InterfaceComparisonText(report.audit) else { return [] }
    return zip(words.numbers, zip(words.names, words.marks)).map { number, words in
      PictureInterface(
        run: ReportedRun(report, strategy: number), name: words.0, mark: words.1)
    }
  }
}
