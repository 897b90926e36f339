import GeofenceCore

/// A survey of the steps between a device's fixes, against the dwell and the width of the regions.
struct StepSurvey: Sendable {
  /// The number of steps in which the device moved at least ten metres.
  ///
  /// A device at rest sends no fixes, and none are needed.
  private(set) var movingSteps = 0
  /// The number of moving steps that lasted longer than the dwell, after which a crossing is
  /// confirmed late.
  private(set) var slowSteps = 0
  /// The number of moving steps longer than the width of the smallest region, which can hide a pass
  /// through it.
  private(set) var wideSteps = 0
  /// The length in metres of the longest step, and the time of the fix at its end.
  private(set) var longest: (distance: Double, time: Timestamp)?
  /// The length in metres of the longest step to a wrong place, and the time of the fix at its end.
  private(set) var longestLeap: (distance: Double, time: Timestamp)?

  private let dwell: Interval
  private let width: Double?

  /// The least length, in metres, of a moving step.
  private static let movement = 10.0

  /// Creates a survey for a dwell and the width of a region in metres.
  ///
  /// - Parameter width: metres across the smallest region; `nil` where there is none.
  init(dwell: Interval, width: Double?) {
    self.dwell = dwell
    self.width = width
  }

  mutating func add(from last: Fix, to fix: Fix) {
    let chord = EarthVector(last.coordinate).squaredChord(to: EarthVector(fix.coordinate))
      .squareRoot()
    guard chord >= Self.movement else { return }
    movingSteps += 1
    if fix.time - last.time > dwell { slowSteps += 1 }
    if let width, chord > width { wideSteps += 1 }
    if chord > longest?.distance ?? 0 { longest = (chord, fix.time) }
    if chord > longestLeap?.distance ?? 0,
      DevicePace.isLeap(of: chord, in: (fix.time - last.time).seconds)
    {
      longestLeap = (chord, fix.time)
    }
  }
}
