/// The verdicts on the crossings of one device under one strategy, as they are found.
struct VerdictWatch: Sendable {
  /// The regions that were crossed, in the order of the row's.
  var places: [RegionVerdict] = []
  /// The crossings that are settled, until somebody takes them.
  var judged: [JudgedCrossing] = []
  /// The dwells of which the same is said.
  var dwells: [JudgedDwell] = []
  /// The fix that is taken, and the one before.
  private(set) var now = Timestamp.distantPast
  private(set) var lastTime = Timestamp.distantPast
  private(set) var steps = LongSteps()
  var reboots: Int32 = 0
  /// The times during which no event could reach the app.
  var outages: [Outage] = []
  var removals = Removals()
  /// The number of the actions that were taken.
  var actions = 0
  /// The state of the device after the last actions; `nil` where none was taken yet.
  var device: DeviceState?
  /// Whether an event could reach the app at the last fix.
  var canDeliver = true
  /// Whether registrations or the device changed at this fix.
  var hasChanged = false
  var hasReselected = false
  /// The regions that the app added once more at this fix.
  var addedAgain: RegionList?
  /// The places that need the next fix, and the places crossed at this one.
  private(set) var active: [Int] = []
  var crossed: [Int] = []
  /// The places that wait for a change of the registrations or the device.
  private var stuck: [Int] = []

  /// Whether no place needs the next fix.
  var isIdle: Bool { active.isEmpty }

  /// Begins a fix.
  mutating func begin(at time: Timestamp, after lastTime: Timestamp, _ steps: LongSteps) {
    (now, self.lastTime, self.steps) = (time, lastTime, steps)
    (hasChanged, hasReselected, addedAgain) = (false, false, nil)
    for place in active { places[place].wait(until: time) }
  }

  /// Returns the places to look at: each once.
  mutating func takeMarked() -> [Int] {
    var marked: [Int] = []
    let candidates = active + crossed + (hasChanged ? stuck : [])
    for place in candidates where !places[place].isMarked {
      places[place].isMarked = true
      marked.append(place)
    }
    active.removeAll(keepingCapacity: true)
    crossed.removeAll(keepingCapacity: true)
    if hasChanged {
      stuck.removeAll(keepingCapacity: true)
      for place in marked { places[place].isStuck = false }
    }
    return marked
  }

  /// Keeps a place in the lists that it belongs to.
  mutating func keep(_ place: Int, needsFix: Bool, needsChange: Bool) {
    places[place].isMarked = false
    if needsFix { active.append(place) }
    if needsChange, !places[place].isStuck {
      places[place].isStuck = true
      stuck.append(place)
    }
  }
}

extension RegionVerdict {
  mutating func wait(until time: Timestamp) {
    for index in crossings.indices where crossings[index].isWaiting {
      let dwell = rules.dwell(entering: crossings[index].isEnter) ?? Interval(milliseconds: 0)
      crossings[index].wait.advance(to: time, dwell: dwell)
    }
  }

  /// The state of a place at a fix.
  struct Moment {
    let time: Timestamp
    /// Whether an event could reach the app.
    let canDeliver: Bool
    let isRegistered: Bool
    let isRestarted: Bool
    /// The sides that the fix decides for.
    let decides: (inside: Bool, outside: Bool)
    /// Metres outside of the boundary of the watched circle; negative inside.
    let distance: Double
    /// Metres; `nil` where the fix has none.
    let accuracy: Double?
  }

  /// Takes in a fix.
  ///
  /// - Returns: whether the next fix is needed, and whether a change of the registrations or of the
  ///   device is.
  mutating func look(_ moment: Moment) -> (fix: Bool, change: Bool) {
    var needs = (fix: false, change: false)
    // A selection at this fix comes after its events.
    let isReachable = moment.canDeliver && (moment.isRegistered || wasRegistered)
    wasRegistered = moment.isRegistered
    if var stay {
      let isEnter = isInCircle
      let depth = isEnter ? -moment.distance : moment.distance
      stay.isDecided =
        stay.isDecided || (isEnter ? moment.decides.inside : moment.decides.outside)
      stay.deepest = max(stay.deepest, depth)
      if let accuracy = moment.accuracy { stay.accuracy = min(accuracy, stay.accuracy ?? accuracy) }
      stay.wasReachable = stay.wasReachable || isReachable
      self.stay = stay
      needs.fix = !stay.isDecided || stay.deepest < neededDepth(entering: isEnter)
      needs.change = !stay.wasReachable
    }
    for index in crossings.indices where crossings[index].isWaiting {
      if isReachable { crossings[index].hidden?.wasReachable = true }
      let hold = hold(of: crossings[index], moment)
      let depth = crossings[index].isEnter ? -moment.distance : moment.distance
      crossings[index].wait.advance(
        to: moment.time,
        dwell: rules.dwell(entering: crossings[index].isEnter) ?? Interval(milliseconds: 0))
      crossings[index].wait.begin(hold, depth: depth)
      // What is out of reach waits for a change of the registrations or of the device.
      if moment.canDeliver && moment.isRegistered { needs.fix = true } else { needs.change = true }
    }
    return needs
  }

  /// The metres past the boundary from which on no depth matters.
  func neededDepth(entering: Bool) -> Double {
    entering
      ? rules.cushionIn
      : rules.cushionOut > 0 ? max(rules.cushionOut, RuleRange.cushion.lowerBound) : 0
  }

  /// What holds the event of a crossing back from a fix on.
  private func hold(of crossing: ShapeCrossing, _ moment: Moment) -> CrossingVerdict.Hold {
    if !moment.canDeliver { return .suspended }
    if !moment.isRegistered || moment.isRestarted { return .registeredLate }
    let isEnter = crossing.isEnter
    if !isEnter, moment.distance <= 0 { return .largerCircle }
    if !(isEnter ? moment.decides.inside : moment.decides.outside) { return .accuracy }
    let depth = isEnter ? -moment.distance : moment.distance
    return depth < rules.cushion(entering: isEnter) ? .cushion : .dwell
  }
}
