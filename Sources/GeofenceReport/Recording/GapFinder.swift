import GeofenceCore

/// Times without fixes in a track, each told from the pace of the fixes before it.
///
/// A gap is a minute or more, and ten times as long as fixes are apart on average: a phone that
/// reports every quarter of an hour has none where one that reports every second has.
struct GapFinder: Sendable {
  private static let shortest = 60.0
  private static let factor = 10.0

  private var before: Timestamp?
  /// Seconds between fixes, gaps apart.
  private var sum = 0.0
  private var count = 0.0

  /// Whether the time between the fix before and this one is a gap.
  ///
  /// - Precondition: `time` is not earlier than the one before.
  mutating func isGap(before time: Timestamp) -> Bool {
    defer { before = time }
    guard let before else { return false }
    let seconds = (time - before).seconds
    if count > 0, seconds >= max(Self.shortest, Self.factor * sum / count) { return true }
    sum += seconds
    count += 1
    return false
  }
}
