/// The settled crossings of one device under one strategy, and what their verdicts wait for.
struct VerdictWatch: Sendable {
  /// The crossings that are settled, until somebody takes them.
  var settled: [AuditedCrossing] = []
  /// The dwells that are settled.
  var dwells: [JudgedDwell] = []
  /// The fix that is taken, and the one before.
  private(set) var now = Timestamp.distantPast
  private(set) var lastTime = Timestamp.distantPast
  private(set) var steps = LongSteps()
  var reboots: Int32 = 0
  /// The times during which no event could reach the app, and restarts, which may take no time.
  var outages: [Outage] = []
  /// The times during which the app did not run, though an event could have started it.
  var stops: [Outage] = []
  /// The settled crossings whose outage lasts, until its end is known.
  private var waitingForEnd: [AuditedCrossing] = []
  var removals = Removals()
  /// The number of the actions that were taken.
  var actions = 0
  /// The state of the device after the last actions; `nil` where none was taken yet.
  var device: DeviceState?
  /// True if an event could reach the app at the last fix.
  var canDeliver = true
  /// True if no event can reach the app any more.
  var isCutOff = false
  /// True if the device changed at this fix, or a registration without a selection.
  var hasChanged = false
  var hasReselected = false
  /// The regions that the app added once more at this fix.
  var addedAgain: RegionList?
  /// The regions whose registration has expired at this fix.
  var expired: PositionSet?
  /// The places that wait for a fix, and those crossed, or whose registration changed, at this one.
  private var waiting: [Waiting] = []
  var touched: [Int] = []
  /// The places that wait for a change of their registration or of the device.
  private var stuck: [Int] = []
  /// The places to judge at this fix, each once.
  private(set) var marked: [Int] = []
  /// The allowance of all places that wait for a fix.
  private var rest = Waiting()

  /// A place that waits for a fix.
  private struct Waiting {
    var place = 0
    /// The allowance, from `anchor`, before a fix changes anything.
    var rest = QuietZone.Allowance()
    var anchor = EarthVector(x: 0, y: 0, z: 0)

    /// Returns the allowance that is left to a device at `vector`.
    func allowance(at vector: EarthVector) -> QuietZone.Allowance {
      var allowance = rest
      if rest.distance < .infinity {
        allowance.distance -= vector.squaredChord(to: anchor).squareRoot()
      }
      return allowance
    }

    /// Returns true if a fix, this long after the fix before, changes nothing.
    func isQuiet(at fix: Fix, _ vector: EarthVector, after step: Interval) -> Bool {
      (fix.horizontalAccuracy ?? 0) <= rest.accuracy && step <= rest.step
        && !allowance(at: vector).isUsedUp(at: fix.time)
    }
  }

  /// True if no place needs the very next fix.
  var isIdle: Bool { rest.rest.distance > 0 }

  /// Begins a fix.
  mutating func begin(at time: Timestamp, after lastTime: Timestamp, _ steps: LongSteps) {
    (now, self.lastTime, self.steps) = (time, lastTime, steps)
    (hasChanged, hasReselected, addedAgain, expired) = (false, false, nil, nil)
  }

  /// Returns true if a fix changes nothing for the places that wait for one.
  func isQuiet(at fix: Fix, _ vector: EarthVector) -> Bool {
    rest.isQuiet(at: fix, vector, after: now - lastTime)
  }

  /// Returns the allowance of a device at `vector` before a place needs a fix.
  func allowance(at vector: EarthVector) -> QuietZone.Allowance { rest.allowance(at: vector) }

