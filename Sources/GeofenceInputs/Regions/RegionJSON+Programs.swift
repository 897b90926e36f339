import GeofenceBytes

/// An error for an element of a file of regions that is no circle, such as a beacon, and is passed
/// over.
struct NoCircle: Error {}

extension RegionDraft {
  private typealias Key = RegionJSON.Key

  /// Takes a circle in the form of OwnTracks, Radar, Traccar or Tile38.
  ///
  /// - Returns: `true` for such an object, whose other keys are its program's own.
  /// - Throws: The mistake in the circle; `NoCircle` for an element that is none.
  mutating func takeCircle(ofProgram object: RegionJSON.Object) throws -> Bool {
    // OwnTracks keeps beacons among its waypoints.
    if object.contains(Key("_type")), object.contains(Key("uuid")) { throw NoCircle() }
    if object.contains(Key("geometryCenter")) {
      try takeRadar(object)
    } else if let area = try? object.decode(String.self, forKey: Key("area")) {
      try takeTraccar(area, object)
    } else if let shape = try? object.nestedContainer(keyedBy: Key.self, forKey: Key("object")) {
      try takeTile38(shape, object)
    } else {
      return false
    }
    return true
  }

  /// Takes a circle of Radar.
  ///
  /// `{"_id": …, "externalId": …, "geometryCenter": {"coordinates": […]}, "geometryRadius": …}`
  private mutating func takeRadar(_ object: RegionJSON.Object) throws {
    labels[.identifier] = object.word("externalId") ?? object.word("_id")
    labels[.name] = object.word("description")
    if let type = try object.text("type"), type.lowercased() != "circle" {
      let geometry = try? object.nestedContainer(keyedBy: Key.self, forKey: Key("geometry"))
      let shape = geometry.flatMap { geometry in
        RegionPolygon(
          geometry: geometry, kind: (try? geometry.text("type")) ?? type, subject: "region",
          key: "type")
      }
      polygon = RegionPolygon(
        kind: type, subject: "region", key: "type", corners: shape?.corners ?? [])
      return
    }
    let center = try object.nestedContainer(keyedBy: Key.self, forKey: Key("geometryCenter"))
    try takePoint(center)
    radius = try object.length("geometryRadius", 1)
  }

  /// Takes a circle of Traccar, whose latitude precedes its longitude and whose radius is in
  /// metres.
  ///
  /// `{"id": …, "name": …, "area": "CIRCLE (46.05 14.5, 200)"}`
  private mutating func takeTraccar(_ area: String, _ object: RegionJSON.Object) throws {
    labels[.identifier] = object.word("id") ?? object.word("name")
    labels[.name] = object.word("name")
    polygon = RegionPolygon(wkt: area, subject: "region", key: "area", hasLatitudeFirst: true)
    if polygon != nil { return }
    let kind = area.prefix { $0.isLetter }
    let numbers = area.dropFirst(kind.count).split { " ,()".contains($0) }
      .map { Double(decimal: Array($0.utf8).span) }
    guard kind.uppercased() == "CIRCLE" else {
      throw Self.noCircle(String(kind), at: "area", of: object)
    }
    guard numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1],
      let radius = numbers[2]
    else {
      throw object.mistake(
        "area", "no circle: \(area.quotedExcerpt())",
        help: "write CIRCLE (latitude longitude, metres)")
    }
    (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
  }

  /// Takes a circle of Tile38.
  ///
  /// `{"id": …, "object": {"type": "Feature", "geometry": …, "properties": {"radius": …}}}`
  private mutating func takeTile38(
    _ shape: RegionJSON.Object, _ object: RegionJSON.Object
  ) throws {
    let geometry = try? shape.nestedContainer(keyedBy: Key.self, forKey: Key("geometry"))
    let place = geometry ?? shape
    labels[.identifier] = object.word("id")
    if let type = try place.text("type"), type != "Point" {
      polygon = RegionPolygon(geometry: place, kind: type, subject: "region", key: "object")
      if polygon != nil { return }
      throw Self.noCircle(type, at: "type", of: place)
    }
    try takePoint(place)
    if let properties = try? shape.nestedContainer(keyedBy: Key.self, forKey: Key("properties")) {
      let unit = properties.word("radius_units").flatMap { LengthUnit(rawValue: $0.lowercased()) }
      radius = try properties.length("radius", unit?.inMetres ?? 1)
    }
  }

  private mutating func takePoint(_ object: RegionJSON.Object) throws {
    guard let position = try? object.decode([Double].self, forKey: Key("coordinates")),
      position.count >= 2
    else {
      throw object.mistake(
        "coordinates", "not a position", help: "write [longitude, latitude] in degrees")
    }
    (longitude, latitude) = (position[0], position[1])
  }

  private static func noCircle(_ kind: String, at key: String, of object: RegionJSON.Object)
    -> Diagnosis
  {
    object.mistake(
      key, "the region is a \(kind.quotedExcerpt())",
      help: "give a circle: a region is a circle around one place")
  }
}

extension KeyedDecodingContainer<RegionJSON.Key> {
  /// Returns a text, or a number as text.
  fileprivate func word(_ name: String) -> String? {
    let key = RegionJSON.Key(name)
    if let text = try? decode(String.self, forKey: key) { return text }
    return (try? decode(Double.self, forKey: key))?.plain
  }
}
