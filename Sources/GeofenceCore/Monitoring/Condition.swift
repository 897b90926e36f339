/// A registered region and what is known of the device's side of it.
package struct Condition: Hashable, Sendable {
  package let region: CircularRegion
  private let circle: Circle
  package private(set) var crossing: Crossing

  package init(_ region: CircularRegion, assuming state: RegionState = .unknown) {
    self.init(region, crossing: Crossing(assuming: state))
  }

  init(_ region: CircularRegion, crossing: Crossing) {
    self.init(region, Circle(region), crossing: crossing)
  }

  init(_ region: CircularRegion, _ circle: Circle, crossing: Crossing) {
    self.region = region
    self.circle = circle
    self.crossing = crossing
  }

  /// - Parameter vector: that of the fix.
  package mutating func observe(
    _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules
  ) -> Crossing.Outcome {
    circle.observe(fix, vector, rules, &crossing)
  }

  /// See `Circle.slack`.
  func slack(at vector: EarthVector, _ rules: CrossingRules) -> Double {
    circle.slack(at: vector, crossing, rules)
  }
}

/// A region's circle, prepared for comparison with fixes; without its name, so that a look counts
/// no references.
struct Circle: Hashable, Sendable {
  private let place: Coordinate
  private let center: EarthVector
  private let radius: Double
  private let boundary: ChordBounds

  init(_ region: CircularRegion) {
    place = region.center
    center = EarthVector(region.center)
    radius = region.radius
    boundary = ChordBounds(distance: region.radius)
  }

  /// Metres the device may move in a straight line from `vector` before this region needs to see a
  /// fix; not positive when it needs to see the very next one.
  ///
  /// That is up to the boundary; while a crossing waits for a fix that is deep enough, up to the
  /// boundary and up to the cushion.
  func slack(at vector: EarthVector, _ crossing: Crossing, _ rules: CrossingRules) -> Double {
    let chord = vector.squaredChord(to: center).squareRoot()
    switch (crossing.depth, crossing.state) {
    case (.none, .satisfied): return boundary.lower - chord
    case (.none, .unsatisfied): return chord - boundary.upper
    case (.shallow, .satisfied):
      let cushion = ChordBounds(distance: radius + rules.cushion)
      return min(chord - boundary.upper, cushion.lower - chord)
    case (.shallow, .unsatisfied):
      let cushion = ChordBounds(distance: radius - rules.inwardCushion(radius: radius))
      return min(boundary.lower - chord, chord - cushion.upper)
    default: return 0
    }
  }

  /// Shows `fix` to the region's crossing.
  ///
  /// - Parameter vector: that of the fix.
  func observe(
    _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules,
    _ crossing: inout Crossing
  ) -> Crossing.Outcome {
    let separation = Separation(from: fix.coordinate, vector, to: place, center)
    let isInside = separation.isWithin(radius)
    // Uncertainty that straddles the boundary decides nothing. Our assumption.
    if !rules.ignoresAccuracy, let accuracy = fix.horizontalAccuracy,
      isInside
        ? !separation.isWithin(radius - accuracy) : !separation.isAtLeast(radius + accuracy)
    {
      return .nothing
    }
    return crossing.observe(
      isInside ? .satisfied : .unsatisfied,
      isPastCushion: isInside
        ? separation.isWithin(radius - rules.inwardCushion(radius: radius))
        : separation.isAtLeast(radius + rules.cushion),
      at: fix.time, dwell: rules.dwell)
  }
}
