import GeofenceCore

/// Times that wait for their places, first in, first out: two or three bytes each where they follow
/// each other.
struct HeldTimes {
  /// Each time as the difference to the one before, in a variable number of bytes.
  private var bytes: [UInt8] = []
  private var position = 0
  private var lastIn: Int64 = 0
  private var lastOut: Int64 = 0
  private(set) var count = 0

  private static let missing: UInt64 = 0
  private static let unreadable: UInt64 = 1

  /// - Complexity: O(1), amortized.
  mutating func append(_ time: TimeReading) {
    count += 1
    switch time {
    case .missing: put(Self.missing)
    case .unreadable: put(Self.unreadable)
    case .at(let time):
      let step = time.milliseconds - lastIn
      lastIn = time.milliseconds
      put(UInt64(bitPattern: step << 1 ^ step >> 63) + 2)
    }
  }

  /// The first time; a missing one where there is none.
  ///
  /// - Complexity: O(1), amortized.
  mutating func removeFirst() -> TimeReading {
    guard count > 0 else { return .missing }
    count -= 1
    let code = take()
    if position > 1 << 16, position > bytes.count / 2 {
      bytes.removeFirst(position)
      position = 0
    }
    switch code {
    case Self.missing: return .missing
    case Self.unreadable: return .unreadable
    default:
      let folded = code - 2
      lastOut += Int64(folded >> 1) ^ -Int64(folded & 1)
      return .at(Timestamp(milliseconds: lastOut))
    }
  }

  private mutating func put(_ code: UInt64) {
    var rest = code
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func take() -> UInt64 {
    var code: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = bytes[position]
      position += 1
      code |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return code }
      shift += 7
    }
  }
}
