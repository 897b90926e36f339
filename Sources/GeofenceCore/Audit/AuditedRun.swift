/// One strategy under audit: its simulation, and how each crossing met it.
struct AuditedRun: Sendable {
  let settings: Settings
  private var simulation: Simulation
  /// The same strategy on a device that nothing happens to, where something does.
  private var undisturbed: Simulation?
  /// One for each entry of the log.
  private(set) var traces: [CrossingTrace] = []
  private var choice: Choice?
  /// The last time each region lost its slot.
  private var stops: [RegionIdentifier: Stop] = [:]
  /// The crossings that wait to see when the app chooses next.
  private var waiting: [Int] = []
  private var lastAction: Hindrance.Action?
  /// Enters that tell of no crossing, or once more of one: the device was inside.
  private var otherEnters = 0
  /// Of the last fix.
  private(set) var events: [Event] = []
  private var undisturbedEvents: [Event] = []

  init(_ simulation: SimulationPlan, _ plan: AuditPlan, startingAt start: Timestamp) {
    settings = simulation.settings
    self.simulation = Simulation(simulation, startingAt: start)
    undisturbed =
      plan.isDisturbed
      ? Simulation(
        SimulationPlan(settings, plan.catalog, timeline: plan.setChanges, alarms: plan.alarms),
        startingAt: start) : nil
  }

  /// A crossing begins at the fix that comes next.
  mutating func noteCrossing(of region: RegionIdentifier) {
    let held = simulation.system.monitor.state(of: region)
    waiting.append(traces.count)
    traces.append(
      CrossingTrace(held: held, choice: choice, stopBefore: held == nil ? stops[region] : nil))
  }

  /// - Parameter log: with the crossings that begin at `fix`.
  mutating func advance(to fix: Fix, _ log: CrossingLog) {
    events.removeAll(keepingCapacity: true)
    simulation.advance(to: fix, into: &events)
    for event in events { take(event, log) }
    noteHindrances(log)
    guard undisturbed != nil else { return }
    undisturbedEvents.removeAll(keepingCapacity: true)
    undisturbed?.advance(to: fix, into: &undisturbedEvents)
    for event in undisturbedEvents {
      if let index = crossing(of: event, log) { traces[index].isDeliveredUndisturbed = true }
    }
  }

  private mutating func take(_ event: Event, _ log: CrossingLog) {
    switch event.kind {
    case .reselect(let reselection):
      choice = Choice(event, reselection, simulation, by: settings.ranking)
      for index in waiting { traces[index].nextChoice = event.time }
      waiting.removeAll(keepingCapacity: true)
      for region in reselection.stopped { noteStop(of: region, event, log) }
      for region in reselection.started {
        if let index = log.latest(of: region.identifier), traces[index].started == nil {
          traces[index].started = Start(time: event.time, causes: choice?.causes ?? [])
        }
      }
    case .crossing(let report) where report.use != .suppressed:
      if let index = crossing(of: event, log), traces[index].delivery == nil {
        traces[index].delivery = .init(time: event.time, isInitial: report.isInitial)
      } else if report.name == .enter {
        otherEnters += 1
      }
    case .device(let action) where !action.changesSet:
      lastAction = .init(time: event.time, action: action)
    default: break
    }
  }

  private mutating func noteStop(of region: CircularRegion, _ event: Event, _ log: CrossingLog) {
    let stop = Stop(
      time: event.time, distance: event.distance(to: region),
      isRestart: simulation.system.monitor.state(of: region.identifier) != nil, choice: choice)
    stops[region.identifier] = stop
    if let index = log.latest(of: region.identifier), traces[index].stopped == nil {
      traces[index].stopped = stop
    }
  }

  /// The crossing that `event` tells the app of.
  private func crossing(of event: Event, _ log: CrossingLog) -> Int? {
    guard case .crossing(let report) = event.kind, report.name != .unsatisfied,
      report.use != .suppressed
    else { return nil }
    return log.crossing(
      of: report.region.identifier, to: report.name == .enter ? .satisfied : .unsatisfied,
      before: report.crossedAt)
  }

  /// Notes what the device and its app were doing when crossings were confirmed, at the last fix.
  private mutating func noteHindrances(_ log: CrossingLog) {
    guard undisturbed != nil, let lastAction else { return }
    for index in log.confirmedNow {
      traces[index].hindrance = Hindrance(device: simulation.system.device, lastAction: lastAction)
    }
  }

  /// The account of every crossing that the app wants to hear of.
  ///
  /// - Parameter rules: the number of this strategy's rules in the log.
  func outcome(_ log: CrossingLog, rules: Int) -> AuditOutcome {
    var verdict = Verdict(run: self, log: log, rules: rules)
    return AuditOutcome(
      settings: settings, crossings: verdict.crossings(), tally: simulation.tally,
      otherEnters: otherEnters)
  }

  var registered: RegionList { simulation.registered }

  /// What happened to the device last, where nothing was noted at the time.
  var lastHindrance: Hindrance? {
    lastAction.map { Hindrance(device: simulation.system.device, lastAction: $0) }
  }
}
