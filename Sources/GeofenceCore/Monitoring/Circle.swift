/// A region's circle, prepared for comparison with fixes.
///
/// It has no name, so that a look counts no references.
package struct Circle: Hashable, Sendable {
  private let place: Coordinate
  private let center: EarthVector
  private let radius: Double
  private let boundary: ChordBounds

  package init(_ region: CircularRegion) {
    place = region.center
    center = EarthVector(region.center)
    radius = region.radius
    boundary = ChordBounds(distance: region.radius)
  }

  /// Metres by chord from `vector` to where the boundary may be, for a device outside; not positive
  /// when it may be inside.
  @inline(__always)
  func clearance(at vector: EarthVector) -> Double {
    vector.squaredChord(to: center).squareRoot() - boundary.upper
  }

  /// Whether a place lies inside.
  ///
  /// - Parameter vector: that of the place.
  func contains(_ place: Coordinate, _ vector: EarthVector) -> Bool {
    Separation(from: place, vector, to: self.place, center).isWithin(radius)
  }

  /// Whether the boundary lies at most so many metres from a place, on either side of it.
  func isBoundary(within metres: Double, of coordinate: Coordinate, _ vector: EarthVector) -> Bool {
    let separation = Separation(from: coordinate, vector, to: place, center)
    return separation.isWithin(radius + metres) && separation.isAtLeast(radius - metres)
  }

  /// Metres the device may move in a straight line from `vector` before this region needs to see a
  /// fix; not positive when it needs to see the very next one.
  ///
  /// That is up to the boundary; while a crossing waits for a fix that is deep enough, up to the
  /// boundary and up to the cushion. When a stay has lasted, a fix is needed, too.
  func slack(at vector: EarthVector, _ crossing: Crossing, _ rules: CrossingRules) -> Double {
    let chord = vector.squaredChord(to: center).squareRoot()
    switch (crossing.depth, crossing.state) {
    case (.none, .satisfied), (.deepEnough, .unsatisfied): return boundary.lower - chord
    case (.none, .unsatisfied), (.deepEnough, .satisfied): return chord - boundary.upper
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
  package func observe(
    _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules,
    _ crossing: inout Crossing
  ) -> Crossing.Outcome {
    let separation = Separation(from: fix.coordinate, vector, to: place, center)
    let isInside = separation.isWithin(radius)
    if !rules.ignoresAccuracy, let accuracy = fix.horizontalAccuracy,
      !isDecided(separation, isInside: isInside, accuracy)
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
  /// Whether a fix that is uncertain by so many metres decides on which side of the boundary it is.
  ///
  /// - Parameter vector: that of the fix.
  func isDecided(by fix: borrowing Fix, _ vector: EarthVector, _ accuracy: Double) -> Bool {
    let separation = Separation(from: fix.coordinate, vector, to: place, center)
    return isDecided(separation, isInside: separation.isWithin(radius), accuracy)
  }

  /// Uncertainty that straddles the boundary decides nothing. Our assumption.
  private func isDecided(_ separation: Separation, isInside: Bool, _ accuracy: Double) -> Bool {
    isInside ? separation.isWithin(radius - accuracy) : separation.isAtLeast(radius + accuracy)
  }
}
