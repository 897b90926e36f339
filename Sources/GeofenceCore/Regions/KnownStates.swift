/// The known states of regions: for each, whether the device is inside.
struct KnownStates: Hashable, Sendable {
  private(set) var inside: PositionSet
  private(set) var outside: PositionSet

  init(of universe: Int) {
    self.init(inside: PositionSet(of: universe), outside: PositionSet(of: universe))
  }

  /// Creates the states of the regions inside of which, and outside of which, the device is.
  ///
  /// - Precondition: no position is in both sets.
  init(inside: PositionSet, outside: PositionSet) {
    (self.inside, self.outside) = (inside, outside)
  }

  var isEmpty: Bool { inside.isEmpty && outside.isEmpty }

  /// The state of a region; `nil` where none is known.
  ///
  /// Assigning `nil` or an unknown state removes the state that is there.
  ///
  /// - Complexity: O(log n) for n known states; O(n) for an assignment.
  subscript(position: Int32) -> RegionState? {
    get {
      if outside.contains(position) { return .unsatisfied }
      return inside.contains(position) ? .satisfied : nil
    }
    set {
      inside.set(position, newValue == .satisfied)
      outside.set(position, newValue == .unsatisfied)
    }
  }

  /// Adds the states of other regions.
  ///
  /// - Complexity: O(n) for the n known states of both.
  mutating func formUnion(_ other: KnownStates) {
    inside = inside.union(other.inside)
    outside = outside.union(other.outside)
  }

  mutating func subtract(_ positions: PositionSet) {
    inside = inside.subtracting(positions)
    outside = outside.subtracting(positions)
  }

  func intersection(_ positions: PositionSet) -> KnownStates {
    KnownStates(
      inside: inside.intersection(positions), outside: outside.intersection(positions))
  }

  /// The positions and their states, in no particular order.
  var states: some Sequence<(Int32, RegionState)> {
    let states = inside.map { ($0, RegionState.satisfied) }
    return states + outside.map { ($0, RegionState.unsatisfied) }
  }

  /// Removes the state of a region and returns it; `nil` where none was known.
  ///
  /// - Complexity: O(n) for n known states.
  mutating func removeValue(forKey position: Int32) -> RegionState? {
    defer { self[position] = nil }
    return self[position]
  }
}
