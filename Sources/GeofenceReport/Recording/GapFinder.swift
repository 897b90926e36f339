import GeofenceCore

/// A detector of times without fixes in a track, judged by the pace of the fixes before each.
///
/// A gap lasts a minute or more, and at least ten times as long as fixes are apart on average: a
/// pause of half an hour is a gap for a phone that reports every second, and none for one that
/// reports every quarter of an hour.
struct GapFinder: Sendable {
  /// The shortest gap in seconds.
  private static let shortest = 60.0
  private static let factor = 10.0

  private var before: Timestamp?
  /// The seconds between fixes, without gaps.
  private var sum = 0.0
  private var count = 0.0

  /// Returns whether the time between the previous fix and this one is a gap.
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
