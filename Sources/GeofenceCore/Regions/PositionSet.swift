/// A set of positions of regions in a catalog, stored as its members or as the positions it lacks.
///
/// A set that contains nearly everything costs no more than what it lacks, so that thousands of
/// devices can monitor thousands of regions each.
package struct PositionSet: Hashable, Sendable {
  /// The members, or the positions that are missing from a complement, ascending.
  private var listed: [Int32]
  private var isComplement: Bool
  private let universe: Int32

  /// Creates the set of the positions from 0 up to `universe`, exclusive.
  package init(all universe: Int) {
    self.universe = Int32(universe)
    (listed, isComplement) = ([], true)
  }

  /// Creates a set from the ascending list of its members, out of `universe` positions.
  package init(_ positions: [Int32] = [], of universe: Int) {
    self.universe = Int32(universe)
    (listed, isComplement) = (positions, false)
  }

  package var count: Int { isComplement ? Int(universe) - listed.count : listed.count }

  package var isEmpty: Bool { count == 0 }

  package var universeCount: Int { Int(universe) }

  var isWhole: Bool { count == universe }

  /// Returns whether a position is a member.
  ///
  /// - Complexity: O(log n) for n listed positions.
  @inline(__always)
  package func contains(_ position: Int32) -> Bool {
    if listed.isEmpty { return isComplement }
    return isListed(position) != isComplement
  }

  private func isListed(_ position: Int32) -> Bool {
    let index = listed.partitioningIndex { $0 >= position }
    return index < listed.count && listed[index] == position
  }

  package mutating func insert(_ position: Int32) { set(position, true) }

  package mutating func remove(_ position: Int32) { set(position, false) }

  /// Inserts a position, or removes it.
  ///
  /// - Complexity: O(n) for n listed positions.
  mutating func set(_ position: Int32, _ isMember: Bool) {
    setListed(position, isMember != isComplement)
  }

  private mutating func setListed(_ position: Int32, _ wanted: Bool) {
    let index = listed.partitioningIndex { $0 >= position }
    let isListed = index < listed.count && listed[index] == position
    if wanted, !isListed { listed.insert(position, at: index) }
    if !wanted, isListed { listed.remove(at: index) }
  }

  /// Returns the positions that `other` lacks.
  ///
  /// - Complexity: O(n) for the n listed positions of both sets, as for `intersection` and `union`;
  ///   O(1) where one set is empty. Where one set lists few positions, the many of the other are
  ///   copied in runs, or passed over.
  package func subtracting(_ other: PositionSet) -> PositionSet {
    if isEmpty || other.isEmpty { return self }
    if listed == other.listed, isComplement == other.isComplement {
      return PositionSet(of: Int(universe))
    }
    return combined(with: other) { $0 && !$1 }
  }

  package func intersection(_ other: PositionSet) -> PositionSet {
    isEmpty ? self : other.isEmpty ? other : combined(with: other) { $0 && $1 }
  }

  func union(_ other: PositionSet) -> PositionSet {
    isEmpty ? other : other.isEmpty ? self : combined(with: other) { $0 || $1 }
  }

  /// Returns the positions for which `isMember` is true.
  ///
  /// - Parameter isMember: a function of a position's membership in this set and in the other one.
  @inline(__always)
  private func combined(with other: PositionSet, where isMember: (Bool, Bool) -> Bool)
    -> PositionSet
  {
    if listed.count > 8 * other.listed.count {
      return combined(withFew: other, where: isMember)
    } else if other.listed.count > 8 * listed.count {
      return other.combined(withFew: self) { isMember($1, $0) }
    }
    var set = PositionSet(of: Int(universe))
    set.isComplement = isMember(isComplement, other.isComplement)
    set.listed.reserveCapacity(listed.count)
    var (index, otherIndex) = (0, 0)
    let (positions, others) = (listed.span, other.listed.span)
    while index < positions.count || otherIndex < others.count {
      let one = index < positions.count ? positions[index] : .max
      let two = otherIndex < others.count ? others[otherIndex] : .max
      let position = Swift.min(one, two)
      let isListed = one == position
      let isListedThere = two == position
      if isMember(isListed != isComplement, isListedThere != other.isComplement)
        != set.isComplement
      {
        set.listed.append(position)
      }
      if isListed { index += 1 }
      if isListedThere { otherIndex += 1 }
    }
    return set
  }

  /// Returns the same for a set that lists few positions, between which runs of this set's lie.
  @inline(__always)
  private func combined(withFew few: PositionSet, where isMember: (Bool, Bool) -> Bool)
    -> PositionSet
  {
    var set = PositionSet(of: Int(universe))
    set.isComplement = isMember(isComplement, few.isComplement)
    let keepsRuns = isMember(!isComplement, few.isComplement) != set.isComplement
    set.listed.reserveCapacity(few.listed.count + (keepsRuns ? listed.count : 0))
    var start = 0
    for position in few.listed {
      let end = listed.partitioningIndex { $0 >= position }
      if keepsRuns { set.listed.append(contentsOf: listed[start..<end]) }
      let isListed = end < listed.count && listed[end] == position
      if isMember(isListed != isComplement, !few.isComplement) != set.isComplement {
        set.listed.append(position)
      }
      start = isListed ? end + 1 : end
    }
    if keepsRuns { set.listed.append(contentsOf: listed[start...]) }
    return set
  }
}

extension PositionSet {
  package static func == (one: Self, other: Self) -> Bool {
    one.isComplement == other.isComplement
      ? one.listed == other.listed : one.count == other.count && one.elementsEqual(other)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension PositionSet: Sequence {
  package struct Iterator: IteratorProtocol {
    private let set: PositionSet
    private var position: Int32 = 0
    private var index = 0

    fileprivate init(_ set: PositionSet) { self.set = set }

    @inline(__always)
    package mutating func next() -> Int32? {
      guard set.isComplement else {
        guard index < set.listed.count else { return nil }
        defer { index += 1 }
        return set.listed[index]
      }
      while index < set.listed.count, set.listed[index] == position {
        index += 1
        position += 1
      }
      guard position < set.universe else { return nil }
      defer { position += 1 }
      return position
    }
  }

  package func makeIterator() -> Iterator { Iterator(self) }
}
