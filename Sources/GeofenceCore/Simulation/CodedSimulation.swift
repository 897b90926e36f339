/// The state of a simulation as whole numbers, each in as few bytes as it needs (LEB128).
///
/// It is what is kept of a device at rest, what a state file holds, and what the next run continues
/// from. What the plan determines is left out, and so is what can be derived: the quiet zone and the
/// regions that are near.
package struct CodedSimulation: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// The times that are accepted, in milliseconds since 1970: the years 0 to 9999.
  package static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999
}

/// An error for a coded simulation that makes no sense under the plan.
package struct SimulationMismatch: Error, Hashable {
  package init() {}
}

/// The numbers that stand for the regions of a plan in a coding: those of the app at the start are
/// counted in the order of their identifiers, and after them the actions of the scenario, of which
/// some add one.
///
/// So a number stands for the same region in the next run, whose scenario may have other actions
/// later on.
package struct RegionNumbering: Sendable {
  /// The positions in the catalog, by number, with −1 for an action that adds none; `nil` where
  /// each position is its number.
  private let positions: [Int32]?
  private let numbers: [Int32: Int]
  package let catalog: RegionCatalog
  package let schedule: Schedule

  package init(_ catalog: RegionCatalog, _ schedule: Schedule) {
    (self.catalog, self.schedule) = (catalog, schedule)
    guard !catalog.initial.isWhole else {
      (positions, numbers) = (nil, [:])
      return
    }
    let added = schedule.entries.map { entry -> Int32 in
      guard case .add(let region) = entry.action else { return -1 }
      return catalog.position(of: region) ?? -1
    }
    let positions = Array(catalog.initial) + added
    self.positions = positions
    numbers = Dictionary(positions.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  func number(of position: Int32) -> Int {
    positions == nil ? Int(position) : numbers[position] ?? 0
  }

  /// Returns the positions of regions with some identifiers, of each the one with the least number.
  package func positions(of identifiers: Set<RegionIdentifier>) -> [Int32] {
    identifiers.compactMap { identifier in
      catalog.positions(of: identifier).min { order(of: $0) < order(of: $1) }
    }
  }

  private func order(of position: Int32) -> Int {
    positions == nil ? Int(position) : numbers[position] ?? .max
  }

  /// Returns the position of a region; `nil` where no region has the number.
  package func position(of number: Int) -> Int32? {
    guard let positions else {
      return 0..<catalog.regions.count ~= number ? Int32(number) : nil
    }
    return positions.indices.contains(number) && positions[number] >= 0 ? positions[number] : nil
  }
}

/// A writer and a reader of codings: a value is coded by the same call in both directions.
///
/// A coding may have been written by anyone: a number that makes no sense leaves the coder invalid,
/// and the values that it was to give as they were.
package struct SimulationCoder {
  private(set) var bytes: [UInt8] = []
  private var index = 0
  let isReading: Bool
  private(set) var isValid = true
  package let numbering: RegionNumbering

  package init(_ numbering: RegionNumbering) {
    (isReading, self.numbering) = (false, numbering)
  }

  init(reading coded: CodedSimulation, _ numbering: RegionNumbering) {
    (bytes, isReading, self.numbering) = (coded.bytes, true, numbering)
  }

  package var coded: CodedSimulation { CodedSimulation(bytes: bytes.map { $0 }) }

  var isAtEnd: Bool { index == bytes.count }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func fail() { isValid = false }

  private mutating func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func read() -> UInt64? {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while isValid, index < bytes.count, shift < 64 {
      let byte = bytes[index]
      index += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    isValid = false
    return nil
  }

  mutating func code(_ number: inout UInt64) {
    if isReading { number = read() ?? number } else { write(number) }
  }

  package mutating func code(_ number: inout Int, upTo limit: Int = 1 << 48) {
    guard isReading else { return write(UInt64(number)) }
    guard let new = read(), limit >= 0, new <= UInt64(limit) else { return fail() }
    number = Int(new)
  }

  package mutating func code(_ flag: inout Bool) {
    var number = flag ? 1 : 0
    code(&number, upTo: 1)
    flag = number == 1
  }

  private mutating func code(signed number: inout Int64) {
    var word = UInt64(bitPattern: number << 1 ^ number >> 63)
    code(&word)
    number = Int64(word >> 1) ^ -Int64(word & 1)
  }

  /// Codes a number, in few bytes where it has at most seven decimals: twice the number of its units
  /// of 1e-7, or 1 and its eight bytes.
  package mutating func code(_ number: inout Double) {
    guard isReading else {
      let scaled = (number * 1e7).rounded()
      if scaled.magnitude < 1e15, (scaled / 1e7).bitPattern == number.bitPattern {
        var units = Int64(scaled) * 2
        return code(signed: &units)
      }
      bytes.append(1)
      for byte in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> (byte * 8)))
      }
      return
    }
    var units: Int64 = 0
    if bytes.dropFirst(index).first != 1 {
      code(signed: &units)
      number = Double(units / 2) / 1e7
      return
    }
    guard index + 9 <= bytes.count else { return fail() }
    let bits = bytes[(index + 1)..<(index + 9)].reversed().reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    index += 9
    number = Double(bitPattern: bits)
    if !number.isFinite { fail() }
  }

  /// Codes a number that makes sense in a range alone.
  mutating func code(_ number: inout Double, in range: ClosedRange<Double>) {
    code(&number)
    if isReading, !range.contains(number) { fail() }
  }

  package mutating func code(_ place: inout Coordinate) {
    var (latitude, longitude) = (place.latitude, place.longitude)
    code(&latitude)
    code(&longitude)
    guard isReading else { return }
    let read = Coordinate(latitude: latitude, longitude: longitude)
    if read.isValid { place = read } else { fail() }
  }

  package mutating func code(_ time: inout Timestamp) {
    var milliseconds = time.milliseconds
    code(signed: &milliseconds)
    guard isReading else { return }
    guard CodedSimulation.times.contains(milliseconds) else { return fail() }
    time = Timestamp(milliseconds: milliseconds)
  }

  package mutating func code(_ change: inout SignificantChange.Change) {
    code(&change.place)
    code(&change.time)
  }

  /// Codes a value that may be missing; `initial` is what a value is read into.
  package mutating func code<Value>(
    _ value: inout Value?, _ initial: Value, _ body: (inout Self, inout Value) -> Void
  ) {
    var isThere = value != nil
    code(&isThere)
    guard isThere else {
      value = nil
      return
    }
    var present = value ?? initial
    body(&self, &present)
    value = present
  }

  /// Codes a list; `initial` is what an element is read into.
  package mutating func code<Element>(
    _ list: inout [Element], _ initial: Element, _ body: (inout Self, inout Element) -> Void
  ) {
    var count = list.count
    // An element has at least one byte.
    code(&count, upTo: isReading ? bytes.count - index : count)
    guard isReading else {
      for var element in list { body(&self, &element) }
      return
    }
    list = []
    for _ in 0..<count where isValid {
      var element = initial
      body(&self, &element)
      list.append(element)
    }
    // An element that makes no sense is as it was, which need not make sense here.
    if !isValid { list = [] }
  }

  package mutating func code<Value: CaseIterable & Equatable>(_ value: inout Value)
  where Value.AllCases == [Value] {
    var number = Value.allCases.firstIndex(of: value) ?? 0
    code(&number, upTo: Value.allCases.count - 1)
    value = Value.allCases[number]
  }

  package mutating func code(_ position: inout Int32) {
    var number = isReading ? 0 : numbering.number(of: position)
    code(&number)
    guard isReading else { return }
    if let read = numbering.position(of: number) { position = read } else { fail() }
  }

  /// Codes a list of positions by the differences of their numbers.
  package mutating func code(ascending positions: inout [Int32]) {
    var numbers = isReading ? [] : positions.map(numbering.number(of:)).sorted()
    var last = 0
    code(&numbers, 0) { coder, number in
      var difference = number - last
      coder.code(&difference)
      let (sum, isBeyond) = last.addingReportingOverflow(difference)
      if isBeyond { return coder.fail() }
      number = sum
      last = number
    }
    guard isReading else { return }
    let read = numbers.compactMap(numbering.position(of:))
    guard read.count == numbers.count, Set(read).count == read.count else { return fail() }
    positions = read.sorted()
  }

  /// Codes a set in one byte where it is the usual one.
  package mutating func code(_ set: inout PositionSet, usual: PositionSet) {
    var isUsual = !isReading && set == usual
    code(&isUsual)
    guard !isUsual else {
      set = usual
      return
    }
    var positions = isReading ? [] : Array(set)
    code(ascending: &positions)
    set = PositionSet(positions, of: usual.universeCount)
  }
}
