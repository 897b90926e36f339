/// A simulation at rest without what can be found again: some dozens of bytes.
///
/// It has what the app chose and knows, and the crossings under way. The last significant change is
/// kept beside it.
struct PackedSimulation: Sendable {
  private let bytes: [UInt8]

  /// - Parameter numbers: what it is written with.
  /// - Precondition: the simulation is at rest.
  init(_ simulation: borrowing Simulation, _ numbers: inout PackedNumbers) {
    numbers.removeAll()
    numbers.append(simulation.app.tally)
    let watchesAll = simulation.system.monitor.members == simulation.app.present
    numbers.append(watchesAll ? 1 : 0)
    if !watchesAll { numbers.append(simulation.system.monitor.members) }
    numbers.append(simulation.app.known.inside)
    numbers.append(simulation.app.known.outside)
    // The sentinel, where there is one.
    numbers.append(simulation.system.monitor.individuals.count)
    for index in simulation.system.monitor.individuals.indices {
      let condition = simulation.system.monitor.individuals[index]
      numbers.append(condition.region.center.latitude)
      numbers.append(condition.region.center.longitude)
      numbers.append(condition.watched.crossing)
    }
    for index in simulation.system.monitor.tracked.indices {
      let tracked = simulation.system.monitor.tracked[index]
      numbers.append(Int(tracked.position))
      numbers.append(tracked.watched.crossing)
    }
    // Without the room that there is for more numbers.
    bytes = numbers.bytes.map(\.self)
  }

  var tally: SelectionTally {
    var numbers = PackedNumbers.Reader(bytes)
    return numbers.nextTally()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Gives a new simulation of the same plan what this one has.
  func unpack(into simulation: inout Simulation) {
    var numbers = PackedNumbers.Reader(bytes)
    let count = simulation.system.monitor.catalog.regions.count
    simulation.app.tally = numbers.nextTally()
    let watchesAll = numbers.nextInt() == 1
    let members = watchesAll ? simulation.app.present : numbers.nextPositions(of: count)
    simulation.app.known = KnownStates(
      inside: numbers.nextPositions(of: count), outside: numbers.nextPositions(of: count))
    var sentinel: (Coordinate, Crossing)?
    if numbers.nextInt() == 1 {
      let center = Coordinate(latitude: numbers.nextDouble(), longitude: numbers.nextDouble())
      sentinel = (center, numbers.nextCrossing())
    }
    simulation.resume(watching: members, sentinel: sentinel)
    while !numbers.isAtEnd {
      let position = Int32(numbers.nextInt())
      simulation.system.monitor.restore(position, numbers.nextCrossing())
    }
  }
}

// MARK: between two runs

extension PackedSimulation {
  /// Stands for the regions that the app chooses where the sentinel is, or, without one, at the place of
  /// the last significant change.
  private static let nearest: UInt64 = 2

  /// What a state file says of it.
  ///
  /// - Parameter choice: the regions that the app chooses at a place; `nil` where it has no choice.
  func saved(
    after change: SignificantChange.Change?, of universe: Int, choice: (Coordinate) -> PositionSet?
  ) -> SavedSimulation {
    var reader = PackedNumbers.Reader(bytes)
    // The tally, and which regions are watched.
    var numbers = (0..<4).map { _ in reader.next() }
    let members = numbers[3] == 0 ? reader.nextPositions(of: universe) : nil
    var rest: [UInt64] = []
    for _ in 0..<2 {
      let count = reader.next()
      rest.append(count)
      for _ in 0..<count { rest.append(reader.next()) }
    }
    rest.append(reader.next())
    var sentinel: Coordinate?
    if rest.last == 1 {
      sentinel = Coordinate(latitude: reader.nextDouble(), longitude: reader.nextDouble())
    }
    while !reader.isAtEnd { rest.append(reader.next()) }
    if let members {
      if let place = sentinel ?? change?.place, choice(place) == members {
        numbers[3] = Self.nearest
      } else {
        var last: Int32 = 0
        numbers.append(UInt64(members.count))
        for position in members {
          numbers.append(UInt64(position - last))
          last = position
        }
      }
    }
    return .packed(numbers + rest, sentinel: sentinel, after: change)
  }

