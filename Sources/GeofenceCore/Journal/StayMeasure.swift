/// The duration, depth and certainty of a stay, by the path and by the location updates.
final class StayMeasure: Sendable {
  let path: Excursion?
  let updates: Int
  let seen: Excursion?

  init(_ path: Excursion?, updates: Int, seen: Excursion?) {
    (self.path, self.updates, self.seen) = (path, updates, seen)
  }
}

/// The measure of a stay as it goes on, which keeps no fixes.
struct StayTally: Sendable {
  private struct Deepest: Sendable {
    var place = Coordinate(latitude: 0, longitude: 0)
    /// The depth as far as it can be compared without a geodesic.
    var rank = -Double.infinity
    var first = Timestamp.distantFuture
    var last = Timestamp.distantPast

    mutating func take(_ fix: Fix, _ rank: Double) {
      first = min(first, fix.time)
      last = max(last, fix.time)
      if rank > self.rank { (place, self.rank) = (fix.coordinate, rank) }
    }
  }

  private var all = Deepest()
  private var decided = Deepest()
  private var undecided = 0
  /// The undecided fix that was nearest to deciding, and by how many metres its accuracy was too
  /// large, plus a constant of the circle.
  private var nearestUndecided: Fix?
  private var lack = Double.infinity

  mutating func take(
    _ fix: Fix, _ vector: EarthVector, from center: EarthVector, entering: Bool, isOnSide: Bool,
    isDecided: Bool
  ) {
    if isOnSide {
      let chord = vector.squaredChord(to: center)
      all.take(fix, entering ? -chord : chord)
      if isDecided { decided.take(fix, entering ? -chord : chord) }
    }
    if !isDecided, all.first <= fix.time {
      undecided += 1
      let chord = vector.squaredChord(to: center).squareRoot()
      let lack = (fix.horizontalAccuracy ?? 0) + (entering ? chord : -chord)
      if lack < self.lack { (nearestUndecided, self.lack) = (fix, lack) }
    }
  }

  /// The measure so far; `nil` where no fix lies on the side.
  func excursion(of region: CircularRegion, entering: Bool) -> Excursion? {
    func depth(at place: Coordinate) -> Double {
      let distance = Geodesic(from: place, to: region.center).distance - region.radius
      return entering ? -distance : distance
    }
    guard all.first <= all.last else { return nil }
    let hasDecided = decided.first <= decided.last
    return Excursion(
      lasted: all.last - all.first, deepest: depth(at: all.place), end: .trackEnd,
      undecided: undecided,
      nearestUndecided: nearestUndecided.map {
        .init(
          time: $0.time, accuracy: $0.horizontalAccuracy ?? 0, depth: depth(at: $0.coordinate))
      },
      deepestDecided: hasDecided ? depth(at: decided.place) : nil,
      decided: hasDecided ? decided.last - decided.first : nil)
  }
}

/// A stay that nothing has confirmed, with what the rules and its fixes say of it so far.
struct StayInQuestion: Sendable {
  let place: Int
  let first: Timestamp
  let isInside: Bool
  let circle: Circle
  let region: CircularRegion
  let center: EarthVector
  /// The rules, fed from the beginning of the stay, where others held another state then.
  var rules: Crossing?
  /// True if it is measured until the rules say nothing against it.
  let isBounded: Bool
  /// The position of the first location update that may lie in it, among those kept.
  let firstUpdate: Int
  private(set) var path = StayTally()

  init(
    place: Int, _ stay: Stay, _ circle: Circle, _ region: CircularRegion, rules: Crossing?,
    isBounded: Bool, firstUpdate: Int
  ) {
    (self.place, first, isInside) = (place, stay.first, stay.isInside)
    (self.circle, self.region, center) = (circle, region, EarthVector(region.center))
    (self.rules, self.isBounded, self.firstUpdate) = (rules, isBounded, firstUpdate)
  }

  /// - Parameter isExact: whether every fix decides.
  mutating func take(_ fix: Fix, _ vector: EarthVector, isExact: Bool) {
    path.take(
      fix, vector, from: center, entering: isInside, isOnSide: true,
      isDecided: isExact || isDecided(fix, vector))
  }

  private func isDecided(_ fix: Fix, _ vector: EarthVector) -> Bool {
    fix.horizontalAccuracy.map { circle.isDecided(by: fix, vector, $0) } ?? true
  }

  /// Returns whether the stay has lasted so long at a fix, and this lies so deep, that the rules have
  /// nothing against it any more.
  func meets(_ rules: CrossingRules, at time: Timestamp, _ vector: EarthVector) -> Bool {
    guard time - first >= rules.dwell(entering: isInside) else { return false }
    let chord = vector.squaredChord(to: center).squareRoot()
    let depth = isInside ? region.radius - chord : chord - region.radius
    // A chord is a little shorter than the path along the ground.
    return depth > rules.cushion(entering: isInside, radius: region.radius) + 1
  }

  /// Returns the measure of the stay; `nil` where it has no fix.
  ///
  /// - Complexity: O(u) for the u location updates since it began.
  func measure(by updates: ArraySlice<Positioner.Sighting>) -> StayMeasure? {
    guard let excursion = path.excursion(of: region, entering: isInside) else { return nil }
    var seen = StayTally()
    for update in updates {
      let fix = Fix(
        time: update.time, coordinate: update.place, horizontalAccuracy: update.accuracy)
      let vector = EarthVector(update.place)
      seen.take(
        fix, vector, from: center, entering: isInside,
        isOnSide: circle.contains(update.place, vector) == isInside,
        isDecided: isDecided(fix, vector))
    }
    return StayMeasure(
      excursion, updates: updates.count, seen: seen.excursion(of: region, entering: isInside))
  }
}
