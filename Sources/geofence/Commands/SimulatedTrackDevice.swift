import GeofenceCore

/// One device of a track: its simulation and what was counted of it.
struct SimulatedTrackDevice {
  // What every fix touches stands together: there may be thousands of devices, each far from the
  // caches when its turn comes.
  private(set) var fixes = 0
  private var firstTime = Timestamp(milliseconds: 0)
  private var lastTime = Timestamp(milliseconds: 0)
  private var simulation: Simulation
  private var desk: AlarmState?
  private var interpolator: Interpolator?
  let name: String?

  init(
    name: String?, _ simulation: Simulation, _ desk: AlarmState?, _ interpolator: Interpolator?
  ) {
    self.name = name
    self.simulation = simulation
    self.desk = desk
    self.interpolator = interpolator
  }

  /// From the first fix to the last.
  var times: ClosedRange<Timestamp>? { fixes > 0 ? firstTime...lastTime : nil }
  var tally: SelectionTally { simulation.tally }
  var snapshot: SimulationSnapshot { simulation.snapshot }
  var pendingActions: [Int] { simulation.pendingActions }
  var lastFix: Fix? { interpolator?.last }
  var firedAlarms: [Int]? { desk?.fired }

  /// Simulates `fix` and appends what happens there to `events`.
  @inline(__always)
  mutating func step(to fix: Fix, into events: inout [Event]) {
    fixes += 1
    if fixes == 1 { firstTime = fix.time }
    lastTime = fix.time
    simulation.advance(to: fix, into: &events)
    if !events.isEmpty, desk != nil { fireAlarms(&events) }
  }

  /// Passes on the fixes interpolated before `fix`, then `fix` itself, until `body` is false.
  ///
  /// - Returns: whether every call of `body` was true.
  mutating func interpolate(to fix: Fix, _ body: (inout Self, Fix) -> Bool) -> Bool {
    guard var interpolator else { return body(&self, fix) }
    defer { self.interpolator = interpolator }
    return interpolator.advance(to: fix) { body(&self, $0) }
  }

  /// Leaves out the events of alarms that do not fire, and ends those that do.
  private mutating func fireAlarms(_ events: inout [Event]) {
    events.removeAll { event in
      switch desk?.judge(event) {
      case .pass(let regions)?:
        simulation.removeFromSet(regions)
        return false
      case .silence?: return true
      case nil: return false
      }
    }
  }
}
