/// A rectangle of latitudes and longitudes: the part of the Earth for which a basemap is kept.
package struct BasemapFrame: Sendable {
  private let south: Double
  private let north: Double
  /// The longitude of the middle, in degrees.
  private let middle: Double
  /// The extent to either side of the middle, in degrees of longitude.
  private let reach: Double
  /// The approximate length of a degree of longitude, as a fraction of one of latitude.
  private let shrinking: Double

  /// The extent from south to north, in degrees.
  package var height: Double { north - south }

  /// Creates the frame around `places`, with a margin of the same size on every side.
  ///
  /// - Complexity: O(n log n) for n places.
  package init(around places: [Coordinate]) {
    let latitudes = places.map { $0.latitude }
    let (low, high) = (latitudes.min() ?? -90, latitudes.max() ?? 90)
    let margin = max(high - low, 0.01)
    (south, north) = (max(-90, low - margin), min(90, high + margin))
    shrinking = max(0.02, 1 - ((south + north) / 2).magnitude / 90)
    // The widest gap in the longitudes of the places lies outside of the map.
    let longitudes = places.map { $0.longitude }.sorted()
    let (first, last) = (longitudes.first ?? 0, longitudes.last ?? 0)
    var gap = (width: 360 - (last - first), end: first)
    for (west, east) in zip(longitudes, longitudes.dropFirst()) where east - west > gap.width {
      gap = (east - west, east)
    }
    let width = 360 - gap.width
    middle = gap.end + width / 2
    reach = min(180, width / 2 + max(width, margin / shrinking))
  }

  /// Returns the degrees east of the middle, from −180 to 180.
  private func east(_ longitude: Double) -> Double {
    (longitude - middle).remainder(dividingBy: 360)
  }

  /// Returns the parts of a line, or of the ring around an area, that lie in the frame or leave it.
  package func clip(_ places: [Coordinate], isArea: Bool) -> [[Coordinate]] {
    var parts: [[Coordinate]] = []
    var isOpen = false
    for (start, end) in zip(places, places.dropFirst()) {
      guard isNear(start, end) else {
        isOpen = false
        continue
      }
      if isOpen {
        parts[parts.count - 1].append(end)
      } else {
        parts.append([start, end])
        isOpen = true
      }
    }
    guard isArea, !parts.isEmpty || surrounds(places) else { return parts }
    return [places]
  }

  private func isNear(_ start: Coordinate, _ end: Coordinate) -> Bool {
    guard max(start.latitude, end.latitude) >= south, min(start.latitude, end.latitude) <= north
    else { return false }
    let (from, to) = (east(start.longitude), east(end.longitude))
    // A segment across the meridian opposite the middle does not cross the frame, unless an end is in
    // reach.
    if (from - to).magnitude > 180 { return min(from.magnitude, to.magnitude) <= reach }
    return max(from, to) >= -reach && min(from, to) <= reach
  }

  private func surrounds(_ ring: [Coordinate]) -> Bool {
    let latitude = (south + north) / 2
    var isInside = false
    for (start, end) in zip(ring, ring.dropFirst()) {
      guard (start.latitude > latitude) != (end.latitude > latitude) else { continue }
      let (from, to) = (east(start.longitude), east(end.longitude))
      guard (from - to).magnitude <= 180 else { continue }
      let share = (latitude - start.latitude) / (end.latitude - start.latitude)
      if from + share * (to - from) > 0 { isInside.toggle() }
    }
    return isInside
  }

  /// Returns whether a place is far enough from the one before to be kept.
  ///
  /// - Parameter tolerance: The least distance in degrees of latitude; outside of the frame a
  ///   hundred times as much is needed.
  package func isApart(_ place: Coordinate, from before: Coordinate, by tolerance: Double) -> Bool {
    let isFar =
      place.latitude < south || place.latitude > north || east(place.longitude).magnitude > reach
    let least = isFar ? 100 * tolerance : tolerance
    let dy = place.latitude - before.latitude
    let dx = (place.longitude - before.longitude) * shrinking
    return dx * dx + dy * dy >= least * least
  }

  package func thin(_ places: [Coordinate], by tolerance: Double) -> [Coordinate] {
    guard var before = places.first, let last = places.last else { return places }
    var kept = [before]
    for place in places.dropFirst().dropLast() where isApart(place, from: before, by: tolerance) {
      kept.append(place)
      before = place
    }
    kept.append(last)
    return kept
  }
}
