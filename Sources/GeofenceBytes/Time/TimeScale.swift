/// The unit and the beginning of times that are numbers, where these are known.
package struct TimeScale: Hashable, Sendable {
  /// The number of units in a second.
  package var unitsPerSecond: Double
  /// The time at which the numbers begin to count.
  package var epoch = Timestamp(milliseconds: 0)

  package init(unitsPerSecond: Double, epoch: Timestamp = Timestamp(milliseconds: 0)) {
    (self.unitsPerSecond, self.epoch) = (unitsPerSecond, epoch)
  }

  /// Seconds since 2001-01-01T00:00:00Z, as Foundation's `Date` counts and `JSONEncoder` writes.
  package static let apple = TimeScale(
    unitsPerSecond: 1, epoch: Timestamp(milliseconds: 978_307_200_000))

  /// The seconds since 1970 in 1989 to 1999 that are 2020 to 2030 as seconds since 2001.
  static let seemingApple: ClosedRange<Int64> = 599_616_000_000...915_148_799_999

  /// Returns the time that a number stands for, cut to milliseconds, and its form.
  ///
  /// - Returns: `nil` for a text that is no number, or no time that can be written.
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
