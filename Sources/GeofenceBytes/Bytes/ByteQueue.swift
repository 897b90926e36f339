/// A queue of bytes that wait to be read, first in, first out.
///
/// A few megabytes of them are held in memory. The rest is in a temporary file, if one can be made.
package struct ByteQueue {
  /// The oldest bytes; those before `position` have been read.
  private var head: [UInt8] = []
  private var position = 0
  /// The bytes between the oldest and the newest ones, in a temporary file.
  private var file: SpilledBytes?
  private var tail: [UInt8] = []
  /// The largest number of bytes in `tail`; unlimited once a file has no room for more.
  private var capacity = portion

  private static let portion = 1 << 20

  package init() {}

  package mutating func append(_ byte: UInt8) {
    if tail.count == capacity { spill() }
    tail.append(byte)
  }

  /// Removes the oldest byte and returns it. Precondition: the queue is not empty. Throws an error
  /// of kind `reading` if the temporary file fails. O(1), amortized.
  package mutating func removeFirst() throws(InputError) -> UInt8 {
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
  /// Appends a number in as few bytes as possible, seven bits in each.
  package mutating func append(varying number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Removes a number that `append(varying:)` has appended, and returns it.
  package mutating func removeVarying() throws(InputError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try removeFirst()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  package mutating func append(_ number: Double) {
    var rest = number.bitPattern
    for _ in 0..<8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Removes a number that was appended in eight bytes, and returns it.
  package mutating func removeDouble() throws(InputError) -> Double {
    var pattern: UInt64 = 0
    for _ in 0..<8 { pattern = pattern >> 8 | UInt64(try removeFirst()) << 56 }
    return Double(bitPattern: pattern)
  }
}

extension UInt64 {
  /// Creates a small number from a signed one near zero (the zigzag encoding). For example, 0, -1,
  /// 1 and -2 become 0, 1, 2 and 3.
  package init(folding number: Int64) { self.init(bitPattern: number << 1 ^ number >> 63) }

  package var unfolded: Int64 { Int64(self >> 1) ^ -Int64(self & 1) }
}
