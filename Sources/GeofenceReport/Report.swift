public import GeofenceCore
public import GeofenceFormats

/// The results of some tracks under one strategy, ready to be drawn.
///
/// A report holds finished values only; the page and the picture are pure functions of it.
public struct Report: Sendable {
  /// The title of the tracks.
  public let title: String
  public let regions: RegionSet
  /// The names of regions whose identifiers mean nothing to people, such as reminders' titles.
  public let names: [RegionIdentifier: String]
  /// The audit of one strategy, on the devices below, with every crossing.
  public let audit: AuditReport
  public let devices: [DeviceRecord]
  /// The comparison with recorded expectations, where there are any.
  public let comparison: Comparison?
  /// The clock of the times that the report shows.
  public let clock: LocalClock
  /// The user's own lines beneath the map.
  public let basemap: Basemap?

  /// Creates a report from finished values.
  ///
  /// - Precondition: `audit` has exactly one strategy.
  public init(
    title: String, regions: RegionSet, names: [RegionIdentifier: String] = [:],
    audit: AuditReport, devices: [DeviceRecord], comparison: Comparison? = nil,
    clock: LocalClock = LocalClock(), basemap: Basemap? = nil
  ) {
    precondition(audit.strategies.count == 1, "a report is about one strategy")
    self.title = title.steeringNothing
    self.regions = regions
    self.names = names
    self.audit = audit
    self.devices = devices
    self.comparison = comparison
    self.clock = clock
    self.basemap = basemap
  }

  var strategy: AuditReport.Strategy { audit.strategies[0] }
  var settings: Settings { strategy.settings }

  /// The result in one line.
  public var headline: String {
    let counts = strategy.counts
    let enters = devices.reduce(0) { $0 + $1.count(of: .enter) }
    let exits = devices.reduce(0) { $0 + $1.count(of: .exit) }
    let reselections = counted(strategy.account.efforts.tally.reselections, "reselection")
    let verdict =
      switch (counts.geometry, counts.lost, counts.undecided) {
      case (0, _, _): "No region was crossed"
      case (1, 0, 0): "The one crossing reached the app"
      case (let all, 0, 0): "All \(all) crossings reached the app"
      case (let all, 0, let open):
        "Of \(counted(all, "crossing")) none was lost, \(open) \(open == 1 ? "is" : "are") undecided"
      case (let all, let lost, _): "\(lost) of \(counted(all, "crossing")) never reached the app"
      }
    let shares =
      counts.geometry > 0 ? ": recall \(counts.recall.text), reach \(counts.reach.text)" : ""
    return "\(verdict)\(shares), \(counted(enters, "enter")), \(counted(exits, "exit")), "
      + reselections
  }

  /// Returns the name of a region, without characters that would reorder or hide the text beside
  /// it.
  func name(of region: RegionIdentifier) -> String {
    (names[region] ?? region.rawValue).steeringNothing
  }

  /// Returns the name of a region, given by its number in the audit.
  func name(of region: Int32) -> String { name(of: audit.names[Int(region)]) }

  /// Returns the audited crossings of a device, given by its position among the devices.
  func crossings(ofDevice device: Int) -> ArraySlice<AuditedCrossing> {
    let all = strategy.account.crossings
    let first = all.partitioningIndex { $0.device >= Int32(device) }
    return all[first...].prefix { $0.device == Int32(device) }
  }

  /// The findings that differ from the expectations; `nil` where nothing was expected.
  var differences: [Comparison.Finding]? { comparison?.differences }
}

extension DeviceRecord {
  fileprivate func count(of name: CrossingReport.Name) -> Int {
    events.count { event in
      if case .crossing(let report) = event.kind { report.name == name } else { false }
    }
  }
}
