/// Counts the fixes of a device and the metres between them.
///
/// Every trial and strategy looks at the same way, so it is measured once.
public struct Odometer: Hashable, Sendable {
  /// A fix and how far the device has come.
  public struct Reading: Sendable {
    public let fix: Fix
    /// The fix's number in its device's track, from 0.
    public let number: Int
    /// Metres from the first fix, fix by fix.
    public let travelled: Double
  }

  private(set) var fixes = 0
  private(set) var travelled = 0.0
  private(set) var last: Coordinate?
  private var lastVector = EarthVector(x: 0, y: 0, z: 0)

  public init() {}

  init(fixes: Int, travelled: Double, last: Coordinate?) {
    self.fixes = fixes
    self.travelled = travelled
    self.last = last
    lastVector = last.map { EarthVector($0) } ?? lastVector
  }

  public mutating func read(_ fix: Fix) -> Reading {
    let vector = EarthVector(fix.coordinate)
    if let last, last != fix.coordinate {
      travelled += Self.distance(from: last, lastVector, to: fix.coordinate, vector)
    }
    (last, lastVector) = (fix.coordinate, vector)
    defer { fixes += 1 }
    return Reading(fix: fix, number: fixes, travelled: travelled)
  }

  /// Metres along the geodesic, to a micrometre.
  private static func distance(
    from start: Coordinate, _ startVector: EarthVector, to end: Coordinate, _ endVector: EarthVector
  ) -> Double {
    let chord = startVector.squaredChord(to: endVector).squareRoot()
    // Over a kilometre the Earth is a sphere of 6371 km, wherever one is.
    guard chord < 1000 else { return Geodesic(from: start, to: end).distance }
    return chord + chord * chord * chord / (24 * 6.371e6 * 6.371e6)
  }
}