  /// A simulation that a state file says, of which nothing is taken on trust.
  ///
  /// - Parameters:
  ///   - numbers: those of `saved(after:of:choice:)`, whose positions count the app's own regions alone.
  ///   - choice: the regions that the app chose last, where it has a choice and its place is known.
  /// - Returns: `nil` where the numbers make no sense.
  init?(
    _ numbers: [UInt64], sentinel: Coordinate?, in catalog: RegionCatalog,
    choice: () -> PositionSet?
  ) {
    var source = NumberSource(numbers, own: Array(catalog.initial))
    var packed = PackedNumbers()
    for _ in 0..<3 {
      guard let count = source.next(upTo: 1 << 48) else { return nil }
      packed.append(count)
    }
    guard let kind = source.next(upTo: Self.nearest) else { return nil }
    packed.append(kind == 1 ? UInt64(1) : 0)
    var members = catalog.initial
    if kind == Self.nearest {
      guard let choice = choice() else { return nil }
      members = choice
    } else if kind == 0 {
      guard let listed = source.positions() else { return nil }
      members = PositionSet(listed, of: catalog.regions.count)
    }
    if kind != 1 { packed.append(members) }
    guard let inside = source.positions(), let outside = source.positions(),
      Set(inside).isDisjoint(with: outside), let sentinels = source.next(upTo: 1),
      sentinels == (sentinel == nil ? 0 : 1)
    else { return nil }
    packed.append(PositionSet(inside, of: catalog.regions.count))
    packed.append(PositionSet(outside, of: catalog.regions.count))
    packed.append(sentinels)
    if let sentinel {
      guard sentinel.isValid, let crossing = source.crossing() else { return nil }
      packed.append(sentinel.latitude)
      packed.append(sentinel.longitude)
      packed.append(crossing)
    }
    var last: Int32 = -1
    while !source.isAtEnd {
      guard let position = source.position(), position > last, members.contains(position),
        let crossing = source.crossing()
      else { return nil }
      packed.append(Int(position))
      packed.append(crossing)
      last = position
    }
    self.init(bytes: packed.bytes)
  }

  /// Numbers that anybody may have written.
  private struct NumberSource {
    private var rest: ArraySlice<UInt64>
    /// Where each of the app's own regions stands in the catalog.
    private let own: [Int32]

    init(_ numbers: [UInt64], own: [Int32]) {
      rest = numbers[...]
      self.own = own
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next(upTo limit: UInt64) -> UInt64? {
      guard let number = rest.popFirst(), number <= limit else { return nil }
      return number
    }

    mutating func position() -> Int32? {
      guard !own.isEmpty else { return nil }
      return next(upTo: UInt64(own.count - 1)).map { own[Int($0)] }
    }

    /// Ascending positions, by their distances.
    mutating func positions() -> [Int32]? {
      guard let count = next(upTo: UInt64(own.count)) else { return nil }
      var last: UInt64 = 0
      var positions: [Int32] = []
      for _ in 0..<count {
        guard let distance = next(upTo: UInt64(own.count)), distance > 0 || positions.isEmpty,
          last + distance < own.count
        else { return nil }
        last += distance
        positions.append(own[Int(last)])
      }
      return positions
    }

    mutating func crossing() -> Crossing? {
      guard let word = next(upTo: 10), word & 3 != 3 else { return nil }
      let state: RegionState = word & 3 == 1 ? .satisfied : word & 3 == 2 ? .unsatisfied : .unknown
      guard word > 3 else { return Crossing(assuming: state) }
      guard let bits = rest.popFirst(), case let since = Int64(bitPattern: bits),
        SavedSimulation.times.contains(since)
      else { return nil }
      return Crossing(
        state, pending: .init(since: Timestamp(milliseconds: since), isDeepEnough: word > 7))
    }
  }
}

extension PackedNumbers {
  fileprivate mutating func append(_ tally: SelectionTally) {
    append(tally.reselections)
    append(tally.started)
    append(tally.stopped)
  }

  fileprivate mutating func append(_ crossing: Crossing) {
    append(
      (crossing.state == .satisfied ? 1 : crossing.state == .unsatisfied ? 2 : 0)
        + (crossing.pending.map { $0.isDeepEnough ? 8 : 4 } ?? 0))
    if let pending = crossing.pending { append(Int(pending.since.milliseconds)) }
  }
}

extension PackedNumbers.Reader {
  fileprivate mutating func nextTally() -> SelectionTally {
    var tally = SelectionTally()
    tally.reselections = nextInt()
    tally.started = nextInt()
    tally.stopped = nextInt()
    return tally
  }

  fileprivate mutating func nextCrossing() -> Crossing {
    let word = nextInt()
    let state: RegionState = word & 3 == 1 ? .satisfied : word & 3 == 2 ? .unsatisfied : .unknown
    guard word > 3 else { return Crossing(assuming: state) }
    let since = Timestamp(milliseconds: Int64(nextInt()))
    return Crossing(state, pending: .init(since: since, isDeepEnough: word > 7))
  }
}
