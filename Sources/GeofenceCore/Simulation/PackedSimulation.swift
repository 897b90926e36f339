/// The state of a resting simulation, some dozens of bytes without what the plan determines.
///
/// It holds the selection and the known states of the app, and the crossings under way. The last
/// significant change is stored beside it.
struct PackedSimulation: Sendable {
  private let bytes: [UInt8]

  /// Packs a simulation.
  ///
  /// - Parameters:
  ///   - simulation: the simulation to pack.
  ///   - numbers: the buffer to write with.
  /// - Precondition: the simulation is at rest.
  init(_ simulation: borrowing Simulation, _ numbers: inout PackedNumbers) {
    numbers.removeAll()
    numbers.append(simulation.app.tally)
    let watchesAll = simulation.system.monitor.members == simulation.app.present
    numbers.append(watchesAll ? 1 : 0)
    if !watchesAll { numbers.append(simulation.system.monitor.members) }
    numbers.append(simulation.app.known.inside)
    numbers.append(simulation.app.known.outside)
    // The sentinel follows, where there is one.
    numbers.append(simulation.system.monitor.individuals.count)
    for index in simulation.system.monitor.individuals.indices {
      let condition = simulation.system.monitor.individuals[index]
      numbers.append(condition.region.center.latitude)
      numbers.append(condition.region.center.longitude)
      numbers.append(simulation.system.monitor.kept[index].condition.crossing)
    }
    for kept in simulation.system.monitor.keptMembers {
      numbers.append(Int(kept.position))
      numbers.append(kept.condition.crossing)
    }
    // The copy leaves out the buffer's unused capacity.
    bytes = numbers.bytes.map(\.self)
  }

  var tally: SelectionTally {
    var numbers = PackedNumbers.Reader(bytes)
    return numbers.nextTally()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Restores this state in a new simulation of the same plan.
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

// MARK: state files

extension PackedSimulation {
  /// The mark for the regions that the app selects at the sentinel or, without a sentinel, at the
  /// place of the last significant change.
  private static let nearest: UInt64 = 2

  /// Returns the form that a state file stores.
  ///
  /// - Parameters:
  ///   - change: the last significant change, where the plan uses these.
  ///   - universe: the number of regions in the catalog.
  ///   - choice: returns the regions that the app selects at a place; `nil` where it registers all.
  func saved(
    after change: SignificantChange.Change?, of universe: Int, choice: (Coordinate) -> PositionSet?
  ) -> SavedSimulation {
    var reader = PackedNumbers.Reader(bytes)
    // The first numbers are the tally and the mark for the monitored regions.
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

  /// Creates a state from a state file, checking every number; `nil` where the numbers are
  /// inconsistent.
  ///
  /// - Parameters:
  ///   - numbers: the numbers from `saved(after:of:choice:)`, whose positions count the app's own
  ///     regions alone.
  ///   - sentinel: the centre of the sentinel, where there is one.
  ///   - catalog: the catalog of the plan.
  ///   - choice: returns the regions that the app selected last, where it selects any and the place
  ///     is known.
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

  /// A source of numbers that may have been written by anyone.
  private struct NumberSource {
    private var rest: ArraySlice<UInt64>
    /// The positions in the catalog of the app's own regions.
    private let own: [Int32]

    init(_ numbers: [UInt64], own: [Int32]) {
      rest = numbers[...]
      self.own = own
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the next number; `nil` where there is none, or where it exceeds `limit`.
    mutating func next(upTo limit: UInt64) -> UInt64? {
      guard let number = rest.popFirst(), number <= limit else { return nil }
      return number
    }

    /// Returns the catalog's position of the next region; `nil` where there is no such region.
    mutating func position() -> Int32? {
      guard !own.isEmpty else { return nil }
      return next(upTo: UInt64(own.count - 1)).map { own[Int($0)] }
    }

    /// Returns ascending positions, read as their differences; `nil` where they are inconsistent.
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

    /// Returns the next crossing; `nil` where its numbers are inconsistent.
    mutating func crossing() -> Crossing? {
      guard let word = next(upTo: 14), word & 3 != 3 else { return nil }
      let state: RegionState = word & 3 == 1 ? .satisfied : word & 3 == 2 ? .unsatisfied : .unknown
      guard word > 3 else { return Crossing(assuming: state) }
      guard let bits = rest.popFirst(), case let since = Int64(bitPattern: bits),
        SavedSimulation.times.contains(since)
      else { return nil }
      var pending = Crossing.Pending(since: Timestamp(milliseconds: since))
      if word > 7 { pending.dwellStart = pending.since }
      if word > 11 {
        guard let bits = rest.popFirst(), case let start = Int64(bitPattern: bits),
          SavedSimulation.times.contains(start), start > since
        else { return nil }
        pending.dwellStart = Timestamp(milliseconds: start)
      }
      return Crossing(state, pending: pending)
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
    let depth = crossing.pending.map {
      $0.ownDwellStart != nil ? 12 : $0.dwellStart != nil ? 8 : 4
    }
    append(
      (crossing.state == .satisfied ? 1 : crossing.state == .unsatisfied ? 2 : 0) + (depth ?? 0))
    if let pending = crossing.pending { append(Int(pending.since.milliseconds)) }
    if let start = crossing.pending?.ownDwellStart { append(Int(start.milliseconds)) }
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
    let start = word > 11 ? Timestamp(milliseconds: Int64(nextInt())) : since
    return Crossing(state, pending: .init(since: since, dwellStart: word > 7 ? start : nil))
  }
}
