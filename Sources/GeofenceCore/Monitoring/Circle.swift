/// The circle of a region, prepared for comparison with fixes; lengths are in metres.
///
/// It holds no identifier, so that comparing it with a fix costs no reference counting.
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

  /// Returns the metres by chord from `vector` to the centre.
  @inline(__always)
  func chord(from vector: EarthVector) -> Double { vector.squaredChord(to: center).squareRoot() }

  /// Returns the metres, by chord, by which an app ranks the region as seen from a place.
  @inline(__always)
  func rank(from vector: EarthVector, by ranking: Ranking) -> Double {
    chord(from: vector) - (ranking == .boundary ? radius : 0)
  }

  /// Returns the metres by chord from `vector` to the nearest place where the boundary may be, for
  /// a device outside; the value is not positive where the device may be inside.
  @inline(__always)
  func clearance(at vector: EarthVector) -> Double { chord(from: vector) - boundary.upper }

  /// Returns the metres by chord from `vector` to the nearest place where the boundary may be, for
  /// a device inside; the value is not positive where the device may be outside.
  @inline(__always)
  func depth(at vector: EarthVector) -> Double { boundary.lower - chord(from: vector) }

  func contains(_ place: Coordinate, _ vector: EarthVector) -> Bool {
    Separation(from: place, vector, to: self.place, center).isWithin(radius)
  }

  /// Returns whether the boundary lies at most some metres from a place, on either side of it.
  func isBoundary(within metres: Double, of coordinate: Coordinate, _ vector: EarthVector) -> Bool {
    let separation = Separation(from: coordinate, vector, to: place, center)
    return separation.isWithin(radius + metres) && separation.isAtLeast(radius - metres)
  }

  /// Returns the metres that the device may move in a straight line before a fix has to be
  /// evaluated.
  ///
  /// The limit is the boundary; while a crossing waits for a fix that is deep enough, it is the
  /// boundary and the cushion, and while the dwell counts from the cushion, the cushion. A fix is
  /// also needed once the dwell has passed. A value that is not positive means that the very next
  /// fix has to be evaluated.
  func slack(at vector: EarthVector, _ crossing: Crossing, _ rules: CrossingRules) -> Double {
    let chord = chord(from: vector)
    let countsFromCushion = rules.dwellOrigin == .cushion
    switch (crossing.depth, crossing.state) {
    case (.deepEnough, .satisfied) where countsFromCushion:
      return chord
        - ChordBounds(distance: radius + rules.outwardCushion(begunAt: crossing.number)).upper
    case (.deepEnough, .unsatisfied) where countsFromCushion:
      return ChordBounds(
        distance: radius - rules.inwardCushion(radius: radius, begunAt: crossing.number)
      ).lower - chord
    case (.none, .satisfied), (.deepEnough, .unsatisfied): return boundary.lower - chord
    case (.none, .unsatisfied), (.deepEnough, .satisfied): return chord - boundary.upper
    case (.shallow, .satisfied):
      let cushion = ChordBounds(distance: radius + rules.outwardCushion(begunAt: crossing.number))
      return min(chord - boundary.upper, cushion.lower - chord)
    case (.shallow, .unsatisfied):
      let cushion = ChordBounds(
        distance: radius - rules.inwardCushion(radius: radius, begunAt: crossing.number))
      return min(boundary.lower - chord, chord - cushion.upper)
    default: return 0
    }
  }

  package func observe(
    _ fix: borrowing Fix, _ vector: EarthVector, _ rules: CrossingRules,
    _ crossing: inout Crossing
  ) -> Crossing.Effect {
    let separation = Separation(from: fix.coordinate, vector, to: place, center)
    let isInside = separation.isWithin(radius)
    if !rules.ignoresAccuracy, let accuracy = fix.horizontalAccuracy {
      if let overlap = rules.overlap, accuracy > 0 {
        let side = overlap.side(ofShare: share(separation, accuracy))
        if side == .unknown { return .nothing }
        return crossing.observe(side, isPastCushion: true, at: fix.time, by: rules)
      }
      if !isDecided(separation, isInside: isInside, accuracy) { return .nothing }
    }
    // A crossing that begins at this fix draws by this fix's number.
    let number = crossing.pending?.number ?? rules.number
    return crossing.observe(
      isInside ? .satisfied : .unsatisfied,
      isPastCushion: isInside
        ? separation.isWithin(radius - rules.inwardCushion(radius: radius, begunAt: number))
        : separation.isAtLeast(radius + rules.outwardCushion(begunAt: number)),
      at: fix.time, by: rules)
  }

  /// Returns the share, 0…1, of a circle of accuracy in metres that lies within the circle.
  private func share(_ separation: Separation, _ accuracy: Double) -> Double {
    if separation.isWithin(radius - accuracy) { return 1 }
    if separation.isAtLeast(radius + accuracy) { return 0 }
    return Overlap.share(distance: separation.distance, radius: radius, accuracy: accuracy)
  }

  /// Returns whether a fix with an accuracy in metres lies decisively on one side of the boundary.
  func isDecided(by fix: borrowing Fix, _ vector: EarthVector, _ accuracy: Double) -> Bool {
    let separation = Separation(from: fix.coordinate, vector, to: place, center)
    return isDecided(separation, isInside: separation.isWithin(radius), accuracy)
  }

  /// Returns whether the uncertainty circle lies on one side of the boundary.
  ///
  /// Our assumption: a fix whose uncertainty circle straddles the boundary decides nothing.
  private func isDecided(_ separation: Separation, isInside: Bool, _ accuracy: Double) -> Bool {
    isInside ? separation.isWithin(radius - accuracy) : separation.isAtLeast(radius + accuracy)
  }
}
