import GeofenceBytes
import GeofenceCore

package enum PolygonTreatment: String, CaseIterable, Hashable, Sendable {
  case refuse
  case enclose
}

struct RegionPolygon {
  let kind: String
  let subject: String
  /// The key under which it stands; `nil` if the place of the region is that of the polygon.
  let key: String?
  /// The corners of its rings, of which those of holes lie within others.
  let rings: [[Coordinate]]
  /// True if the first numbers of its corners are taken as latitudes without anybody saying so.
  var isOrderAssumed = false

  private var corners: [Coordinate] { rings.flatMap { $0 } }

  var refusal: Diagnosis {
    diagnosis(
      "the \(subject) is a \(kind.quotedExcerpt())",
      help: "--polygons enclose takes the smallest circle around it")
  }

  func circle() throws(Diagnosis) -> EnclosingCircle {
    if let corner = corners.first(where: { !$0.isValid }) {
      throw diagnosis(
        "the corner at latitude \(corner.latitude.plain) and longitude \(corner.longitude.plain) "
          + "is out of range",
        help: "latitude is -90 to 90 and longitude -180 to 180, in decimal degrees")
    }
    guard Set(corners).count >= 3, let circle = EnclosingCircle(around: corners) else {
      throw diagnosis(
        "the \(kind.quotedExcerpt()) has fewer than three corners", help: "give all its corners")
    }
    return circle
  }

  private func diagnosis(_ problem: String, help: String) -> Diagnosis {
    key.map { RegionDraft.diagnosis($0, problem, help: help) } ?? Diagnosis(problem, help: help)
  }
}

extension RegionPolygon {
  /// Reads a polygon of WKT such as `SRID=4326;POLYGON ((14 46, 15 46, 15 47, 14 46))`; `nil` for
  /// another text.
  ///
  /// - Parameter hasLatitudeFirst: whether it is Traccar's, whose latitudes precede the longitudes.
  init?(wkt text: String, subject: String, key: String?, hasLatitudeFirst: Bool = false) {
    let geometry = text.split(separator: ";", maxSplits: 1).last ?? ""
    let trimmed = geometry.drop { $0.isWhitespace }
    let kind = String(trimmed.prefix { $0.isLetter })
    guard ["POLYGON", "MULTIPOLYGON"].contains(kind.uppercased()),
      let open = trimmed.firstIndex(of: "(")
    else { return nil }
    func place(_ corner: Substring) -> Coordinate? {
      let numbers = corner.split(whereSeparator: { $0.isWhitespace }).map {
        Double(decimal: Array($0.utf8).span) ?? .nan
      }
      if numbers.isEmpty { return nil }
      let (first, second) = (numbers[0], numbers.count > 1 ? numbers[1] : .nan)
      return hasLatitudeFirst
        ? Coordinate(latitude: first, longitude: second)
        : Coordinate(latitude: second, longitude: first)
    }
    let rings = trimmed[open...].split { "()".contains($0) }
      .map { $0.split(separator: ",").compactMap(place) }.filter { !$0.isEmpty }
    self.init(kind: kind, subject: subject, key: key, rings: rings)
  }

  /// The keys of corners of `[latitude, longitude]`: those of transistorsoft's SDKs and of Leaflet.
  static let vertices = ["vertices", "latlngs"]
  /// The keys of other polygons.
  static let shapes = [
    "polygon", "boundary", "geometry", "coordinates", "area", "shape", "points", "path",
  ]

  /// Reads the polygon under a key: a geometry of GeoJSON or a list of corners, each an object with a
  /// place or two numbers; `nil` for another value.
  init?(in object: JSONObject, _ key: String, _ keys: RegionKeys, longitudeFirst: Bool) {
    guard let value = object[key] else { return nil }
    let geometry = key == "coordinates" ? object : value.object
    if let geometry, geometry.contains("coordinates"), let kind = geometry["type"]?.text {
      let polygon = RegionPolygon(geometry: geometry, kind: kind, subject: "region", key: key)
      let isOther = ["line", "point"].contains { kind.lowercased().contains($0) }
      // Beside a list of corners the kind is a word of the app, such as `POLYGON`.
      if key != "coordinates" || isOther || polygon?.rings.isEmpty == false {
        guard let polygon else { return nil }
        self = polygon
        return
      }
    }
    // A list may stand as JSON in a text.
    let written = value.text.flatMap { try? JSONDocument(Array($0.utf8)).root.list }
    guard let list = value.list ?? written else { return nil }
    let pairs = list.map { $0.numbers }
    // As in a point under this key, the longitude is first, where it can be.
    let isSwapped =
      longitudeFirst || pairs.contains { $0?.first?.magnitude ?? 0 > 90 }
      || key == "coordinates" && !pairs.contains { $0?.dropFirst().first?.magnitude ?? 0 > 90 }
    let corners = zip(list, pairs).map { corner, pair in
      if let place = try? corner.object?.place(keys) {
        return Coordinate(latitude: place.latitude ?? .nan, longitude: place.longitude ?? .nan)
      }
      guard let pair, pair.count >= 2 else { return Coordinate(latitude: .nan, longitude: .nan) }
      return Coordinate(latitude: pair[isSwapped ? 1 : 0], longitude: pair[isSwapped ? 0 : 1])
    }
    // A list of other things begins with another thing.
    guard let first = corners.first, !first.latitude.isNaN else { return nil }
    self.init(kind: "polygon", subject: "region", key: key, rings: [corners])
    isOrderAssumed = !isSwapped && pairs.contains { $0 != nil } && !Self.vertices.contains(key)
  }

  /// Reads a `Polygon` or a `MultiPolygon` of GeoJSON; `nil` for another geometry.
  init?(geometry: JSONObject, kind: String, subject: String, key: String) {
    let coordinates = geometry["coordinates"]?.list
    func corners(ofRings rings: JSONList) -> [[[Double]]]? {
      rings.all { $0.list?.all { $0.numbers } }
    }
    let rings: [[[Double]]]
    switch kind {
    case "Polygon": rings = coordinates.flatMap(corners(ofRings:)) ?? []
    case "MultiPolygon":
      rings =
        coordinates?.all { $0.list.flatMap(corners(ofRings:)) }.map { Array($0.joined()) } ?? []
    default: return nil
    }
    self.init(
      kind: kind, subject: subject, key: key,
      rings: rings.map { ring in
        ring.map { position in
          position.count >= 2
            ? Coordinate(latitude: position[1], longitude: position[0])
            : Coordinate(latitude: .nan, longitude: .nan)
        }
      })
  }
}
