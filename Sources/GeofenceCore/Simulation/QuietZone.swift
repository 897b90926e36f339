/// Where and until when a fix would change nothing at all: no state, no crossing under way, no choice.
///
/// Most fixes fall into one, and are passed over without being turned into vectors. Sixteen bytes, since
/// there may be millions of these.
struct QuietZone: Sendable {
  private var surroundings = Surroundings.none
  /// Seconds since 1970.
  private var end: UInt32 = 0

  /// What one of those who watch the device allows it.
  struct Allowance {
    /// Metres by chord; not positive where the very next fix has to be seen.
    var distance = Double.infinity
    /// When a fix has to be seen wherever it is.
    var end = Timestamp.distantFuture

    func joined(with other: Allowance) -> Allowance {
      Allowance(distance: min(distance, other.distance), end: min(end, other.end))
    }

    /// Whether a fix at `time` has to be seen where the device is.
    func isUsedUp(at time: Timestamp) -> Bool { distance <= 0 || end <= time }
  }

  /// None: every fix has to be seen.
  init() {}

  /// - Parameter vector: that of `place`.
  init(from place: Coordinate, _ vector: EarthVector, _ allowance: Allowance) {
    guard allowance.distance > 0, allowance.end.milliseconds > 0 else { return }
    // What the vectors' coordinates and the roots may be off by.
    surroundings = Surroundings(of: place, vector, within: allowance.distance - 1e-6)
    end = UInt32(clamping: allowance.end.milliseconds / 1000)
  }

  @inline(__always)
  func covers(_ fix: Fix) -> Bool {
    fix.time.milliseconds < Int64(end) &* 1000 && surroundings.contains(fix.coordinate)
  }
}
