/// One device with one app: a fold of fixes into events.
///
/// On a fix the order is: the scenario's actions that are due; crossings of the registered
/// conditions and their events; at most one reselection; then the newly registered conditions are
/// evaluated against the same fix.
///
///     var simulation = Simulation(of: catalog, settings)
///     for fix in track { simulation.advance(to: fix, into: &events) }
///
/// - Complexity: a fix costs O(1) while the device is away from the boundaries of the k registered
///   regions, and next to nothing during a `QuietZone`; O(k) otherwise, and O(k log n) for n regions when the app reselects.
public struct Simulation: Sendable {
  /// Void as soon as anything but a fix changes the simulation.
  var quietZone = QuietZone()
  let settings: Settings
  var device: DeviceState
  var monitor: Monitor
  var selection: Selection
  var delivery = Delivery()
  var timeline: Timeline
  /// Changes of the app's set that wait for the app to run.
  var postponed: [DeviceAction] = []

  /// - Parameter timeline: what happens to the device on the way.
  public init(of catalog: RegionCatalog, _ settings: Settings, timeline: Timeline = Timeline()) {
    self.settings = settings
    self.timeline = timeline
    device = DeviceState(platform: settings.platform)
    monitor = Monitor(rules: settings.crossing)
    selection = Selection(of: catalog, settings)
  }

  /// How often the app chose its regions and how many it started and stopped.
  public var tally: SelectionTally { selection.tally }

  /// The positions in the timeline of the actions whose time has not come.
  public var pendingActions: [Int] { timeline.pending }

  /// Moves the device to `fix` and appends what happens there.
  ///
  /// - Precondition: `fix` is not earlier than the one before, and its coordinate is valid.
  public mutating func advance(to fix: Fix, into events: inout [Event]) {
    if quietZone.covers(fix) { return }
    var step = Step(fix: fix, vector: EarthVector(fix.coordinate))
    see(&step, &events)
    quietZone = QuietZone(from: fix.coordinate, step.vector, allowance(after: step))
  }

  /// Does everything that a fix asks for.
  private mutating func see(_ step: inout Step, _ events: inout [Event]) {
    let fix = step.fix
    if !selection.hasSelected, settings.isVerbose { reportTooLarge(fix, &events) }
    while let action = timeline.next(at: fix.time) { take(action, &step, &events) }
    watch(&step, &events)
    guard let causes = causes(&step, &events) else { return }
    selection.reselect(at: fix, step.vector, because: causes, &monitor, &events)
    watch(&step, &events)
  }

  /// What is known of the fix that is being handled.
  struct Step {
    let fix: Fix
    let vector: EarthVector
    /// Whether an `enter` or `exit` was delivered to the app.
    var wasDelivered = false
  }

  /// Shows the fix to the monitor and reports the transitions: exits first, each kind by identifier.
  private mutating func watch(_ step: inout Step, _ events: inout [Event]) {
    guard device.monitors else { return }
    var transitions: [Monitor.Transition] = []
    monitor.observe(step.fix, step.vector, into: &transitions)
    guard !transitions.isEmpty else { return }
    // An app that is started for one of them may take regions out, and then positions are others.
    let changes = transitions.map { (monitor.conditions[$0.position], $0.crossedAt) }
    for side in [RegionState.unsatisfied, .satisfied] {
      for (condition, crossedAt) in changes where condition.crossing.state == side {
        let region = condition.region
        guard monitor.condition(named: region.identifier) != nil else { continue }
        let news = Delivery.News(state: side, crossedAt: crossedAt, since: step.fix.time)
        report(news, of: region, &step, &events)
      }
    }
  }

  /// What asks for a reselection at this fix; `nil` when nothing does.
  private mutating func causes(_ step: inout Step, _ events: inout [Event]) -> Selection.Causes? {
    selection.watchSentinel(step.fix, step.vector, isMonitored: device.monitors)
    guard selection.mayReselect else { return nil }
    if device.reach == .relaunches, selection.wantsToRun(at: step.fix, step.vector) {
      relaunch(for: selection.isSentinelCrossed ? .event : .significantChange, &step, &events)
    }
    let hears = device.reach == .delivered
    if !hears, settings.api == .clLocationManager { selection.loseSentinelExit() }
    guard device.app != .terminated else { return nil }
    return selection.causes(
      at: step.fix, step.vector, hears: hears, wasDelivered: step.wasDelivered)
  }

  private func reportTooLarge(_ fix: Fix, _ events: inout [Event]) {
    for region in selection.catalog.tooLarge {
      events.append(
        Event(
          time: fix.time, coordinate: fix.coordinate,
          kind: .failed(region.identifier, .radiusAboveMaximum)))
    }
  }
}
