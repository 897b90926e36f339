import GeofenceCommandLine
import GeofenceCore

/// A meter that counts the fixes of a track for the progress line.
struct FixMeter {
  private let progress: ProgressLine?
  private let track: String
  private var fixes = 0
  private static let stride = 8192

  init(_ progress: ProgressLine?, track: String) {
    self.progress = progress
    self.track = track
  }

  /// Counts a fix, and those that were passed over before it.
  mutating func count(_ fix: Fix, after quiet: QuietRun = QuietRun()) {
    fixes += quiet.count + 1
    guard fixes >= Self.stride else { return }
    progress?.add(fixes, of: track, at: fix.time)
    fixes = 0
  }
}
