/// One device with one app: a fold of fixes into events.
///
/// On a fix the order is: crossings of the registered conditions and their events; at most one
/// reselection; then the newly registered conditions are evaluated against the same fix.
///
///     var simulation = Simulation(of: catalog, settings)
///     for fix in track { simulation.advance(to: fix, into: &events) }
///
/// - Complexity: a fix costs O(1) while the device is away from the boundaries of the k registered
///   regions, O(k) otherwise, and O(k log n) for n regions when the app reselects.
public struct Simulation: Sendable {
  private let catalog: RegionCatalog
  private let settings: Settings
  private var monitor: Monitor
  private var selection: Selection
  private var transitions: [Monitor.Transition] = []

  public init(of catalog: RegionCatalog, _ settings: Settings) {
    self.catalog = catalog
    self.settings = settings
    monitor = Monitor(rules: settings.crossing)
    selection = Selection(of: catalog, settings)
  }

  /// How often the app chose its regions and how many it started and stopped.
  public var tally: SelectionTally { selection.tally }

  /// Moves the device to `fix` and appends what happens there.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  public mutating func advance(to fix: Fix, into events: inout [Event]) {
    let vector = EarthVector(fix.coordinate)
    if !selection.hasSelected, settings.isVerbose { reportTooLarge(fix, &events) }
    let wasDelivered = reportCrossings(fix, vector, &events)
    let causes = selection.causes(at: fix, vector, wasDelivered: wasDelivered)
    guard let causes else { return }
    selection.reselect(at: fix, vector, because: causes, &monitor, &events)
    _ = reportCrossings(fix, vector, &events)
  }

  /// Reports the transitions at `fix`: exits first, each kind by identifier.
  ///
  /// - Returns: whether an `enter` or `exit` was delivered to the app.
  private mutating func reportCrossings(
    _ fix: Fix, _ vector: EarthVector, _ events: inout [Event]
  ) -> Bool {
    transitions.removeAll(keepingCapacity: true)
    monitor.observe(fix, vector, into: &transitions)
    guard !transitions.isEmpty else { return false }
    var wasDelivered = false
    for side in [RegionState.unsatisfied, .satisfied] {
      for transition in transitions {
        let condition = monitor.conditions[transition.position]
        guard condition.crossing.state == side else { continue }
        if report(transition, of: condition, fix, &events) { wasDelivered = true }
      }
    }
    return wasDelivered
  }

  /// - Returns: whether the app is told of an `enter` or `exit`.
  private mutating func report(
    _ transition: Monitor.Transition, of condition: Condition, _ fix: Fix,
    _ events: inout [Event]
  ) -> Bool {
    let region = condition.region
    let isInside = condition.crossing.state == .satisfied
    let isInitial = transition.crossedAt == nil
    // CLLocationManager takes the first state silently.
    if isInitial, settings.api == .clLocationManager { return false }
    selection.appWasTold(condition.crossing.state, of: region.identifier)

    let name: CrossingReport.Name = isInside ? .enter : isInitial ? .unsatisfied : .exit
    let isReported =
      switch name {
      case .enter: region.notifyOnEntry
      case .exit: region.notifyOnExit
      case .unsatisfied: settings.isVerbose
      }
    guard isReported else { return false }
    let report = CrossingReport(
      name: name, region: region.identifier,
      distance: Geodesic(from: fix.coordinate, to: region.center).distance - region.radius,
      crossedAt: transition.crossedAt ?? fix.time, isInitial: isInitial)
    events.append(Event(time: fix.time, coordinate: fix.coordinate, kind: .crossing(report)))
    return name != .unsatisfied
  }

  private func reportTooLarge(_ fix: Fix, _ events: inout [Event]) {
    for region in catalog.tooLarge {
      events.append(
        Event(
          time: fix.time, coordinate: fix.coordinate,
          kind: .failed(region.identifier, .radiusAboveMaximum)))
    }
  }
}