  /// Marks the places to judge at a fix: those touched at it, and those whose allowance is used up.
  mutating func mark(at fix: Fix, _ vector: EarthVector, in regions: inout [RegionJournal]) {
    marked.removeAll(keepingCapacity: true)
    for place in touched { mark(place, in: &regions) }
    touched.removeAll(keepingCapacity: true)
    rest = Waiting(anchor: vector)
    var kept = 0
    for index in waiting.indices where !regions[waiting[index].place].isMarked {
      let other = waiting[index]
      if hasChanged || !other.isQuiet(at: fix, vector, after: now - lastTime) {
        mark(other.place, in: &regions)
      } else {
        waiting[kept] = other
        kept += 1
        rest.rest = rest.rest.joined(with: other.allowance(at: vector))
      }
    }
    waiting.removeLast(waiting.count - kept)
    guard hasChanged else { return }
    for place in stuck { mark(place, in: &regions) }
    stuck.removeAll(keepingCapacity: true)
    for place in marked { regions[place].isStuck = false }
  }

  private mutating func mark(_ place: Int, in regions: inout [RegionJournal]) {
    if regions[place].isMarked { return }
    regions[place].isMarked = true
    marked.append(place)
  }

  /// Takes in a settled crossing, and names its outage.
  mutating func add(_ crossing: AuditedCrossing) {
    var crossing = crossing
    nameOutage(of: &crossing)
    if let outage = crossing.verdict?.outage, outage.until == nil, !isCutOff {
      waitingForEnd.append(crossing)
    } else {
      settled.append(crossing)
    }
  }

  /// Passes on the crossings of outages that have ended, or last when the track ends.
  mutating func endOutages(isLast: Bool = false) {
    var waiting: [AuditedCrossing] = []
    for var crossing in waitingForEnd {
      let outage = [outages.last, stops.last].first {
        $0?.from == crossing.verdict?.outage?.from && $0?.device == crossing.verdict?.outage?.device
      }
      if let outage { crossing.verdict?.outage = outage }
      if isLast || crossing.verdict?.outage?.until != nil {
        settled.append(crossing)
      } else {
        waiting.append(crossing)
      }
    }
    waitingForEnd = waiting
  }

  /// Keeps a place, judged at a fix, in the lists that it belongs to.
  ///
  /// - Parameter rest: the allowance after which it needs a fix; `nil` where it needs none.
  mutating func keep(
    _ place: Int, _ rest: QuietZone.Allowance?, needsChange: Bool, at fix: Fix,
    _ vector: EarthVector, in regions: inout [RegionJournal]
  ) {
    regions[place].isMarked = false
    if var rest {
      rest.leaveRoom(forAccuracyOf: fix)
      waiting.append(Waiting(place: place, rest: rest, anchor: vector))
      self.rest.rest = self.rest.rest.joined(with: rest)
    }
    if needsChange, !regions[place].isStuck {
      regions[place].isStuck = true
      stuck.append(place)
    }
  }

  /// The state of a place at a fix.
  struct Moment {
    let time: Timestamp
    /// The fix before.
    let lastTime: Timestamp
    /// True if an event could reach the app.
    let canDeliver: Bool
    let isRegistered: Bool
    let isRestarted: Bool
    /// The sides that the fix decides for.
    let decides: (inside: Bool, outside: Bool)
    /// Metres outside of the boundary of the watched circle; negative inside.
    let distance: Double
    /// Metres; `nil` where the fix has none.
    let accuracy: Double?

    /// Metres past the boundary.
    func depth(entering: Bool) -> Double { entering ? -distance : distance }
  }
}

extension RegionJournal {
  /// Takes in a fix.
  ///
  /// - Returns: the metres and the time after which a fix is needed, or `nil` where none is, and
  ///   whether a change of the registrations or of the device is needed.
  mutating func look(_ moment: VerdictWatch.Moment) -> (rest: QuietZone.Allowance?, change: Bool) {
    var needs: (rest: QuietZone.Allowance?, change: Bool) = (nil, false)
    guard let rules = shape?.rules, let wasRegistered = shape?.wasRegistered else { return needs }
    // A selection at this fix comes after its events.
    let isReachable = moment.canDeliver && (moment.isRegistered || wasRegistered)
    if let lasting {
      let own = stays[lasting].take(moment, isReachable: isReachable, rules)
      if own.fix { needs.rest = QuietZone.Allowance(distance: 0) }
      needs.change = own.change
    }
    shape?.look(moment, isReachable: isReachable, &needs)
    return needs
  }
}

