/// The known states of regions: of each, whether the device is in it.
struct KnownStates: Hashable, Sendable {
  private(set) var inside: PositionSet
  private(set) var outside: PositionSet

  /// - Parameter universe: how many positions there are at all.
  init(of universe: Int) {
    self.init(inside: PositionSet(of: universe), outside: PositionSet(of: universe))
  }

  /// - Precondition: no position is in both.
  init(inside: PositionSet, outside: PositionSet) {
    (self.inside, self.outside) = (inside, outside)
  }

  var isEmpty: Bool { inside.isEmpty && outside.isEmpty }

  /// The state of a region; `nil` where none is known, and nothing is of an unknown one.
  ///
  /// - Complexity: O(log n) for n known ones, and O(n) to change it.
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

  /// Takes in the states of other regions.
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

  /// In no particular order.
  var states: some Sequence<(Int32, RegionState)> {
    let states = inside.map { ($0, RegionState.satisfied) }
    return states + outside.map { ($0, RegionState.unsatisfied) }
  }

  /// Takes out the state of a region.
  mutating func removeValue(forKey position: Int32) -> RegionState? {
    defer { self[position] = nil }
    return self[position]
  }
}
