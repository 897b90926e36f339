import GeofenceBytes
import GeofenceCore

/// The gaps of a recording that were filled with fixes on a line between their ends.
package struct FilledGaps: Hashable, Sendable {
  private var count = 0
  private var longest = Interval(milliseconds: 0)
  /// The time of the fix at the end of the longest one.
  private var end = Timestamp.distantPast

  package init() {}

  /// Counts the step to a fix at `time`, if it is a gap.
  package mutating func add(_ step: Interval, before time: Timestamp) {
    guard step > CrossingVerdict.soon else { return }
    count += 1
    if step > longest { (longest, end) = (step, time) }
  }

  /// Returns the warning about the gaps of a track; `nil` where there are none.
  package func warning(of source: String) -> Finding? {
    guard count > 0 else { return nil }
    return Finding(
      .warning, .implausible,
      InputError(
        source: source,
        problem: "--interpolate fills \(counted(count, "gap")) of more than "
          + "\(CrossingVerdict.soon.spoken), the longest of \(longest.spoken) up to \(end.rfc3339)",
        help: "nobody knows the path there: --from and --to play what lies between the gaps"))
  }
}