extension ShapeJournal {
  fileprivate mutating func look(
    _ moment: VerdictWatch.Moment, isReachable: Bool,
    _ needs: inout (rest: QuietZone.Allowance?, change: Bool)
  ) {
    wasRegistered = moment.isRegistered
    for index in crossings.indices.reversed() where crossings[index].isWaiting {
      let hold = hold(of: index, moment)
      // An outage holds every crossing back, and was noted for the earlier ones with this one.
      if !moment.canDeliver, crossings[index].wait.hold == hold {
        needs.change = true
        break
      }
      if isReachable { crossings[index].hidden?.wasReachable = true }
      let depth = moment.depth(entering: crossings[index].isEnter)
      wait(of: index, until: moment.time, after: moment.lastTime)
      crossings[index].wait.begin(hold, depth: depth)
      // What is out of reach waits for a change of the registrations or of the device.
      if moment.canDeliver && moment.isRegistered {
        let rest = rest(of: index, hold, depth: depth)
        needs.rest = needs.rest?.joined(with: rest) ?? rest
      } else {
        needs.change = true
      }
    }
  }

  /// Counts the time that a crossing has waited until a fix.
  ///
  /// - Parameter lastTime: the fix before. The fixes up to it, since the time was counted last, have
  ///   not changed what holds the event back, nor were they further apart than the dwell.
  mutating func wait(of crossing: Int, until time: Timestamp, after lastTime: Timestamp) {
    crossings[crossing].wait.advance(to: lastTime, longest: Interval(milliseconds: .max))
    crossings[crossing].wait.advance(
      to: time, longest: dwell(entering: crossings[crossing].isEnter))
  }

  private func dwell(entering isEnter: Bool) -> Interval {
    rules.dwell(entering: isEnter) ?? Interval(milliseconds: 0)
  }

  /// Returns the allowance before a fix may change what holds the event of a crossing back.
  ///
  /// A device that has returned to the old side has to cross the boundary first, and one that is
  /// past the cushion has to return to it. A step between two fixes that is longer than the dwell
  /// counts as `noFix`.
  // It changes nothing. A method that does not mutate would receive a copy of all crossings.
  private mutating func rest(of index: Int, _ hold: CrossingVerdict.Hold, depth: Double)
    -> QuietZone.Allowance
  {
    let isEnter = crossings[index].isEnter
    let hasReturned = depth < 0 && (hold == .accuracy || hold == .largerCircle)
    let isDeep = hold == .dwell || hold == .noFix || hold == .suspended
    let mayBeLost = hold == .dwell && crossings[index].wait.mayBeLost
    guard !rules.judgesOverlap, hasReturned || isDeep, !mayBeLost else {
      return QuietZone.Allowance(distance: 0)
    }
    // A chord is a little shorter than the distance along the ground.
    return hasReturned
      ? QuietZone.Allowance(distance: -depth - 1)
      : QuietZone.Allowance(
        distance: depth - rules.cushion(entering: isEnter) - 1, step: dwell(entering: isEnter))
  }

  /// Returns the thing that holds the event of a crossing back from a fix on.
  private mutating func hold(of index: Int, _ moment: VerdictWatch.Moment) -> CrossingVerdict.Hold {
    if !moment.canDeliver { return .suspended }
    if !moment.isRegistered || moment.isRestarted { return .registeredLate }
    let isEnter = crossings[index].isEnter
    if !isEnter, moment.distance <= 0, rules.circle != nil { return .largerCircle }
    if !(isEnter ? moment.decides.inside : moment.decides.outside) { return .accuracy }
    if abs(moment.distance) < rules.cushion(entering: isEnter) { return .cushion }
    let dwell = dwell(entering: isEnter)
    // The phone does not see every fix.
    if rules.drawsPositions, moment.time - crossings[index].time > dwell { return .noFix }
    return crossings[index].wait.noteLoss(by: moment.time, dwell) ? .suspended : .dwell
  }
}
