import GeofenceBytes

extension RegionDraft {
  /// Takes a circle in the form of Radar, Traccar, Tile38 or Google Places, whose other keys are
  /// the program's, too; `false` for an object of another form.
  mutating func takeCircle(ofProgram object: JSONObject) throws(Diagnosis) -> Bool {
    if let center = object["geometryCenter"] {
      try takeRadar(object, center)
    } else if let area = object["area"]?.text, area.contains("(") {
      try takeTraccar(area, object)
    } else if let shape = object["object"]?.object {
      try takeTile38(shape, object)
    } else if let place = object["geometry"]?.object?["location"]?.object {
      try takeGoogle(place, object)
    } else {
      return false
    }
    return true
  }

  /// Takes a circle of Radar. `{"_id": …, "externalId": …, "geometryCenter": {"coordinates": […]},
  /// "geometryRadius": …}`
  private mutating func takeRadar(_ object: JSONObject, _ center: JSONElement) throws(Diagnosis) {
    labels[.identifier] = object.word("externalId") ?? object.word("_id")
    labels[.name] = object.word("description")
    if let type = try object.text("type"), type.lowercased() != "circle" {
      let shape = object["geometry"]?.object.flatMap { geometry in
        RegionPolygon(
          geometry: geometry, kind: geometry["type"]?.text ?? type, subject: "region", key: "type")
      }
      polygon = RegionPolygon(
        kind: type, subject: "region", key: "type", rings: shape?.rings ?? [])
      return
    }
    try takePoint(center.requireObject())
    radius = try object.length("geometryRadius", 1)
  }

  /// Takes a circle of Traccar, whose latitude precedes its longitude and whose radius is in
  /// metres. `{"id": …, "name": …, "area": "CIRCLE (46.05 14.5, 200)"}`
  private mutating func takeTraccar(_ area: String, _ object: JSONObject) throws(Diagnosis) {
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

  /// Takes a circle of Tile38. `{"id": …, "object": {"type": "Feature", "geometry": …,
  /// "properties": {"radius": …}}}`
  private mutating func takeTile38(_ shape: JSONObject, _ object: JSONObject) throws(Diagnosis) {
    let place = shape["geometry"]?.object ?? shape
    labels[.identifier] = object.word("id")
    if let type = try place.text("type"), type != "Point" {
      polygon = RegionPolygon(geometry: place, kind: type, subject: "region", key: "object")
      if polygon != nil { return }
      throw Self.noCircle(type, at: "type", of: place)
    }
    try takePoint(place)
    if let properties = shape["properties"]?.object {
      let unit = properties.word("radius_units").flatMap { LengthUnit(rawValue: $0.lowercased()) }
      radius = try properties.length("radius", unit?.inMetres ?? 1)
    }
  }

  /// Takes a result of Google Places, which has no radius. `{"place_id": …, "name": …, "geometry":
  /// {"location": {"lat": …, "lng": …}}}`
  private mutating func takeGoogle(_ place: JSONObject, _ object: JSONObject) throws(Diagnosis) {
    labels[.identifier] = object.word("place_id")
    labels[.name] = object.word("name")
    latitude = try place.number("lat") { Double(degrees: $0, .northSouth) }
    longitude = try place.number("lng") { Double(degrees: $0, .eastWest) }
  }

  /// Takes the place of a `Point` of GeoJSON.
  mutating func takePoint(_ object: JSONObject) throws(Diagnosis) {
    guard let position = object["coordinates"]?.numbers, position.count >= 2 else {
      throw object.mistake(
        "coordinates", "not a position", help: "write [longitude, latitude] in degrees")
    }
    (longitude, latitude) = (position[0], position[1])
  }

  private static func noCircle(_ kind: String, at key: String, of object: JSONObject) -> Diagnosis {
    object.mistake(
      key, "the region is a \(kind.quotedExcerpt())",
      help: "give a circle: a region is a circle around one place")
  }
}

extension JSONObject {
  fileprivate func word(_ key: String) -> String? { self[key]?.text ?? self[key]?.number?.plain }
}
