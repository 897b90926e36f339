import GeofenceCore

/// Reads the times of a table, quickly where one lies in the same minute as the one before.
///
/// A track has one fix after another: of `2024-05-01T09:10:07.250Z` seldom more than the seconds
/// differ from the row before, and the bytes before them need not be read again.
struct TimeReader {
  /// The bytes of the last minute read in full, such as `2024-05-01T09:10`.
  private var minute: (UInt64, UInt64) = (0, 0)
  private var start = Timestamp(milliseconds: 0)

  /// Reads the current row's cell for `slot`; see `Timestamp.init(bytes:)`.
  @inline(__always)
  mutating func time(_ slot: Int, of table: borrowing DelimitedTable) -> Timestamp? {
    let range = table.range(slot)
    let buffer = table.source.buffer.span
    guard let rest = Self.millisecondsOfMinute(range, buffer) else {
      return Timestamp(bytes: buffer.extracting(range))
    }
    let bytes = (
      UInt64(littleEndianAt: range.lowerBound, of: buffer),
      UInt64(littleEndianAt: range.lowerBound &+ 8, of: buffer)
    )
    if bytes == minute { return Timestamp(milliseconds: start.milliseconds &+ rest) }
    guard let time = Timestamp(bytes: buffer.extracting(range)) else { return nil }
    minute = bytes
    start = Timestamp(milliseconds: time.milliseconds &- rest)
    return time
  }

  /// What `:ss.fffZ` or `:ssZ` says after the sixteen bytes of a minute; `nil` where it is written
  /// differently or is a leap second.
  @inline(__always)
  private static func millisecondsOfMinute(_ range: Range<Int>, _ buffer: Span<UInt8>) -> Int64? {
    let hasFraction = range.count == 24
    guard hasFraction || range.count == 20 else { return nil }
    let bytes = UInt64(littleEndianAt: range.lowerBound &+ 16, of: buffer)
    // ":00.000Z" and ":00Z", so that digits are left with their value and all others with zero.
    let rest = hasFraction ? bytes ^ 0x5A30_3030_2E30_303A : (bytes & 0xFFFF_FFFF) ^ 0x5A30_303A
    // A digit above nine, and any other byte above zero, makes the sum's high bit.
    let excess = rest | (rest &+ 0x7F76_7676_7F76_767F)
    guard excess & 0x8080_8080_8080_8080 == 0 else { return nil }
    let digits = { (place: UInt64) in Int64((rest >> (8 &* place)) & 0xF) }
    let seconds = digits(1) &* 10 &+ digits(2)
    guard seconds < 60 else { return nil }
    return seconds &* 1000 &+ digits(4) &* 100 &+ digits(5) &* 10 &+ digits(6)
  }
}
