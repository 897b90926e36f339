/// The last known states of regions that have no slot: of each, whether the device was in it.
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

  /// The state of a region; `nil` where none is known.
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
