/// How the steps between a device's fixes compare with what has to be seen between them.
public struct StepSurvey: Sendable {
  /// Steps in which the device moved at least ten metres. A device at rest sends nothing, and
  /// nothing is missed.
  public private(set) var movingSteps = 0
  /// Moving steps that lasted longer than the dwell: a crossing is confirmed late after them.
  public private(set) var slowSteps = 0
  /// Steps longer than the width of the smallest region: a pass can fall into one unseen.
  public private(set) var wideSteps = 0
  /// The longest step, metres, and the time of the fix it ended at.
  public private(set) var longest: (distance: Double, time: Timestamp)?

  private let dwell: Interval
  private let width: Double?

  private static let movement = 10.0

  /// - Parameter width: metres across the smallest region; `nil` where there is none.
  public init(dwell: Interval, width: Double?) {
    self.dwell = dwell
    self.width = width
  }

  /// Takes in the step from `last` to `fix` of one device.
  public mutating func add(from last: Fix, to fix: Fix) {
    let chord = EarthVector(last.coordinate).squaredChord(to: EarthVector(fix.coordinate))
      .squareRoot()
    guard chord >= Self.movement else { return }
    movingSteps += 1
    if fix.time - last.time > dwell { slowSteps += 1 }
    if let width, chord > width { wideSteps += 1 }
    if chord > longest?.distance ?? 0 { longest = (chord, fix.time) }
  }
}
