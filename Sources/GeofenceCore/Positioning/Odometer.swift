/// A counter of a device's fixes and of the metres between them.
///
/// Every trial and strategy follows the same path, so the path is measured once.
package struct Odometer: Hashable, Sendable {
  /// A fix with its number and the metres that the device has travelled to it.
  package struct Reading: Sendable {
    package let fix: Fix
    /// The fix's number in its device's track, from 0.
    package let number: Int
    /// The metres travelled since the first fix, summed fix by fix.
    package let travelled: Double
  }

  var fixes = 0
  /// The metres travelled so far.
  var travelled = 0.0
  var last: Coordinate?
  var lastVector = EarthVector(x: 0, y: 0, z: 0)

  package init() {}

  package mutating func read(_ fix: Fix) -> Reading { read(fix, EarthVector(fix.coordinate)) }

  /// Counts a fix, whose vector is known, and adds the metres from the last one.
  mutating func read(_ fix: Fix, _ vector: EarthVector) -> Reading {
    if let last, last != fix.coordinate {
      travelled += Self.distance(from: last, lastVector, to: fix.coordinate, vector)
    }
    (last, lastVector) = (fix.coordinate, vector)
    defer { fixes += 1 }
    return Reading(fix: fix, number: fixes, travelled: travelled)
  }

  /// Returns the metres along the geodesic, to a micrometre.
  private static func distance(
    from start: Coordinate, _ startVector: EarthVector, to end: Coordinate, _ endVector: EarthVector
  ) -> Double {
    let chord = startVector.squaredChord(to: endVector).squareRoot()
    // Within a kilometre a sphere of 6371 km is exact enough anywhere on Earth.
    guard chord < 1000 else { return Geodesic(from: start, to: end).distance }
    return chord + chord * chord * chord / (24 * 6.371e6 * 6.371e6)
  }
}
