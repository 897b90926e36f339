/// A buffer of whole numbers, each in as few bytes as it needs (LEB128).
struct PackedNumbers: Sendable {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func append(_ number: Int) { append(UInt64(bitPattern: Int64(number))) }

  mutating func append(_ number: Double) { append(number.bitPattern) }

  /// Appends ascending positions as their number and their differences.
  mutating func append(_ positions: PositionSet) {
    append(positions.count)
    var last: Int32 = 0
    for position in positions {
      append(Int(position - last))
      last = position
    }
  }

  /// A reader that returns the numbers in the order in which they were appended.
  struct Reader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    mutating func next() -> UInt64 {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while true {
        let byte = bytes[index]
        index += 1
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
    }

    mutating func nextInt() -> Int { Int(truncatingIfNeeded: next()) }

    mutating func nextDouble() -> Double { Double(bitPattern: next()) }

    /// Returns the next positions.
    ///
    /// - Parameter universe: the number of all positions, members or not.
    /// - Complexity: O(n) for n positions.
    mutating func nextPositions(of universe: Int) -> PositionSet {
      var positions: [Int32] = []
      let count = nextInt()
      positions.reserveCapacity(count)
      var last: Int32 = 0
      for _ in 0..<count {
        last += Int32(nextInt())
        positions.append(last)
      }
      return PositionSet(positions, of: universe)
    }
  }
}
