import GeofenceCore

/// One device of a track: its simulation and what was counted of it.
struct DeviceRun {
  let name: String?
  private var simulation: Simulation
  private var desk: AlarmDesk?
  private var interpolator: Interpolator?
  private var events: [Event] = []
  /// Whether fixes without events are shown, too.
  private let showsEveryFix: Bool
  private(set) var fixes = 0
  private var firstTime = Timestamp(milliseconds: 0)
  private var lastTime = Timestamp(milliseconds: 0)

  /// - Parameters:
  ///   - lastFix: the fix from which interpolation goes on.
  ///   - showsEveryFix: whether `advance` shows fixes without events, too.
  init(
    name: String?, _ simulation: Simulation, _ alarms: AlarmBook?, _ interpolation: Interval?,
    from lastFix: Fix?, showingEveryFix showsEveryFix: Bool
  ) {
    self.name = name
    self.showsEveryFix = showsEveryFix
    self.simulation = simulation
    desk = alarms.map { AlarmDesk($0) }
    interpolator = interpolation.map { Interpolator(every: $0, from: lastFix) }
  }

  /// From the first fix to the last.
  var times: ClosedRange<Timestamp>? { fixes > 0 ? firstTime...lastTime : nil }
  var tally: SelectionTally { simulation.tally }
  var snapshot: SimulationSnapshot { simulation.snapshot }
  var pendingActions: [Int] { simulation.pendingActions }
  var lastFix: Fix? { interpolator?.last }

  /// Simulates `fix`, and those interpolated before it, and shows `body` the events of each that
  /// has any.
  ///
  /// - Returns: whether every call of `body` was true and nobody has interrupted.
  mutating func advance(to fix: Fix, _ body: (Fix, String?, [Event]) -> Bool) -> Bool {
    if interpolator == nil { return step(to: fix, body) }
    guard var interpolator else { return true }
    defer { self.interpolator = interpolator }
    return interpolator.advance(to: fix) { step(to: $0, body) }
  }

  private mutating func step(to fix: Fix, _ body: (Fix, String?, [Event]) -> Bool) -> Bool {
    if Interruption.isRequested { return false }
    fixes += 1
    if fixes == 1 { firstTime = fix.time }
    lastTime = fix.time
    if !events.isEmpty { events.removeAll(keepingCapacity: true) }
    simulation.advance(to: fix, into: &events)
    if events.isEmpty { return !showsEveryFix || body(fix, name, events) }
    if desk != nil { fireAlarms() }
    return body(fix, name, events)
  }

  /// Leaves out the events of alarms that do not fire, and ends those that do.
  private mutating func fireAlarms() {
    events.removeAll { event in
      switch desk?.judge(event) {
      case .pass(let regions)?:
        simulation.retire(regions)
        return false
      case .silence?: return true
      case nil: return false
      }
    }
  }
}
