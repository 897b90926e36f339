import GeofenceCore

/// Reads the times of a table, quickly where one lies in the same minute as the one before.
///
/// A track has one fix after another: of `2024-05-01T09:10:07.250Z` seldom more than the seconds
/// differ from the row before, and the bytes before them need not be read again.
struct TimeReader {
  /// The bytes of the last minute read in full, such as `2024-05-01T09:10`.
  private var minute: (UInt64, UInt64) = (0, 0)
  /// When it begins; `nil` when none has been read.
  private var start: Timestamp?

  /// Reads the current row's cell for `slot`; see `Timestamp.init(bytes:)`.
  @inline(__always)
  mutating func time(_ slot: Int, of table: borrowing DelimitedTable) -> Timestamp? {
    let range = table.range(slot)
    let buffer = table.source.buffer.span
    var position = range.lowerBound
    if let time = plainTime(at: &position, of: buffer), position == range.upperBound { return time }
    return Timestamp(bytes: buffer.extracting(range))
  }

  /// Reads a plain time at `position` and moves it to where the time ends: `…:ss.fffZ`, `…:ssZ` or
  /// ten digits.
  ///
  /// - Returns: `nil` where it is written differently, cannot be or is a leap second.
  /// - Precondition: `buffer` has at least 24 bytes from `position` on.
  @inline(__always)
  mutating func plainTime(at position: inout Int, of buffer: Span<UInt8>) -> Timestamp? {
    let bytes = (
      UInt64(littleEndianAt: position, of: buffer),
      UInt64(littleEndianAt: position &+ 8, of: buffer)
    )
    guard let (rest, length) = Self.millisecondsOfMinute(buffer, at: position &+ 16) else {
      return Self.wholeSeconds(bytes, &position)
    }
    let end = position &+ 16 &+ length
    if let start, bytes == minute {
      position = end
      return Timestamp(milliseconds: start.milliseconds &+ rest)
    }
    guard let time = Timestamp(bytes: buffer.extracting(position..<end)) else { return nil }
    minute = bytes
    start = Timestamp(milliseconds: time.milliseconds &- rest)
    position = end
    return time
  }

  /// What `:ss.fffZ` or `:ssZ` at `position` says, and how long it is.
  @inline(__always)
  private static func millisecondsOfMinute(_ buffer: Span<UInt8>, at position: Int) -> (Int64, Int)?
  {
    let bytes = UInt64(littleEndianAt: position, of: buffer)
    let hasFraction = UInt8(truncatingIfNeeded: bytes >> 24) == ASCII.point
    // ":00.000Z" and ":00Z", so that digits are left with their value and all others with zero.
    let rest = hasFraction ? bytes ^ 0x5A30_3030_2E30_303A : (bytes & 0xFFFF_FFFF) ^ 0x5A30_303A
    // A digit above nine, and any other byte above zero, makes the sum's high bit.
    let excess = rest | (rest &+ 0x7F76_7676_7F76_767F)
    guard excess & UInt64(repeating: 0x80) == 0 else { return nil }
    let digit = { (place: UInt64) in Int64((rest >> (8 &* place)) & 0xF) }
    let seconds = digit(1) &* 10 &+ digit(2)
    guard seconds < 60 else { return nil }
    let fraction = digit(4) &* 100 &+ digit(5) &* 10 &+ digit(6)
    return (seconds &* 1000 &+ fraction, hasFraction ? 8 : 4)
  }

  /// Ten digits as seconds since 1970.
  @inline(__always)
  private static func wholeSeconds(_ bytes: (UInt64, UInt64), _ position: inout Int) -> Timestamp? {
    let digits = (bytes.0 ^ UInt64(repeating: ASCII.zero), bytes.1 ^ UInt64(repeating: ASCII.zero))
    guard digits.0.leadingDigits == 8, digits.1.leadingDigits == 2 else { return nil }
    position &+= 10
    let seconds =
      UInt64(eightDigits: digits.0) &* 100 &+ UInt64(eightDigits: digits.1 << 48)
    return Timestamp(milliseconds: Int64(truncatingIfNeeded: seconds) &* 1000)
  }
}
