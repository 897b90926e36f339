/// The registrations of one app, each with its condition, which is evaluated at fixes.
///
/// Registrations are sparse: a member is either undetermined, or the device is inside or outside of
/// it and nothing is under way. Only of those members that differ a condition is kept, so that many
/// devices can register many regions each.
///
/// A condition is evaluated only when the device may have reached its boundary: as long as the
/// device stays nearer to the place of the last evaluation than any settled boundary was, none of
/// those boundaries can have been crossed. Where there are many regions an evaluation covers the
/// nearby ones alone.
///
/// - Complexity: with n regions of which the boundaries of m are nearby, a fix costs O(b) for the b
///   conditions that are undecided or being crossed, O(m) when the device has used up its slack,
///   and O(m + log n) when it leaves the nearby regions. Memory is O(t) for the t regions that the
///   device is in, near, or crossing. Evaluating a fix allocates nothing where no state changes.
package struct Monitor: Sendable {
  package private(set) var rules: CrossingRules
  package let catalog: RegionCatalog
  /// The positions of the catalog's regions that are registered.
  package private(set) var members: PositionSet
  /// The members that have not been evaluated, and of which nothing is kept.
  private(set) var undetermined: PositionSet
  /// The members inside of which the device was at the last evaluation, and of which nothing is
  /// kept.
  var inside: PositionSet
  /// The conditions that are kept: those of `individuals`, in their order, and then those of members,
  /// in the order of positions. The device is outside of every other member that is determined, and
  /// not in `inside`.
  var kept: [Kept] = []
  /// The registrations outside of the catalog, in the order of their names.
  package private(set) var individuals: [Individual] = []
  /// The last state of a region that was delivered to the app, where that is not the region's
  /// state.
  var delivered: [Int32: RegionState] = [:]
  var nearby = NearbyRegions()
  var busyCount = 0
  /// True if a condition may be held until one of the next fixes.
  private(set) var mayResume = false
  var anchor = EarthVector(x: 0, y: 0, z: 0)
  /// The squared metres that the device may be from `anchor` without another evaluation; a negative
  /// value forces one.
  var squaredSlack = -1.0
  /// The time from which a fix is evaluated wherever the device is.
  var deadline = Timestamp.distantFuture

  /// A condition that is kept, with the position of its region, or −1 outside of the catalog.
  struct Kept: Hashable {
    var position: Int32
    var condition: Condition
  }

  /// A registration outside of the catalog.
  package struct Individual: Hashable, Sendable {
    package let id: ConditionID
    package let region: CircularRegion
    let circle: Circle
  }

  package init(rules: CrossingRules, _ catalog: RegionCatalog) {
    self.rules = rules
    self.catalog = catalog
    members = PositionSet(of: catalog.regions.count)
    (undetermined, inside) = (members, members)
  }

  package var count: Int { members.count + individuals.count }

  var keptMembers: ArraySlice<Kept> { kept[individuals.count...] }

  /// The conditions of the members that the device is not simply outside of, in the order of
  /// positions.
  var unusual: [Kept] {
    let settled = inside.map { Kept(position: $0, condition: Condition(.settledInside)) }
    let kept = keptMembers.filter { !$0.condition.isUsual }
    return settled.isEmpty ? kept : (kept + settled).sorted { $0.position < $1.position }
  }

  /// Returns the crossing of a condition; `nil` where the condition is not registered.
  // As a call it would receive a copy of the whole monitor.
  @inline(__always)
  package func crossing(of condition: ConditionRef) -> Crossing? {
    if let index = index(of: condition) { return kept[index].condition.crossing }
    guard case .region(let position) = condition, members.contains(position) else { return nil }
    return unkept(position)
  }

  /// Returns the state of a condition that was last delivered to the app, or is assumed; `unknown`
  /// where there is none.
  func lastDelivered(of condition: ConditionRef) -> RegionState {
    if case .region(let position) = condition, let state = delivered[position] { return state }
    return crossing(of: condition)?.state ?? .unknown
  }

  func lastDelivered(of positions: PositionSet) -> KnownStates {
    var states = KnownStates(
      inside: positions.intersection(inside),
      outside: positions.subtracting(undetermined).subtracting(inside))
    for entry in keptMembers where positions.contains(entry.position) {
      states[entry.position] = entry.condition.crossing.state
    }
    for (position, state) in delivered where positions.contains(position) {
      states[position] = state
    }
    return states
  }

  var waiting: [(condition: ConditionRef, state: Condition.Waiting)] {
    kept.indices.compactMap { index in
      kept[index].condition.waiting.map { (reference(at: index), $0) }
    }
  }

  func isHeld(_ condition: ConditionRef) -> Bool {
    index(of: condition).map { kept[$0].condition.hold != .none } ?? false
  }

  // MARK: finding what is kept

  func index(of condition: ConditionRef) -> Int? {
    switch condition {
    case .region(let position):
      let index = kept.partitioningIndex { $0.position >= position }
      return index < kept.count && kept[index].position == position ? index : nil
    case .individual(let id):
      let index = individuals.partitioningIndex { $0.id >= id }
      return index < individuals.count && individuals[index].id == id ? index : nil
    }
  }

  @inline(__always)
  func circle(at index: Int) -> Circle {
    index < individuals.count
      ? individuals[index].circle : catalog.circles[Int(kept[index].position)]
  }

  @inline(__always)
  func reference(at index: Int) -> ConditionRef {
    index < individuals.count
      ? .individual(individuals[index].id) : .region(kept[index].position)
  }

  private func unkept(_ position: Int32) -> Crossing {
    undetermined.contains(position)
      ? Crossing() : inside.contains(position) ? .settledInside : .settledOutside
  }

  /// True if what is kept is in order, and of registrations alone.
  private var isConsistent: Bool {
    // More would make a debug build slow.
    guard kept.count < 100 else { return true }
    return kept.prefix(individuals.count).allSatisfy { $0.position < 0 }
      && keptMembers.allSatisfy {
        members.contains($0.position) && !undetermined.contains($0.position)
          && !inside.contains($0.position)
      }
      && inside.subtracting(members).isEmpty && inside.intersection(undetermined).isEmpty
      && zip(keptMembers, keptMembers.dropFirst()).allSatisfy { $0.position < $1.position }
      && zip(individuals, individuals.dropFirst()).allSatisfy { $0.id < $1.id }
  }
}

