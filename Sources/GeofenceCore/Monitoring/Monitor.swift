/// The system's side: it watches the registered conditions and says when one changes state.
///
/// A condition is looked at only when the device may have reached its boundary: as long as the
/// device stays nearer to the place of the last look than any settled boundary was, none of those
/// can have been crossed. Of a region that the device is outside of, with nothing under way, nothing
/// is kept at all, and where there are many regions a look takes in the nearby ones alone.
///
/// - Complexity: with n regions of which m are nearby, a fix costs O(b) for the b conditions that are
///   undecided or being crossed, O(m) when the device has used up its slack, and O(m + log n) when it
///   leaves those. Memory is O(t) for the t regions that the device is in, near, or crossing. No
///   allocation on the way.
package struct Monitor: Sendable {
  package let rules: CrossingRules
  package let catalog: RegionCatalog
  /// Which of the catalog's regions are watched.
  package private(set) var members: PositionSet
  /// The members of which something has to be known, by position.
  var tracked: [Tracked] = []
  /// The members that have not been looked at; of the others that are not tracked the device is outside.
  private(set) var undetermined: PositionSet
  /// The conditions outside of the catalog, by their names.
  package internal(set) var individuals: [Individual] = []
  var nearby = NearbyRegions()
  /// How many conditions have to see every fix.
  var busyCount = 0
  var anchor = EarthVector(x: 0, y: 0, z: 0)
  /// Squared metres the device may be from `anchor` without another look; negative forces one.
  var squaredSlack = -1.0
  /// When a look is due wherever the device is.
  var deadline = Timestamp.distantFuture

  struct Tracked: Hashable {
    let position: Int32
    var watched: Watched
  }

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

  /// Watches regions from now on.
  ///
  /// - Parameter states: what is assumed of them; the others begin as unknown.
  /// - Precondition: none of them is watched.
  /// - Complexity: O(1) for the first ones of which nothing is assumed, whatever their number.
  mutating func watch(_ positions: PositionSet, assuming states: KnownStates) {
    let count = members.count + positions.count
    members = members.union(positions)
    precondition(members.count == count, "a region is added once")
    let unknown = positions.subtracting(states.outside).subtracting(states.inside)
    undetermined = undetermined.union(unknown)
    for position in states.inside { track(position, Watched(Crossing(assuming: .satisfied))) }
    lookAgain()
  }

  /// Watches regions from now on, all of them from unknown.
  package mutating func watch(_ positions: PositionSet) {
    watch(positions, assuming: KnownStates(of: catalog.regions.count))
  }

  /// What is known of members.
  func states(of positions: PositionSet) -> KnownStates {
    var states = KnownStates(
      inside: PositionSet(of: catalog.regions.count),
      outside: positions.subtracting(undetermined))
    for entry in tracked where positions.contains(entry.position) {
      states[entry.position] = entry.watched.crossing.state
    }
    return states
  }

  /// Watches members no more.
  mutating func remove(_ positions: PositionSet) {
    members = members.subtracting(positions)
    undetermined = undetermined.subtracting(positions)
    tracked.removeAll { positions.contains($0.position) }
    lookAgain()
  }

  /// - Precondition: the region is not watched.
  package mutating func add(_ position: Int32, _ crossing: Crossing = Crossing()) {
    precondition(!members.contains(position), "a region is added once")
    members.insert(position)
    restore(position, crossing)
    lookAgain()
  }

  /// - Precondition: no condition bears this name.
  package mutating func add(
    _ id: ConditionID, _ region: CircularRegion, _ crossing: Crossing = Crossing()
  ) {
    let index = individuals.partitioningIndex { $0.id >= id }
    precondition(
      index == individuals.count || individuals[index].id != id, "a condition is added once")
    individuals.insert(
      Individual(id: id, region: region, circle: Circle(region), watched: Watched(crossing)),
      at: index)
    lookAgain()
  }

  package mutating func remove(_ condition: ConditionRef) {
    switch condition {
    case .region(let position):
      members.remove(position)
      undetermined.remove(position)
      if let index = trackedIndex(of: position) { tracked.remove(at: index) }
    case .individual(let id):
      if let index = index(of: id) { individuals.remove(at: index) }
    }
    lookAgain()
  }

  package mutating func removeAllRegions() {
    members = PositionSet(of: catalog.regions.count)
    tracked.removeAll(keepingCapacity: true)
    undetermined = members
    lookAgain()
  }

  /// The crossing of a condition; `nil` when it is not watched.
  package func crossing(of condition: ConditionRef) -> Crossing? {
    switch condition {
    case .region(let position):
      guard members.contains(position) else { return nil }
      return trackedIndex(of: position).map { tracked[$0].watched.crossing } ?? untracked(position)
    case .individual(let id): return index(of: id).map { individuals[$0].watched.crossing }
    }
  }

  /// Makes every state unknown and drops every crossing under way, as a restart does.
  package mutating func forgetStates() {
    tracked.removeAll(keepingCapacity: true)
    undetermined = members
    for index in individuals.indices { individuals[index].watched = Watched() }
    lookAgain()
  }

  /// Drops every crossing under way: boundaries are not watched for a while.
  package mutating func dropPending() {
    for index in tracked.indices { tracked[index].watched.crossing.dropPending() }
    for index in individuals.indices { individuals[index].watched.crossing.dropPending() }
    lookAgain()
  }

  /// Keeps a condition from seeing fixes, or lets it see them again.
  ///
  /// Its state stands, and a crossing under way begins anew.
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
    lookAgain()
  }

  /// Takes the device to be outside of every member that has not been looked at.
  mutating func settleOutside() { undetermined = PositionSet(of: catalog.regions.count) }

  /// Takes a member's crossing to be `crossing`.
  ///
  /// - Precondition: nothing is known of it.
  mutating func restore(_ position: Int32, _ crossing: Crossing) {
    undetermined.remove(position)
    switch crossing {
    case Crossing(): undetermined.insert(position)
    case .settledOutside: break
    default: track(position, Watched(crossing))
    }
  }

  /// The crossing of a member that is not tracked.
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

  private mutating func lookAgain() {
    nearby.forget()
    squaredSlack = -1
  }
}
