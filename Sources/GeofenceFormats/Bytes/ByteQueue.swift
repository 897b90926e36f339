/// Bytes that wait to be read, first in, first out.
///
/// A few megabytes of them are in memory; what is more lies in a temporary file, where there is one.
struct ByteQueue {
  /// The oldest, as far as they have not been read.
  private var head: [UInt8] = []
  private var position = 0
  /// What comes after the oldest.
  private var file: SpilledBytes?
  /// The newest.
  private var tail: [UInt8] = []
  /// How many of the newest there may be; all of them where there is no room in a file.
  private var capacity = portion

  private static let portion = 1 << 20

  /// - Complexity: O(1), amortized.
  mutating func append(_ byte: UInt8) {
    if tail.count == capacity { spill() }
    tail.append(byte)
  }

  /// - Precondition: there is a byte.
  /// - Throws: an error of kind `reading` when the temporary file fails.
  /// - Complexity: O(1), amortized.
  mutating func removeFirst() throws(InputError) -> UInt8 {
    if position == head.count { try refill() }
    defer { position += 1 }
    return head[position]
  }

  private mutating func spill() {
    do {
      if file == nil { file = try SpilledBytes() }
      try file?.append(tail)
      tail.removeAll(keepingCapacity: true)
    } catch {
      capacity = .max
    }
  }

  private mutating func refill() throws(InputError) {
    position = 0
    if let file, !file.isEmpty {
      head = try file.read(Self.portion)
    } else {
      file = nil
      swap(&head, &tail)
      tail.removeAll(keepingCapacity: true)
    }
  }
}

extension ByteQueue {
  /// Appends a number in as many bytes as it needs, seven bits in each.
  mutating func append(varying number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  mutating func removeVarying() throws(InputError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try removeFirst()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  /// Appends a number in eight bytes.
  mutating func append(_ number: Double) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
    }
  }

  mutating func removeDouble() throws(InputError) -> Double {
    var pattern: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      pattern |= UInt64(try removeFirst()) << shift
    }
    return Double(bitPattern: pattern)
  }
}

extension UInt64 {
  /// A number near zero, of whatever sign, as a small one.
  init(folding number: Int64) { self.init(bitPattern: number << 1 ^ number >> 63) }

  var unfolded: Int64 { Int64(self >> 1) ^ -Int64(self & 1) }
}
