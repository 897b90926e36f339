/// The part of the system that monitors the registered conditions and reports their changes of
/// state.
///
/// A condition is evaluated only when the device may have reached its boundary: as long as the
/// device stays nearer to the place of the last evaluation than any settled boundary was, none of
/// those boundaries can have been crossed. Nothing at all is stored for a region that the device is
/// outside of with no crossing under way, and where there are many regions an evaluation covers the
/// nearby ones alone.
///
/// - Complexity: with n regions of which m are nearby, a fix costs O(b) for the b conditions that
///   are undecided or being crossed, O(m) when the device has used up its slack, and O(m + log n)
///   when it leaves the nearby regions. Memory is O(t) for the t regions that the device is in,
///   near, or crossing. Evaluating a fix allocates nothing.
package struct Monitor: Sendable {
  package let rules: CrossingRules
  package let catalog: RegionCatalog
  /// The positions of the catalog's regions that are monitored.
  package private(set) var members: PositionSet
  /// The members with a state or crossing that must be stored, in the order of positions.
  var tracked: [Tracked] = []
  /// The members that have not been evaluated; the device is outside of every other member that is
  /// not tracked.
  private(set) var undetermined: PositionSet
  /// The conditions outside of the catalog, in the order of their names.
  package internal(set) var individuals: [Individual] = []
  var nearby = NearbyRegions()
  /// The number of conditions that need every fix.
  var busyCount = 0
  /// The place of the last evaluation.
  var anchor = EarthVector(x: 0, y: 0, z: 0)
  /// The squared metres that the device may be from `anchor` without another evaluation; a negative
  /// value forces one.
  var squaredSlack = -1.0
  /// The time from which a fix is evaluated wherever the device is.
  var deadline = Timestamp.distantFuture

  /// A member of the catalog with its stored state.
  struct Tracked: Hashable {
    let position: Int32
    var watched: Watched
  }

  /// A condition outside of the catalog.
  package struct Individual: Hashable, Sendable {
    package let id: ConditionID
    package let region: CircularRegion
    let circle: Circle
    var watched: Watched
  }

  package init(rules: CrossingRules, _ catalog: RegionCatalog) {
    self.rules = rules
    self.catalog = catalog
    members = PositionSet(of: catalog.regions.count)
    undetermined = members
  }

  package var count: Int { members.count + individuals.count }

  /// Starts to monitor regions.
  ///
  /// - Parameters:
  ///   - positions: the positions of the regions.
  ///   - states: the states that are assumed; the other regions begin as unknown.
  /// - Precondition: none of the regions is monitored.
  /// - Complexity: O(1) for the first regions without assumed states, whatever their number.
  mutating func watch(_ positions: PositionSet, assuming states: KnownStates) {
    let count = members.count + positions.count
    members = members.union(positions)
    precondition(members.count == count, "a region is added once")
    let unknown = positions.subtracting(states.outside).subtracting(states.inside)
    undetermined = undetermined.union(unknown)
    for position in states.inside { track(position, Watched(Crossing(assuming: .satisfied))) }
    invalidateSlack()
  }

  /// Starts to monitor regions, all of them from the unknown state.
  package mutating func watch(_ positions: PositionSet) {
    watch(positions, assuming: KnownStates(of: catalog.regions.count))
  }

  /// Returns the known states of members.
  func states(of positions: PositionSet) -> KnownStates {
    var states = KnownStates(
      inside: PositionSet(of: catalog.regions.count),
      outside: positions.subtracting(undetermined))
    for entry in tracked where positions.contains(entry.position) {
      states[entry.position] = entry.watched.crossing.state
    }
    return states
  }

  /// Stops monitoring members.
  mutating func remove(_ positions: PositionSet) {
    members = members.subtracting(positions)
    undetermined = undetermined.subtracting(positions)
    tracked.removeAll { positions.contains($0.position) }
    invalidateSlack()
  }

  /// Starts to monitor a region of the catalog.
  ///
  /// - Precondition: the region is not monitored.
  package mutating func add(_ position: Int32, _ crossing: Crossing = Crossing()) {
    precondition(!members.contains(position), "a region is added once")
    members.insert(position)
    restore(position, crossing)
    invalidateSlack()
  }

  /// Starts to monitor a condition outside of the catalog.
  ///
  /// - Precondition: no condition has this name.
  package mutating func add(
    _ id: ConditionID, _ region: CircularRegion, _ crossing: Crossing = Crossing()
  ) {
    let index = individuals.partitioningIndex { $0.id >= id }
    precondition(
      index == individuals.count || individuals[index].id != id, "a condition is added once")
    individuals.insert(
      Individual(id: id, region: region, circle: Circle(region), watched: Watched(crossing)),
      at: index)
    invalidateSlack()
  }

  /// Stops monitoring a condition.
  package mutating func remove(_ condition: ConditionRef) {
    switch condition {
    case .region(let position):
      members.remove(position)
      undetermined.remove(position)
      if let index = trackedIndex(of: position) { tracked.remove(at: index) }
    case .individual(let id):
      if let index = index(of: id) { individuals.remove(at: index) }
    }
    invalidateSlack()
  }

  /// Stops monitoring all regions of the catalog.
  package mutating func removeAllRegions() {
    members = PositionSet(of: catalog.regions.count)
    tracked.removeAll(keepingCapacity: true)
    undetermined = members
    invalidateSlack()
  }

  /// Returns the crossing of a condition; `nil` where the condition is not monitored.
  package func crossing(of condition: ConditionRef) -> Crossing? {
    switch condition {
    case .region(let position):
      guard members.contains(position) else { return nil }
      return trackedIndex(of: position).map { tracked[$0].watched.crossing } ?? untracked(position)
    case .individual(let id): return index(of: id).map { individuals[$0].watched.crossing }
    }
  }

  /// Makes every state unknown and drops every crossing under way, as a restart of the device does.
  package mutating func forgetStates() {
    tracked.removeAll(keepingCapacity: true)
    undetermined = members
    for index in individuals.indices { individuals[index].watched = Watched() }
    invalidateSlack()
  }

  /// Drops every crossing under way, because boundaries are not monitored for a while.
  package mutating func dropPending() {
    for index in tracked.indices { tracked[index].watched.crossing.dropPending() }
    for index in individuals.indices { individuals[index].watched.crossing.dropPending() }
    invalidateSlack()
  }

  /// Stops evaluating fixes for a condition, or resumes it.
  ///
  /// The state of the condition stands, and a crossing under way begins anew.
  package mutating func pause(_ condition: ConditionRef, _ isPaused: Bool = true) {
    switch condition {
    case .region(let position):
      guard members.contains(position) else { return }
      if trackedIndex(of: position) == nil {
        track(position, Watched(untracked(position)))
        undetermined.remove(position)
      }
      if let index = trackedIndex(of: position) { tracked[index].watched.pause(isPaused) }
    case .individual(let id):
      if let index = index(of: id) { individuals[index].watched.pause(isPaused) }
    }
    invalidateSlack()
  }

  /// Returns whether a condition is monitored and evaluated at no fix.
  func isPaused(_ condition: ConditionRef) -> Bool {
    switch condition {
    case .region(let position):
      trackedIndex(of: position).map { tracked[$0].watched.isPaused } ?? false
    case .individual(let id): index(of: id).map { individuals[$0].watched.isPaused } ?? false
    }
  }

  /// Records that the device is outside of every member that has not been evaluated.
  mutating func settleOutside() { undetermined = PositionSet(of: catalog.regions.count) }

  /// Sets the crossing of a member.
  ///
  /// - Precondition: no state of the member is stored.
  mutating func restore(_ position: Int32, _ crossing: Crossing) {
    undetermined.remove(position)
    switch crossing {
    case Crossing(): undetermined.insert(position)
    case .settledOutside: break
    default: track(position, Watched(crossing))
    }
  }

  /// Returns the crossing of a member that is not tracked.
  private func untracked(_ position: Int32) -> Crossing {
    undetermined.contains(position) ? Crossing() : .settledOutside
  }

  func trackedIndex(of position: Int32) -> Int? {
    let index = tracked.partitioningIndex { $0.position >= position }
    return index < tracked.count && tracked[index].position == position ? index : nil
  }

  private func index(of id: ConditionID) -> Int? {
    let index = individuals.partitioningIndex { $0.id >= id }
    return index < individuals.count && individuals[index].id == id ? index : nil
  }

  mutating func track(_ position: Int32, _ watched: Watched) {
    let index = tracked.partitioningIndex { $0.position >= position }
    tracked.insert(Tracked(position: position, watched: watched), at: index)
  }

  /// Makes the next fix an evaluation of all conditions.
  private mutating func invalidateSlack() {
    nearby.forget()
    squaredSlack = -1
  }
}
