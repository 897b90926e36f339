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
  /// The places that wait for a fix, and the places crossed at this one.
  private var active: [Int] = []
  var crossed: [Int] = []
  /// The places that wait for a change of the registrations or the device.
  private var stuck: [Int] = []
  /// The places to judge at this fix, each once.
  private(set) var marked: [Int] = []
  /// The allowance, from `anchor`, before a fix changes anything for the places that wait for one.
  private var rest = QuietZone.Allowance()
  private var anchor = EarthVector(x: 0, y: 0, z: 0)

  /// True if no place needs the very next fix.
  var isIdle: Bool { rest.distance > 0 }

  /// Begins a fix.
  mutating func begin(at time: Timestamp, after lastTime: Timestamp, _ steps: LongSteps) {
    (now, self.lastTime, self.steps) = (time, lastTime, steps)
    (hasChanged, hasReselected, addedAgain) = (false, false, nil)
  }

  /// Returns true if a fix changes nothing for the places that wait for one.
  func isQuiet(at fix: Fix, _ vector: EarthVector) -> Bool {
    (fix.horizontalAccuracy ?? 0) <= rest.accuracy
      && !allowance(at: vector).isUsedUp(at: fix.time)
  }

  /// Returns the allowance of a device at `vector` before a place needs a fix.
  func allowance(at vector: EarthVector) -> QuietZone.Allowance {
    var allowance = rest
    if !active.isEmpty { allowance.distance -= vector.squaredChord(to: anchor).squareRoot() }
    return allowance
  }

  /// Marks the places to judge at this fix.
  mutating func mark() {
    marked.removeAll(keepingCapacity: true)
    mark(active)
    mark(crossed)
    active.removeAll(keepingCapacity: true)
    crossed.removeAll(keepingCapacity: true)
    rest = QuietZone.Allowance()
    guard hasChanged else { return }
    mark(stuck)
    stuck.removeAll(keepingCapacity: true)
    for place in marked { places[place].isStuck = false }
  }

  private mutating func mark(_ candidates: [Int]) {
    for place in candidates where !places[place].isMarked {
      places[place].isMarked = true
      marked.append(place)
    }
  }

  /// Begins the allowance of the places that wait for a fix, when all marked places are kept.
  mutating func beginRest(at fix: Fix, _ vector: EarthVector) {
    anchor = vector
    if !active.isEmpty { rest.leaveRoom(forAccuracyOf: fix) }
  }

  /// Keeps a place in the lists that it belongs to.
  ///
  /// - Parameter rest: the allowance after which it needs a fix; `nil` where it needs none.
  mutating func keep(_ place: Int, _ rest: QuietZone.Allowance?, needsChange: Bool) {
    places[place].isMarked = false
    if let rest {
      active.append(place)
      self.rest = self.rest.joined(with: rest)
    }
    if needsChange, !places[place].isStuck {
      places[place].isStuck = true
      stuck.append(place)
    }
  }
}

extension RegionVerdict {
  /// The state of a place at a fix.
  struct Moment {
    let time: Timestamp
    /// The fix before.
    let lastTime: Timestamp
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
  /// - Returns: the metres and the time after which a fix is needed, or `nil` where none is, and
  ///   whether a change of the registrations or of the device is needed.
  mutating func look(_ moment: Moment) -> (rest: QuietZone.Allowance?, change: Bool) {
    var needs: (rest: QuietZone.Allowance?, change: Bool) = (nil, false)
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
      if !stay.isDecided || stay.deepest < neededDepth(entering: isEnter) {
        needs.rest = QuietZone.Allowance(distance: 0)
      }
      needs.change = !stay.wasReachable
    }
    for index in crossings.indices where crossings[index].isWaiting {
      if isReachable { crossings[index].hidden?.wasReachable = true }
      let hold = hold(of: index, moment)
      let depth = crossings[index].isEnter ? -moment.distance : moment.distance
      wait(of: index, until: moment.time, after: moment.lastTime)
      crossings[index].wait.begin(hold, depth: depth)
      // What is out of reach waits for a change of the registrations or of the device.
      if moment.canDeliver && moment.isRegistered {
        let rest = rest(of: index, hold, depth: depth, at: moment.time)
        needs.rest = needs.rest?.joined(with: rest) ?? rest
      } else {
        needs.change = true
      }
    }
    return needs
  }

  /// Counts the time that a crossing has waited until a fix.
  ///
  /// - Parameter lastTime: the fix before. The fixes up to it, since the time was counted last, have
  ///   not changed what holds the event back.
  mutating func wait(of crossing: Int, until time: Timestamp, after lastTime: Timestamp) {
    let dwell = rules.dwell(entering: crossings[crossing].isEnter) ?? Interval(milliseconds: 0)
    crossings[crossing].wait.advance(to: lastTime, dwell: dwell)
    crossings[crossing].wait.advance(to: time, dwell: dwell)
  }

  /// Returns the allowance before a fix may change what holds the event of a crossing back.
  ///
  /// A device that has returned to the old side has to cross the boundary first. A device that has
  /// been past the cushion for longer than the dwell has to return to the cushion; its allowance also
  /// ends with the dwell, because a step between two fixes that is longer counts as `noFix`.
  // It changes nothing. A method that does not mutate would receive a copy of all crossings.
  private mutating func rest(
    of index: Int, _ hold: CrossingVerdict.Hold, depth: Double, at time: Timestamp
  ) -> QuietZone.Allowance {
    let (isEnter, since) = (crossings[index].isEnter, crossings[index].time)
    let hasReturned = depth < 0 && (hold == .accuracy || hold == .largerCircle)
    let dwell = rules.dwell(entering: isEnter) ?? Interval(milliseconds: 0)
    guard !rules.judgesOverlap, hasReturned || hold == .dwell && time - since > dwell else {
      return QuietZone.Allowance(distance: 0)
    }
    // A chord is a little shorter than the distance along the ground.
    return hasReturned
      ? QuietZone.Allowance(distance: -depth - 1)
      : QuietZone.Allowance(
        distance: depth - rules.cushion(entering: isEnter) - 1,
        end: dwell.milliseconds > 0 ? time + dwell : .distantFuture)
  }

  /// The metres past the boundary from which on no depth matters.
  func neededDepth(entering: Bool) -> Double {
    entering
      ? rules.cushionIn
      : rules.cushionOut > 0 ? max(rules.cushionOut, RuleRange.cushion.lowerBound) : 0
  }

  /// What holds the event of a crossing back from a fix on.
  private mutating func hold(of index: Int, _ moment: Moment) -> CrossingVerdict.Hold {
    if !moment.canDeliver { return .suspended }
    if !moment.isRegistered || moment.isRestarted { return .registeredLate }
    let isEnter = crossings[index].isEnter
    if !isEnter, moment.distance <= 0 { return .largerCircle }
    if !(isEnter ? moment.decides.inside : moment.decides.outside) { return .accuracy }
    let depth = isEnter ? -moment.distance : moment.distance
    return depth < rules.cushion(entering: isEnter) ? .cushion : .dwell
  }
}
