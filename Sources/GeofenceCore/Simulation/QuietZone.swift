/// Where and until when a fix would change nothing at all: no state, no crossing under way, no choice.
///
/// Most fixes fall into one, and are passed over without being turned into vectors.
struct QuietZone: Sendable {
  private var surroundings = Surroundings.none
  private var end = Timestamp(milliseconds: .min)

  /// What one of those who watch the device allows it.
  struct Allowance {
    /// Metres by chord; not positive where the very next fix has to be seen.
    var distance = Double.infinity
    /// When a fix has to be seen wherever it is.
    var end = Timestamp.distantFuture

    func joined(with other: Allowance) -> Allowance {
      Allowance(distance: min(distance, other.distance), end: min(end, other.end))
    }
  }

  /// None: every fix has to be seen.
  init() {}

  /// - Parameter vector: that of `place`.
  init(from place: Coordinate, _ vector: EarthVector, _ allowance: Allowance) {
    // What the vectors' coordinates and the roots may be off by.
    surroundings = Surroundings(of: place, vector, within: allowance.distance - 1e-6)
    end = allowance.end
  }

  @inline(__always)
  func covers(_ fix: Fix) -> Bool {
    fix.time < end && surroundings.contains(fix.coordinate)
  }
}

extension Simulation {
  /// What everything that watches the device allows it after `step`.
  func allowance(after step: Step) -> QuietZone.Allowance {
    guard device.monitors else { return QuietZone.Allowance(distance: 0) }
    let own = QuietZone.Allowance(
      distance: monitor.slack(at: step.vector), end: timeline.nextTime)
    guard own.distance > 0 else { return own }
    return own.joined(with: selection.allowance(at: step.fix.time, step.vector))
  }
}

extension Selection {
  /// How far and how long the device may go from `vector` before a fix asks for a reselection or has
  /// to be shown to the sentinel.
  fileprivate func allowance(at time: Timestamp, _ vector: EarthVector) -> QuietZone.Allowance {
    guard hasSelected, !isSetChanged, !isSentinelCrossed else {
      return QuietZone.Allowance(distance: 0)
    }
    var allowance = QuietZone.Allowance()
    if let sentinel { allowance.distance = sentinel.slack(at: vector, settings.crossing) }
    guard mayReselect else { return allowance }
    if settings.triggers.contains(.fix) { allowance.distance = 0 }
    if settings.triggers.contains(.significant) {
      allowance = allowance.joined(with: significantChange.allowance(at: time, vector))
    }
    return allowance
  }
}

extension SignificantChange {
  fileprivate func allowance(at time: Timestamp, _ vector: EarthVector) -> QuietZone.Allowance {
    guard let last else { return QuietZone.Allowance(distance: 0) }
    if time - last.time < interval {
      let (end, isNever) = last.time.milliseconds.addingReportingOverflow(interval.milliseconds)
      return QuietZone.Allowance(end: isNever ? .distantFuture : Timestamp(milliseconds: end))
    }
    let chord = vector.squaredChord(to: lastVector).squareRoot()
    return QuietZone.Allowance(distance: ChordBounds(distance: distance).lower - chord)
  }
}