// MARK: registering

extension Monitor {
  /// Registers regions.
  ///
  /// - Parameter states: the states that are assumed; `nil` and for other regions, none.
  /// - Precondition: none of the regions is registered.
  /// - Complexity: O(1) for the first regions without assumed states, whatever their number.
  package mutating func watch(_ positions: PositionSet) { watch(positions, assuming: nil) }

  mutating func watch(_ positions: PositionSet, assuming states: KnownStates?) {
    let count = members.count + positions.count
    members = members.union(positions)
    precondition(members.count == count, "a region is added once")
    if let states {
      undetermined = undetermined.union(
        positions.subtracting(states.outside).subtracting(states.inside))
      keep(states.inside.map { Kept(position: $0, condition: Condition(.settledInside)) })
    } else {
      undetermined = undetermined.union(positions)
    }
    noteChange()
  }

  /// Registers a region of the catalog.
  ///
  /// - Precondition: the region is not registered.
  package mutating func add(_ position: Int32, _ crossing: Crossing = Crossing()) {
    precondition(!members.contains(position), "a region is added once")
    members.insert(position)
    restore(position, crossing)
  }

  /// Sets the crossing of a member.
  ///
  /// - Precondition: no condition of the member is kept.
  mutating func restore(_ position: Int32, _ crossing: Crossing) {
    undetermined.set(position, crossing == Crossing())
    if crossing != Crossing(), crossing != .settledOutside { keep(position, Condition(crossing)) }
    noteChange()
  }

  /// Registers a condition outside of the catalog.
  ///
  /// - Precondition: no condition has this name.
  package mutating func add(
    _ id: ConditionID, _ region: CircularRegion, _ crossing: Crossing = Crossing()
  ) {
    let index = individuals.partitioningIndex { $0.id >= id }
    individuals.insert(Individual(id: id, region: region, circle: Circle(region)), at: index)
    kept.insert(Kept(position: -1, condition: Condition(crossing)), at: index)
    noteChange()
  }

  mutating func remove(_ positions: PositionSet) {
    members = members.subtracting(positions)
    undetermined = undetermined.subtracting(positions)
    inside = inside.subtracting(positions)
    kept.removeAll { $0.position >= 0 && positions.contains($0.position) }
    if !delivered.isEmpty { delivered = delivered.filter { !positions.contains($0.key) } }
    noteChange()
  }

