/// A registered region: its circle, prepared for comparison, and its crossing.
package struct Condition: Hashable, Sendable {
  package let region: CircularRegion
  private let center: EarthVector
  private let boundary: ChordBounds
  package private(set) var crossing: Crossing

  package init(_ region: CircularRegion, assuming state: RegionState = .unknown) {
    self.init(region, crossing: Crossing(assuming: state))
  }

  init(_ region: CircularRegion, crossing: Crossing) {
    self.region = region
    center = EarthVector(region.center)
    boundary = ChordBounds(distance: region.radius)
    self.crossing = crossing
  }

  /// Metres the device may move in a straight line from `vector` before this condition needs to see
  /// a fix; not positive when it needs to see the very next one.
  func slack(at vector: EarthVector) -> Double {
    guard crossing.isSettled else { return 0 }
    let chord = vector.squaredChord(to: center).squareRoot()
    return crossing.state == .satisfied ? boundary.lower - chord : chord - boundary.upper
  }

  /// - Parameter vector: that of the fix.
  package mutating func observe(
    _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules
  ) -> Crossing.Outcome {
    let separation = Separation(from: fix.coordinate, vector, to: region.center, center)
    let radius = region.radius
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
