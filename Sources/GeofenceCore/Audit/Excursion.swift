/// A device's stay on the new side of a boundary, as far as it decides whether the crossing counts.
///
/// Measuring ends when no rule could ask for more.
public struct Excursion: Hashable, Sendable {
  /// From the crossing to the last fix on the new side.
  public private(set) var lasted = Interval(milliseconds: 0)
  /// Metres past the boundary at the deepest fix.
  public private(set) var deepest = 0.0
  /// Whether the device came back; otherwise the track, the region or the measuring ended before.
  public internal(set) var isOver = false
  /// Whether the region left the app's set, or became another circle, while the device was there.
  public internal(set) var isCutShort = false
  /// Fixes whose uncertainty straddled the boundary.
  public private(set) var undecided = 0
  /// The first of them.
  public private(set) var firstUndecided: Undecided?
  private var decidedSince: Timestamp?
  private var deepestDecided = 0.0

  /// A fix that decided nothing.
  public struct Undecided: Hashable, Sendable {
    public let time: Timestamp
    /// Metres.
    public let accuracy: Double
    /// Metres past the boundary.
    public let depth: Double
  }

  /// What a pass needs under every rule that is being compared.
  struct Needs {
    var dwell: Interval
    /// Metres.
    var cushion: Double
    var ignoresAccuracy: Bool
  }

  /// - Parameters:
  ///   - depth: metres past the boundary.
  ///   - start: when the boundary was crossed.
  /// - Returns: whether every rule has what it needs.
  mutating func extend(to fix: Fix, depth: Double, since start: Timestamp, _ needs: Needs) -> Bool {
    lasted = fix.time - start
    deepest = max(deepest, depth)
    if !needs.ignoresAccuracy, let accuracy = fix.horizontalAccuracy, depth < accuracy {
      undecided += 1
      firstUndecided = firstUndecided ?? Undecided(time: fix.time, accuracy: accuracy, depth: depth)
      return false
    }
    let since = decidedSince ?? fix.time
    decidedSince = since
    deepestDecided = max(deepestDecided, depth)
    return fix.time - since >= needs.dwell && deepestDecided >= needs.cushion
  }
}
