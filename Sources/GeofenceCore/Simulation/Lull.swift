/// Where and until when a fix would change nothing at all: no state, no crossing under way, no choice.
///
/// Most fixes fall into one, and are passed over without being turned into vectors.
struct Lull: Sendable {
  private var surroundings = Surroundings.none
  private var end = Timestamp(milliseconds: .min)

  /// What one of those who watch the device allows it.
  struct Leave {
    /// Metres by chord; not positive where the very next fix has to be seen.
    var distance = Double.infinity
    /// When a fix has to be seen wherever it is.
    var end = Timestamp.distantFuture

    func joined(with other: Leave) -> Leave {
      Leave(distance: min(distance, other.distance), end: min(end, other.end))
    }
  }

  /// None: every fix has to be seen.
  init() {}

  /// - Parameter vector: that of `place`.
  init(from place: Coordinate, _ vector: EarthVector, _ leave: Leave) {
    // What the vectors' coordinates and the roots may be off by.
    surroundings = Surroundings(of: place, vector, within: leave.distance - 1e-6)
    end = leave.end
  }

  @inline(__always)
  func covers(_ fix: Fix) -> Bool {
    fix.time < end && surroundings.contains(fix.coordinate)
  }
}

extension Simulation {
  /// What everything that watches the device allows it after `step`.
  func leave(after step: Step) -> Lull.Leave {
    guard device.monitors else { return Lull.Leave(distance: 0) }
    let own = Lull.Leave(
      distance: monitor.slack(at: step.vector), end: timeline.nextTime)
    guard own.distance > 0 else { return own }
    return own.joined(with: selection.leave(at: step.fix.time, step.vector))
  }
}

extension Selection {
  /// How far and how long the device may go from `vector` before a fix asks for a reselection or has
  /// to be shown to the sentinel.
  fileprivate func leave(at time: Timestamp, _ vector: EarthVector) -> Lull.Leave {
    guard hasSelected, !isSetChanged, !isSentinelCrossed else { return Lull.Leave(distance: 0) }
    var leave = Lull.Leave()
    if let sentinel { leave.distance = sentinel.slack(at: vector, settings.crossing) }
    guard mayReselect else { return leave }
    if settings.triggers.contains(.fix) { leave.distance = 0 }
    if settings.triggers.contains(.significant) {
      leave = leave.joined(with: significantChange.leave(at: time, vector))
    }
    return leave
  }
}

extension SignificantChange {
  fileprivate func leave(at time: Timestamp, _ vector: EarthVector) -> Lull.Leave {
    guard let last else { return Lull.Leave(distance: 0) }
    if time - last.time < interval {
      let (end, isNever) = last.time.milliseconds.addingReportingOverflow(interval.milliseconds)
      return Lull.Leave(end: isNever ? .distantFuture : Timestamp(milliseconds: end))
    }
    let chord = vector.squaredChord(to: lastVector).squareRoot()
    return Lull.Leave(distance: ChordBounds(distance: distance).lower - chord)
  }
}
