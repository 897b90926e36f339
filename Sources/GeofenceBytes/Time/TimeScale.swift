package struct TimeScale: Hashable, Sendable {
  package var unitsPerSecond: Double
  package var epoch = Timestamp(milliseconds: 0)

  package init(unitsPerSecond: Double, epoch: Timestamp = Timestamp(milliseconds: 0)) {
    (self.unitsPerSecond, self.epoch) = (unitsPerSecond, epoch)
  }

  /// Returns whether a number is of 2020 to 2030 as one since 2001, or 1989 to 1999 since 1970.
  static func mayBeApple(_ time: Timestamp) -> Bool {
    599_616_000_000...915_148_799_999 ~= time.milliseconds
  }

  /// Returns a number's time, cut to milliseconds, and its form; `nil` if it is none.
  func reading(_ text: Span<UInt8>) -> (time: Timestamp, form: TimeForm)? {
    guard let number = Double(decimal: text) else { return nil }
    // A decimal fraction is seldom exact in binary: a thousandth of a millisecond is not cut off.
    let milliseconds = (number * 1000 / unitsPerSecond + 0.001).rounded(.down)
    guard milliseconds.magnitude < 1e15 else { return nil }
    let time = Timestamp(milliseconds: Int64(milliseconds) + epoch.milliseconds)
    guard Timestamp.writable.contains(time.milliseconds) else { return nil }
    let isElapsed = epoch.milliseconds == 0 && milliseconds.magnitude < 1e11
    return (time, isElapsed ? .elapsed : .absolute)
  }
}

extension Timestamp {
  /// 2001-01-01T00:00:00Z, from which Foundation's `Date` counts, as `JSONEncoder` writes it.
  package static let apple = Timestamp(milliseconds: 978_307_200_000)
}
