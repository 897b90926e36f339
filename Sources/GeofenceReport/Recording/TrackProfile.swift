import GeofenceCore

/// The elevations and speeds along a track, at times that are far enough apart for a chart.
///
/// - Complexity: O(1) amortized for each fix; memory is that of 4,000 samples.
struct TrackProfile: Sendable {
  /// A sample of a fix; the altitude is in metres, the speed in metres per second.
  struct Sample: Hashable, Sendable {
    let time: Timestamp
    let altitude: Double?
    let speed: Double?
  }

  private(set) var samples: [Sample] = []
  private var step = Interval(milliseconds: 0)
  private static let capacity = 4000

  /// Appends a fix, unless it has neither or follows the last sample too closely.
  mutating func append(_ fix: Fix) {
    guard fix.altitude != nil || fix.speed != nil else { return }
    if let last = samples.last, fix.time - last.time < step { return }
    samples.append(Sample(time: fix.time, altitude: fix.altitude, speed: fix.speed))
    if samples.count > Self.capacity { thin() }
  }

  private mutating func thin() {
    samples = samples.indices.filter { $0.isMultiple(of: 2) }.map { samples[$0] }
    guard let first = samples.first, let last = samples.last else { return }
    step = Interval(
      milliseconds: max(1, (last.time - first.time).milliseconds / Int64(samples.count)))
  }
}
