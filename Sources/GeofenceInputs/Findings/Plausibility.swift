import GeofenceBytes
import GeofenceCore

package enum Plausibility {
  package static func warning(about vicinity: Vicinity, of source: String) -> Finding? {
    guard !vicinity.isReached else { return nil }
    let diagnosis = Diagnosis.noRegion(
      within: Vicinity.reach, isReachedSwapped: vicinity.isReachedSwapped)
    return Finding(.warning, .implausible, InputError(diagnosis, source: source))
  }

  private static func finding(
    about regions: [CircularRegion], of source: String, _ problem: (String) -> String,
    help: String
  ) -> Finding? {
    guard let first = regions.first else { return nil }
    let name = (first.name ?? first.identifier.rawValue).quotedExcerpt()
    let rest = regions.count > 1 ? " and \(counted(regions.count - 1, "other"))" : ""
    return Finding(
      .warning, .implausible,
      InputError(source: source, problem: problem(name + rest), help: help))
  }

  /// Returns warnings about radii that are likely in another unit than metres. The circle around a
  /// polygon has no radius in its file.
  ///
  /// - Parameter areAlarms: true for places of a calendar, which has neither columns nor units.
  package static func warnings(
    aboutRadiiOf regions: [CircularRegion], of source: String, areAlarms: Bool = false
  ) -> [Finding] {
    let regions = regions.filter { $0.shape == nil }
    let alarmHelp = areAlarms ? "a calendar has radii in metres: u=150 are 150 m" : nil
    return [
      finding(
        about: regions.filter { $0.radius < 1 }, of: source,
        { "the radius of \($0) is below 1 m" },
        help: alarmHelp ?? "are these kilometres? A column called radius_km, or 0.2km, says so"),
      finding(
        about: regions.filter { $0.radius >= Vicinity.reach }, of: source,
        { "the radius of \($0) is 100 km or more" },
        help: alarmHelp
          ?? "radii are metres; a unit behind the number says otherwise, such as 250m or 800ft"),
    ].compactMap { $0 }
  }

  /// Returns warnings about regions that lie far from all tracks and from where most of the others
  /// are, as by an error of typing.
  ///
  /// - Parameters:
  ///   - all: these and those of other files.
  ///   - tracks: the places of the tracks; empty where there are none, or not all of them are known.
  /// - Complexity: O(n · c) for n regions and c cells that the tracks visit.
  package static func strays(
    among regions: [CircularRegion], of all: [CircularRegion], along tracks: [Vicinity] = [],
    in source: String
  ) -> [Finding] {
    let visited = tracks.reduce(into: VisitedCells()) { $0.formUnion($1.visited) }.circles
    let strays = strays(among: regions, of: all, visited)
    let near = visited.isEmpty ? "among the others" : "near the track or the others"
    return [
      finding(
        about: strays.atZero, of: source,
        { "the place of \($0) is latitude 0 and longitude 0" },
        help: "that is where a missing place is put: give it its own"),
      finding(
        about: strays.swapped, of: source,
        { "the place of \($0) would be \(near) with latitude and longitude exchanged" },
        help: "exchange them: longitude comes first in GeoJSON, latitude in most else"),
      finding(
        about: strays.mirrored, of: source,
        { "the place of \($0) would be \(near) with another sign of its latitude or longitude" },
        help: "south and west are negative"),
      finding(
        about: strays.far, of: source,
        {
          "the place of \($0) is more than 100 km from "
            + (visited.isEmpty ? "all others" : "the track")
        }, help: "is a digit or a sign of its latitude or longitude wrong?"),
    ].compactMap { $0 }
  }

  private struct Strays {
    var atZero: [CircularRegion] = []
    var swapped: [CircularRegion] = []
    var mirrored: [CircularRegion] = []
    var far: [CircularRegion] = []
  }

  /// The most regions apart from the others that are examined one by one: more are spread, not lost.
  private static let mostApart = 50
  /// The least metres by which a slip moves a place: where latitude and longitude are much alike, and by
  /// the equator or Greenwich, the place that is meant may be a neighbour.
  private static let leastSlip = (swapped: 200_000.0, mirrored: 1_000_000.0)
  /// The most distances between regions and tracks that are computed.
  private static let mostDistances = 20_000_000

  private typealias Circle = (center: EarthVector, radius: Double)

  private static func strays(
    among regions: [CircularRegion], of all: [CircularRegion], _ visited: [Circle]
  ) -> Strays {
    struct Cell: Hashable {
      let latitude, longitude: Int

      init(_ place: Coordinate) {
        (latitude, longitude) = (Int(place.latitude), Int(place.longitude))
      }
    }
    var strays = Strays()
    let counts = all.reduce(into: [Cell: Int]()) { $0[Cell($1.center), default: 0] += 1 }
    // Places that share a degree with a tenth of all are where most of them are.
    func isApart(_ region: CircularRegion) -> Bool {
      counts[Cell(region.center), default: 0] <= max(1, all.count / 10)
    }
    func isNear(_ here: EarthVector, _ radius: Double, _ circles: [Circle]) -> Bool {
      circles.contains { circle in
        circle.center.squaredChord(to: here).squareRoot() - radius - circle.radius
          <= Vicinity.reach
      }
    }
    let isByTrack = !visited.isEmpty && regions.count * visited.count <= mostDistances
    func isFar(_ region: CircularRegion) -> Bool {
      isByTrack
        ? !isNear(EarthVector(region.center), region.radius, visited)
        : isApart(region) || region.center.isAtZero
    }
    let apart = Array(regions.lazy.filter(isFar).prefix(mostApart + 1))
    guard !apart.isEmpty, apart.count <= mostApart, apart.count < all.count else { return strays }
    let others = isByTrack ? [] : all.filter { !isApart($0) && !$0.center.isAtZero }
    let most = visited + others.map { (EarthVector($0.center), $0.radius) }
    for region in apart {
      let here = EarthVector(region.center)
      if isNear(here, region.radius, most) { continue }
      func wouldBeNear(_ latitude: Double, _ longitude: Double, from least: Double) -> Bool {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        let there = EarthVector(place)
        return place.isValid && there.squaredChord(to: here) >= least * least
          && isNear(there, region.radius, most)
      }
      let (latitude, longitude) = (region.center.latitude, region.center.longitude)
      if region.center.isAtZero {
        strays.atZero.append(region)
      } else if wouldBeNear(longitude, latitude, from: leastSlip.swapped) {
        strays.swapped.append(region)
      } else if wouldBeNear(-latitude, longitude, from: leastSlip.mirrored)
        || wouldBeNear(latitude, -longitude, from: leastSlip.mirrored)
      {
        strays.mirrored.append(region)
      } else {
        strays.far.append(region)
      }
    }
    // More than one in twenty are the app's own far places.
    if strays.far.count > max(1, all.count / 20) || visited.isEmpty && all.count < 4 {
      strays.far = []
    }
    return strays
  }
}
