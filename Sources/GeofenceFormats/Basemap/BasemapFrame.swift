public import GeofenceCore

/// The part of the Earth that a basemap is kept of: a rectangle of latitudes and longitudes.
public struct BasemapFrame: Sendable {
  private let south: Double
  private let north: Double
  /// The longitude in the middle.
  private let middle: Double
  /// Degrees to either side of it.
  private let reach: Double
  /// How much shorter a degree of longitude is than one of latitude, roughly.
  private let shrinking: Double

  /// Degrees.
  var height: Double { north - south }

  /// Around `places`, with as much again on every side.
  ///
  /// - Complexity: O(n log n) for n places.
  public init(around places: [Coordinate]) {
    let latitudes = places.map(\.latitude)
    let (low, high) = (latitudes.min() ?? -90, latitudes.max() ?? 90)
    let margin = max(high - low, 0.01)
    (south, north) = (max(-90, low - margin), min(90, high + margin))
    shrinking = max(0.02, 1 - ((south + north) / 2).magnitude / 90)
    // The widest stretch of longitudes without a place is behind the map.
    let longitudes = places.map(\.longitude).sorted()
    let (first, last) = (longitudes.first ?? 0, longitudes.last ?? 0)
    var gap = (width: 360 - (last - first), end: first)
    for (west, east) in zip(longitudes, longitudes.dropFirst()) where east - west > gap.width {
      gap = (east - west, east)
    }
    let width = 360 - gap.width
    middle = gap.end + width / 2
    reach = min(180, width / 2 + max(width, margin / shrinking))
  }

  /// Degrees to the east of the middle, from −180 to 180.
  private func east(_ longitude: Double) -> Double {
    (longitude - middle).remainder(dividingBy: 360)
  }

  /// The parts of a line, or the ring around an area, that are in the frame or lead out of it.
  func clip(_ places: [Coordinate], isArea: Bool) -> [[Coordinate]] {
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

  /// Whether the box around a segment meets the frame.
  private func isNear(_ start: Coordinate, _ end: Coordinate) -> Bool {
    guard max(start.latitude, end.latitude) >= south, min(start.latitude, end.latitude) <= north
    else { return false }
    let (from, to) = (east(start.longitude), east(end.longitude))
    // A segment over the far side's meridian is seen from neither end.
    if (from - to).magnitude > 180 { return max(from, -to, to, -from) <= reach }
    return max(from, to) >= -reach && min(from, to) <= reach
  }

  /// Whether the middle of the frame is within a ring.
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

  /// Whether a place is told apart from the one before: in the frame by `tolerance`, in degrees of
  /// latitude, far from it by a hundred times as much.
  func isApart(_ place: Coordinate, from before: Coordinate, by tolerance: Double) -> Bool {
    let isFar =
      place.latitude < south || place.latitude > north || east(place.longitude).magnitude > reach
    let least = isFar ? 100 * tolerance : tolerance
    let dy = place.latitude - before.latitude
    let dx = (place.longitude - before.longitude) * shrinking
    return dx * dx + dy * dy >= least * least
  }

  /// The same with fewer points: the ends, and those between that are told apart.
  func thin(_ places: [Coordinate], by tolerance: Double) -> [Coordinate] {
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
