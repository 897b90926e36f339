/// The rule that judges a fix by the share of its circle of accuracy that lies within a region.
///
/// Google's guide to geofences said in 2013 that an enter needs 75 % of a location's circle within
/// the fence, and an exit 25 %; whether this still holds is not known.
///
///     let overlap = Overlap()
///     overlap.side(ofShare: 0.8)   // .satisfied
///     overlap.side(ofShare: 0.5)   // .unknown: such a fix decides nothing
package struct Overlap: Hashable, Sendable {
  /// The least share, 0…1, with which a fix counts as inside.
  package let inside: Double
  /// The greatest share, 0…1, with which a fix counts as outside; below `inside`.
  package let outside: Double

  package init(inside: Double = 0.75, outside: Double = 0.25) {
    (self.inside, self.outside) = (inside, outside)
  }

  /// Returns the side on which a share puts the device; `unknown` where it decides nothing.
  package func side(ofShare share: Double) -> RegionState {
    share >= inside ? .satisfied : share <= outside ? .unsatisfied : .unknown
  }

  /// Returns the share, 0…1, of a fix's circle of accuracy that lies within a region's circle.
  ///
  /// The circles are plane ones, which is exact enough below 100 km. A circle that is wholly within
  /// the region or outside of it has a share of exactly 1 or 0, and one that covers the region has
  /// the ratio of the areas.
  ///
  /// - Parameters:
  ///   - distance: the metres between the centres.
  ///   - radius: the radius of the region in metres.
  ///   - accuracy: the radius of the fix's circle in metres; positive.
  package static func share(distance: Double, radius: Double, accuracy: Double) -> Double {
    if distance + accuracy <= radius { return 1 }
    if distance >= radius + accuracy { return 0 }
    if distance + radius <= accuracy {
      return (radius / accuracy) * (radius / accuracy)
    }
    // The circles meet in a chord; the intersection is the segments on its two sides.
    let product =
      (radius + accuracy - distance) * (distance + accuracy - radius)
      * (distance - accuracy + radius) * (distance + accuracy + radius)
    let halfChord = max(0, product).squareRoot() / (2 * distance)
    let difference = (radius - accuracy) * (radius + accuracy)
    let toChord = (distance * distance + difference) / (2 * distance)
    let area =
      segment(radius: radius, halfChord: halfChord, toChord: toChord)
      + segment(radius: accuracy, halfChord: halfChord, toChord: distance - toChord)
    return min(1, max(0, area / (.pi * accuracy * accuracy)))
  }

  /// Returns the area in square metres of the segment of a circle beyond a chord; `toChord` is
  /// negative where the segment holds the centre.
  private static func segment(radius: Double, halfChord: Double, toChord: Double) -> Double {
    let angle = arcTangent(halfChord, over: toChord)
    guard angle < 0.05 else {
      return radius * radius * (angle - halfChord / radius * (toChord / radius))
    }
    // The difference of an angle and its sine loses its digits where the angle is small.
    let square = angle * angle
    return radius * radius * angle * square
      * (2 / 3.0 - square * (2 / 15.0 - square * (4 / 315.0 - square * 2 / 2835)))
  }
}
