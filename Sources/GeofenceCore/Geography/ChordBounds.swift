/// What a chord's length says about the geodesic between its ends, without solving the geodesic.
///
/// A geodesic of WGS 84 bends at most as a circle of radius b²/a ≈ 6335 km and at least as one of
/// radius a²/b ≈ 6400 km, so its chord lies between those circles' chords (Schur's comparison). The
/// two radii used here are rounded outward to leave room for torsion and rounding. Between the
/// bounds (0.1 mm apart for 10 km, 40 mm for 100 km) only the geodesic itself decides.
public struct ChordBounds: Hashable, Sendable {
  /// Metres: a chord shorter than this means the geodesic is shorter than the distance asked about.
  public let lower: Double
  /// Metres: a chord longer than this means the geodesic is longer.
  public let upper: Double

  /// - Parameter distance: metres along the geodesic; may be negative, then nothing is within it.
  public init(distance: Double) {
    let cube = distance * distance * distance
    // sin x lies between x − x³/6 and x − x³/6 + x⁵/120.
    lower = distance - cube / (24 * 6.30e6 * 6.30e6) - Self.rounding
    upper =
      distance - cube / (24 * 6.45e6 * 6.45e6)
      + cube * distance * distance / (1920 * 6.45e6 * 6.45e6 * 6.45e6 * 6.45e6) + Self.rounding
  }

  /// What the vectors' coordinates may be off by, metres.
  private static let rounding = 1e-7
}

/// The distance from a place to a centre, compared by chord and solved only when that cannot decide.
struct Separation {
  private let start: Coordinate
  private let end: Coordinate
  private let squaredChord: Double

  init(
    from start: Coordinate, _ startVector: EarthVector, to end: Coordinate, _ endVector: EarthVector
  ) {
    self.start = start
    self.end = end
    squaredChord = startVector.squaredChord(to: endVector)
  }

  /// Metres along the geodesic.
  var distance: Double { Geodesic(from: start, to: end).distance }

  /// Whether the distance is at most `metres`.
  func isWithin(_ metres: Double) -> Bool {
    quickAnswer(metres) ?? (distance <= metres)
  }

  /// Whether the distance is at least `metres`.
  func isAtLeast(_ metres: Double) -> Bool {
    quickAnswer(metres).map { !$0 } ?? (distance >= metres)
  }

  private func quickAnswer(_ metres: Double) -> Bool? {
    let bounds = ChordBounds(distance: metres)
    if bounds.lower > 0, squaredChord < bounds.lower * bounds.lower { return true }
    if bounds.upper < 0 || squaredChord > bounds.upper * bounds.upper { return false }
    return nil
  }
}
