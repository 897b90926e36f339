/// The beginnings of the last long steps between two fixes of a device.
struct LongSteps: Sendable {
  /// The longest step, 20 s, over which a recording still shows how deep a stay was.
  private static let longest = Interval(milliseconds: 20_000)

  /// The fix before the last step of more than five minutes.
  private(set) var gap = Timestamp.distantPast
  /// The fix before the last step of more than 20 s.
  private(set) var long = Timestamp.distantPast

  mutating func note(from last: Timestamp, to time: Timestamp) {
    let step = time - last
    if step > Self.longest { long = last }
    if step > CrossingVerdict.soon { gap = last }
  }
}
