import GeofenceBytes
import GeofenceCore

/// A simulation in one of the forms of state files up to version 3, which are still read.
///
///     …,46.05,14.5,-60000]            settled: the place and time of the last significant change
///     …,46.05,14.5,-60000,"home"]     settled in a region
///     …,46.05,14.5,-60000,[2,7,3,…]]  at rest, after it has moved about
///     …,[0,3,0,…]]                    at rest, without that change
///     …,{…}]                          the whole state by names
///
/// The time of the change, in milliseconds, counts from that of the last point. The centre of a
/// sentinel, `[46.05,14.5]` in degrees, precedes the numbers.
package struct OldSimulation: Hashable, Sendable {
  /// The bytes in the file, which are written again where the device stays away.
  let bytes: [UInt8]
  fileprivate let form: Form

  fileprivate enum Form: Hashable, Sendable {
    case settled(in: String?, after: SignificantChange.Change)
    case packed([UInt64], sentinel: Coordinate?, after: SignificantChange.Change?)
    case whole(NamedState)
  }

  package func coded(for settings: Settings, _ numbering: RegionNumbering)
    throws(SimulationMismatch) -> CodedSimulation
  {
    let (change, hasChanges): (SignificantChange.Change?, Bool) =
      switch form {
      case .settled(_, let change): (change, true)
      case .packed(_, _, let change): (change, change != nil)
      case .whole: (nil, settings.triggers.contains(.significant))
      }
    guard hasChanges == settings.triggers.contains(.significant) else {
      throw SimulationMismatch()
    }
    switch form {
    case .settled(let name, _):
      var regions: [Int32] = []
      if let name {
        let catalog = numbering.catalog
        guard let position = catalog.position(of: RegionIdentifier(name), in: catalog.initial)
        else { throw SimulationMismatch(region: name) }
        regions = [position]
      }
      var coder = SimulationCoder(numbering)
      var (parts, tally): (Simulation.Parts, SelectionTally) = ([.change, .kept], .init())
      coder.code(&parts, &tally, 0)
      if var change { coder.code(&change) }
      coder.code(&regions, 0) { coder, region in
        coder.code(&region)
        var condition = Condition(Crossing(assuming: .satisfied))
        coder.code(&condition)
      }
      return coder.coded
    case .packed(let numbers, let sentinel, _):
      guard let coded = Self.coded(numbers, sentinel, change, numbering) else {
        throw SimulationMismatch()
      }
      return coded
    case .whole(let simulation): return try simulation.coded(numbering, settings)
    }
  }

  private static func coded(
    _ numbers: [UInt64], _ sentinel: Coordinate?, _ change: SignificantChange.Change?,
    _ numbering: RegionNumbering
  ) -> CodedSimulation? {
    var source = NumberSource(numbers, numbering)
    var parts: Simulation.Parts = [.tally, .sentinel, .members, .known, .kept]
    if change != nil { parts.insert(.change) }
    var tally = SelectionTally()
    guard let reselections = source.next(upTo: 1 << 48), let started = source.next(upTo: 1 << 48),
      let stopped = source.next(upTo: 1 << 48), let kind = source.next(upTo: 2)
    else { return nil }
    (tally.reselections, tally.started, tally.stopped) = (reselections, started, stopped)
    var place = kind == 2 ? sentinel ?? change?.place : nil
    if kind == 2, place == nil { return nil }
    let catalog = numbering.catalog
    let none = PositionSet(of: catalog.regions.count)
    var members = kind == 0 ? source.set() : catalog.initial
    guard members != nil, var inside = source.set(), var outside = source.set(),
      let sentinels = source.next(upTo: 1), sentinels == (sentinel == nil ? 0 : 1)
    else { return nil }
    var coder = SimulationCoder(numbering)
    coder.code(&parts, &tally, 0)
    if var change { coder.code(&change) }
    var (center, inCenter) = (sentinel, Condition())
    if sentinel != nil {
      guard let crossing = source.crossing() else { return nil }
      inCenter = Condition(crossing)
    }
    coder.code(&center, Coordinate(latitude: 0, longitude: 0)) { coder, center in
      coder.code(&center)
      coder.code(&inCenter)
    }
    coder.code(&place, Coordinate(latitude: 0, longitude: 0)) { $0.code(&$1) }
    if place == nil, var listed = members.take() { coder.code(&listed, usual: catalog.initial) }
    coder.code(&inside, usual: none)
    coder.code(&outside, usual: none)
    var kept: [(position: Int32, condition: Condition)] = []
    while !source.isAtEnd {
      guard let position = source.position(), position > kept.last?.position ?? -1,
        let crossing = source.crossing()
      else { return nil }
      kept.append((position, Condition(crossing)))
    }
    coder.code(&kept, (position: 0, condition: Condition())) { coder, entry in
      coder.code(&entry.position)
      coder.code(&entry.condition)
    }
    return coder.coded
  }

  /// A source of numbers that may have been written by anyone.
  private struct NumberSource {
    private var rest: ArraySlice<UInt64>
    private let numbering: RegionNumbering

    init(_ numbers: [UInt64], _ numbering: RegionNumbering) {
      (rest, self.numbering) = (numbers[...], numbering)
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next(upTo limit: UInt64) -> Int? {
      guard let number = rest.popFirst(), number <= limit else { return nil }
      return Int(number)
    }

    /// Returns the catalog's position of the next region; `nil` where there is no such region.
    mutating func position() -> Int32? { next(upTo: 1 << 31).flatMap(numbering.position(of:)) }

    mutating func set() -> PositionSet? {
      let universe = numbering.catalog.regions.count
      guard let count = next(upTo: UInt64(universe)) else { return nil }
      var (last, positions): (Int, [Int32]) = (0, [])
      for _ in 0..<count {
        guard let distance = next(upTo: UInt64(universe)), distance > 0 || positions.isEmpty,
          let position = numbering.position(of: last + distance)
        else { return nil }
        last += distance
        positions.append(position)
      }
      return PositionSet(positions, of: universe)
    }

    private mutating func time() -> Timestamp? {
      guard let bits = rest.popFirst(), case let time = Int64(bitPattern: bits),
        CodedSimulation.times.contains(time)
      else { return nil }
      return Timestamp(milliseconds: time)
    }

    mutating func crossing() -> Crossing? {
      guard let word = next(upTo: 14), word & 3 != 3 else { return nil }
      let state = RegionState.allCases[word & 3]
      guard word > 3 else { return Crossing(assuming: state) }
      guard let since = time() else { return nil }
      var start = word > 7 ? since : nil
      if word > 11 {
        start = time()
        if start.map({ $0 <= since }) ?? true { return nil }
      }
      return Crossing(state, pending: .init(since: since, dwellStart: start))
    }
  }
}

extension LineReader {
  /// - Parameter last: The last point in milliseconds, from which the time of a change counts.
  mutating func oldSimulation(after last: Int64) -> OldSimulation? {
    let start = self
    guard let form = oldForm(after: last) else { return nil }
    return OldSimulation(bytes: bytes(since: start), form: form)
  }

  private mutating func oldForm(after last: Int64) -> OldSimulation.Form? {
    if isAt(ASCII.openBrace) {
      return (try? JSONText.decoded(NamedState.self, rest(before: 1))).map { .whole($0) }
    }
    if isAt(ASCII.openBracket) { return packed(after: nil) }
    guard let place = place(), skip(ASCII.comma), let time = integer(),
      case (let sum, let isOver) = last.addingReportingOverflow(time), !isOver,
      CodedSimulation.times.contains(sum)
    else { return nil }
    let change = SignificantChange.Change(place: place, time: Timestamp(milliseconds: sum))
    guard skip(ASCII.comma) else { return .settled(in: nil, after: change) }
    if isAt(ASCII.openBracket) { return packed(after: change) }
    return text().map { .settled(in: $0, after: change) }
  }

  private mutating func packed(after change: SignificantChange.Change?) -> OldSimulation.Form? {
    let start = self
    var sentinel: Coordinate?
    if skip(ASCII.openBracket), let place = place(), skip("],") {
      sentinel = place
    } else {
      self = start
    }
    guard skip(ASCII.openBracket) else { return nil }
    var numbers: [UInt64] = []
    while !isAt(ASCII.closeBracket) {
      guard numbers.isEmpty || skip(ASCII.comma), let number = wholeNumber() else { return nil }
      numbers.append(number)
    }
    return skip(ASCII.closeBracket) ? .packed(numbers, sentinel: sentinel, after: change) : nil
  }
}
