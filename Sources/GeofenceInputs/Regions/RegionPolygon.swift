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

  /// Reads corners of `[latitude, longitude]`, as transistorsoft's SDKs and Leaflet write them;
  /// `nil` for none.
  init?(vertices: JSONList, key: String) {
    let corners = vertices.map { corner in
      let numbers = corner.numbers ?? []
      return Coordinate(
        latitude: numbers.first ?? .nan, longitude: numbers.count > 1 ? numbers[1] : .nan)
    }
    guard !corners.isEmpty else { return nil }
    self.init(kind: "polygon", subject: "region", key: key, rings: [corners])
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
