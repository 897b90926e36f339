import GeofenceBytes
import GeofenceCore

package enum Plausibility {
  package static func warning(about vicinity: Vicinity, of source: String) -> Finding? {
    guard !vicinity.isReached else { return nil }
    let diagnosis = Diagnosis.noRegion(
      within: Vicinity.reach, isReachedSwapped: vicinity.isReachedSwapped)
    return Finding(.warning, .implausible, InputError(diagnosis, source: source))
  }

  /// Returns warnings about radii in another unit than metres, and about regions that lie far from
  /// the others, as by an error of typing.
  ///
  /// - Parameters:
  ///   - others: regions of other files, which are not doubted.
  ///   - areAlarms: true for places of a calendar, which has neither columns nor units.
  /// - Complexity: O(n) for n regions, of which at most 50 lie apart.
  package static func warnings(
    about regions: [CircularRegion], beside others: [CircularRegion] = [], of source: String,
    areAlarms: Bool = false
  ) -> [Finding] {
    func warning(_ regions: [CircularRegion], _ problem: String, _ help: String) -> Finding? {
      guard let first = regions.first else { return nil }
      let name = (first.name ?? first.identifier.rawValue).quotedExcerpt()
      let rest = regions.count > 1 ? " and \(counted(regions.count - 1, "other"))" : ""
      return Finding(
        .warning, .implausible,
        InputError(
          source: source, problem: problem.replacing("REGION", with: name + rest), help: help))
    }
    let strays = strays(among: regions, beside: others)
    let alarmHelp = areAlarms ? "a calendar has radii in metres: u=150 are 150 m" : nil
    return [
      warning(
        regions.filter { $0.radius < 1 }, "the radius of REGION is below 1 m",
        alarmHelp ?? "are these kilometres? A column called radius_km, or 0.2km, says so"),
      warning(
        regions.filter { $0.radius >= Vicinity.reach }, "the radius of REGION is 100 km or more",
        alarmHelp
          ?? "radii are metres; a unit behind the number says otherwise, such as 250m or 800ft"),
      warning(
        strays.atZero, "the place of REGION is latitude 0 and longitude 0, far from all others",
        "that is where a missing place is put: give it its own"),
      warning(
        strays.swapped,
        "the place of REGION would be among the others with latitude and longitude exchanged",
        "exchange them: longitude comes first in GeoJSON, latitude in most else"),
      warning(
        strays.far, "the place of REGION is more than 100 km from all others",
        "is a digit or a sign of its latitude or longitude wrong?"),
    ].compactMap { $0 }
  }

  private typealias Strays = (
    atZero: [CircularRegion], swapped: [CircularRegion], far: [CircularRegion]
  )

  /// The most regions apart from the others that are examined one by one: more are spread, not lost.
  private static let mostApart = 50

  /// Returns the regions that lie more than 100 km from where most of them are.
  private static func strays(
    among regions: [CircularRegion], beside others: [CircularRegion]
  ) -> Strays {
    struct Cell: Hashable {
      let latitude, longitude: Int

      init(_ place: Coordinate) {
        (latitude, longitude) = (Int(place.latitude), Int(place.longitude))
      }
    }
    var strays: Strays = ([], [], [])
    let all = regions + others
    let counts = all.reduce(into: [Cell: Int]()) { $0[Cell($1.center), default: 0] += 1 }
    // Places that share a degree with a tenth of all are where most of them are.
    func isApart(_ region: CircularRegion) -> Bool {
      counts[Cell(region.center), default: 0] <= max(1, all.count / 10)
    }
    let apart = regions.filter(isApart)
    guard !apart.isEmpty, apart.count <= mostApart, apart.count < all.count else { return strays }
    let most = all.filter { !isApart($0) }.map { (EarthVector($0.center), $0.radius) }
    func isNear(_ place: Coordinate, _ radius: Double) -> Bool {
      let here = EarthVector(place)
      return most.contains { center, other in
        center.squaredChord(to: here).squareRoot() - radius - other <= Vicinity.reach
      }
    }
    for region in apart where !isNear(region.center, region.radius) {
      let (latitude, longitude) = (region.center.latitude, region.center.longitude)
      if region.center.isAtZero {
        strays.atZero.append(region)
      } else if longitude.magnitude <= 90,
        isNear(Coordinate(latitude: longitude, longitude: latitude), region.radius)
      {
        strays.swapped.append(region)
      } else {
        strays.far.append(region)
      }
    }
    // More than one in twenty are the app's own far places.
    if strays.far.count > max(1, all.count / 20) || all.count < 4 { strays.far = [] }
    return strays
  }
}