  package mutating func remove(_ condition: ConditionRef) {
    if let index = index(of: condition) { kept.remove(at: index) }
    switch condition {
    case .region(let position):
      members.remove(position)
      undetermined.remove(position)
      inside.remove(position)
      if !delivered.isEmpty { delivered[position] = nil }
    case .individual(let id): individuals.removeAll { $0.id == id }
    }
    noteChange()
  }

  package mutating func removeAllRegions() {
    members = PositionSet(of: catalog.regions.count)
    (undetermined, inside) = (members, members)
    kept.removeSubrange(individuals.count...)
    delivered = [:]
    noteChange()
  }

  /// Registers another row of the catalog, of the same circle, in place of one, with all that is
  /// kept of it.
  ///
  /// - Precondition: the rows differ, and the other one is not registered.
  mutating func exchange(_ old: Int32, for new: Int32) {
    guard members.contains(old) else { return }
    let condition = index(of: .region(old)).map { kept[$0].condition }
    let (crossing, state) = (unkept(old), delivered[old])
    remove(.region(old))
    add(new, condition?.crossing ?? crossing)
    if let condition { update(.region(new)) { $0 = condition } }
    if let state { delivered[new] = state }
  }

  /// Makes every state unknown and drops every crossing under way, as a restart of the device does.
  ///
  /// - Parameter keepsRecords: whether the states last delivered are remembered.
  package mutating func forgetStates(keepsRecords: Bool = false) {
    if keepsRecords {
      for (position, state) in lastDelivered(of: members).states { delivered[position] = state }
    }
    kept.removeSubrange(individuals.count...)
    for index in kept.indices { kept[index].condition = Condition() }
    (undetermined, inside) = (members, PositionSet(of: catalog.regions.count))
    noteChange()
  }

  /// Records that the device is outside of every member of which nothing is kept, but for those that
  /// are still to be evaluated.
  mutating func settleOutside(but undetermined: PositionSet? = nil) {
    self.undetermined = undetermined ?? PositionSet(of: catalog.regions.count)
  }
}

// MARK: changing what is kept

extension Monitor {
  /// Changes what is kept of a condition; nothing is done where it is not registered.
  mutating func update(_ condition: ConditionRef, _ change: (inout Condition) -> Void) {
    if index(of: condition) == nil, case .region(let position) = condition,
      members.contains(position)
    {
      keep(position, Condition(unkept(position)))
      undetermined.remove(position)
      inside.remove(position)
    }
    guard let index = index(of: condition) else { return }
    change(&kept[index].condition)
    switch kept[index].condition.hold {
    case .untilNextFix, .untilSecondFix: mayResume = true
    case .none, .untilDelivery: break
    }
    noteChange()
  }

  mutating func resume() {
    mayResume = false
    for index in kept.indices {
      switch kept[index].condition.hold {
      case .none, .untilDelivery: continue
      case .untilNextFix: kept[index].condition.hold(.none)
      case .untilSecondFix:
        kept[index].condition.hold(.untilNextFix)
        mayResume = true
      }
    }
    noteChange()
  }

  package mutating func dropPending() {
    for index in kept.indices { kept[index].condition.crossing.dropPending() }
    noteChange()
  }

  private mutating func keep(_ position: Int32, _ condition: Condition) {
    let index = kept.partitioningIndex { $0.position >= position }
    kept.insert(Kept(position: position, condition: condition), at: index)
  }

  /// Keeps conditions of members, in the order of positions.
  ///
  /// - Complexity: O(n) for n kept conditions.
  mutating func keep(_ conditions: [Kept]) {
    var (old, next) = (kept.count, conditions.count)
    kept += conditions
    while next > 0 {
      next -= 1
      while old > individuals.count, kept[old - 1].position > conditions[next].position {
        kept[old + next] = kept[old - 1]
        old -= 1
      }
      kept[old + next] = conditions[next]
    }
  }

  /// Makes the next fix an evaluation of all conditions.
  private mutating func noteChange() {
    nearby.forget()
    squaredSlack = -1
    assert(isConsistent)
  }
}

extension Monitor {
  /// Lets crossings that begin at the next fix draw their rules by its number, where the rules are
  /// drawn.
  package mutating func drawRules(_ positioner: Positioner?, atFix number: Int) {
    guard let positioner, rules.spreads != .init() else { return }
    rules.draws = positioner.draws
    rules.number = UInt32(truncatingIfNeeded: number)
  }
}
