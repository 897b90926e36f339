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
