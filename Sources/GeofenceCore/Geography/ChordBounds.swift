/// Bounds, in metres, between which a chord's length cannot say whether its geodesic is longer than
/// a distance.
///
/// A geodesic of WGS 84 bends at most as a circle of radius b²/a ≈ 6335 km and at least as one of
/// radius a²/b ≈ 6400 km, so its chord lies between those circles' chords (Schur's comparison). The
/// two radii used here are rounded outward to leave room for torsion and rounding. Between the
/// bounds (0.1 mm apart for 10 km, 40 mm for 100 km) only the geodesic itself decides.
///
///     let bounds = ChordBounds(distance: 200)
///     // A chord shorter than bounds.lower: the geodesic is shorter than 200 m.
///     // A chord longer than bounds.upper: the geodesic is longer than 200 m.
package struct ChordBounds: Hashable, Sendable {
  /// The chord, in metres, below which the geodesic is shorter than the distance.
  package let lower: Double
  /// The chord, in metres, above which the geodesic is longer than the distance.
  package let upper: Double

  /// Computes the bounds in metres for one distance along the geodesic; a negative one contains no
  /// place.
  package init(distance: Double) {
    let cube = distance * distance * distance
    // The sine of x lies between x − x³/6 and x − x³/6 + x⁵/120.
    lower = distance - cube / (24 * 6.30e6 * 6.30e6) - Self.rounding
    upper =
      distance - cube / (24 * 6.45e6 * 6.45e6)
      + cube * distance * distance / (1920 * 6.45e6 * 6.45e6 * 6.45e6 * 6.45e6) + Self.rounding
  }

  /// The largest error of a chord, in metres, that comes from rounding the vectors' coordinates.
  private static let rounding = 1e-7
}

/// The distance between two places, which chords compare and the geodesic settles in close cases.
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

  var distance: Double { Geodesic(from: start, to: end).distance }

  func isWithin(_ metres: Double) -> Bool {
    quickAnswer(metres) ?? (distance <= metres)
  }

  func isAtLeast(_ metres: Double) -> Bool {
    quickAnswer(metres).map { !$0 } ?? (distance >= metres)
  }

  /// Returns whether the distance is below `metres`, judged by the chord; `nil` where the chord
  /// cannot decide.
  private func quickAnswer(_ metres: Double) -> Bool? {
    let bounds = ChordBounds(distance: metres)
    if bounds.lower > 0, squaredChord < bounds.lower * bounds.lower { return true }
    if bounds.upper < 0 || squaredChord > bounds.upper * bounds.upper { return false }
    return nil
  }
}
