import GeofenceBytes

/// A reader of regions in GeoJSON (RFC 7946): points with their radius in metres.
enum GeoJSON {
  static func features(_ object: JSONObject) throws(Diagnosis) -> JSONList? {
    switch try object.text("type") {
    case "Feature": return nil
    case "FeatureCollection":
      guard let features = object["features"] else {
        throw object.mistake("features", "a collection without features", help: "add \"features\"")
      }
      return try features.requireList()
    case let other:
      throw object.mistake(
        "type", "the type is \((other ?? "").quotedExcerpt())",
        help: "write a FeatureCollection or a Feature")
    }
  }

  /// Reads feature `number` of the file, from 1; other properties belong to the map.
  static func draft(
    _ feature: JSONElement, number: Int, _ keys: RegionKeys
  ) throws(Diagnosis) -> RegionDraft {
    let object = try feature.requireObject()
    let choice = keys.choice
    if let properties = object["properties"]?.object { keys.seek(in: properties) }
    guard try object.text("type") == "Feature" else {
      throw object.mistake("type", "not a feature", help: "write \"type\": \"Feature\"")
    }
    var draft = RegionDraft()
    try takePlace(&draft, object)
    draft.labels[.identifier] = try name(object, "id")
    // As `geometryId` in Azure Maps; of a map's features it is no name beside another.
    var other: String?
    if let properties = object["properties"]?.object {
      let (known, others) = keys.byMeaning(properties, isChosen: true)
      for key in others where RegionKeys.isOfDwells(key) { draft.takeDwells(key, of: properties) }
      for (key, meaning) in known {
        let column = meaning.column
        switch column {
        case .identifier, .name:
          if draft.labels[column] == nil { draft.labels[column] = try name(properties, key) }
        case .title, .description:
          if draft.labels[column] == nil { draft.labels[column] = try? name(properties, key) }
        case .otherIdentifier: other = other ?? (try? name(properties, key))
        case .events, .notifyOnEntry, .notifyOnExit, .enabled, .disabled, .unit:
          try draft.take(meaning, key, of: properties)
        default: break
        }
      }
      if let (key, size) = radius(properties, keys) {
        draft.radius = try properties.length(key, draft.metres(ofUnit: size))
      }
    }
    if let chosen = choice?.name(of: .identifier) {
      draft.labels[.identifier] = "\(number)"
      if chosen != RegionColumn.number {
        let properties = object["properties"]?.object ?? object
        draft.labels[.identifier] = try name(properties, chosen)
      }
    }
    if draft.labels.isEmpty, let other { draft.labels[.otherIdentifier] = other }
    return draft
  }

  /// Returns whether an element is a feature of lines, or of no geometry: no region among regions.
  static func isNoRegion(_ element: JSONElement) -> Bool {
    if element.object?["area"]?.text?.uppercased().hasPrefix("LINESTRING") == true { return true }
    guard let geometry = element.object?["geometry"] else { return false }
    return geometry.isNull
      || ["LineString", "MultiLineString"].contains(geometry.object?["type"]?.text)
  }

  private static func radius(_ properties: JSONObject, _ keys: RegionKeys)
    -> (key: String, size: Double?)?
  {
    if let chosen = keys.choice?.name(of: .radius), properties[chosen]?.isNull != true {
      return (chosen, RegionColumn.radius.size(chosen))
    }
    var best: (key: String, meaning: RegionColumn.Meaning)?
    for (key, value) in properties.members where !value.isNull {
      // The short names of a radius are often a map's own.
      guard let meaning = keys.meaning(key), meaning.column == .radius,
        key.lowercased().hasPrefix("radius"), meaning.rank < best?.meaning.rank ?? .max
      else { continue }
      best = (key, meaning)
    }
    return best.map { ($0.key, $0.meaning.size) }
  }

  private static func name(_ object: JSONObject, _ key: String) throws(Diagnosis) -> String? {
    guard let value = object[key], !value.isNull else { return nil }
    if let text = value.text ?? value.number?.plain { return text }
    throw object.mistake(key, "neither a text nor a number", help: "name the region in a text")
  }

  private static func takePlace(_ draft: inout RegionDraft, _ object: JSONObject) throws(Diagnosis)
  {
    func refuse(_ problem: String) -> Diagnosis {
      object.mistake(
        "geometry", problem, help: "give a Point: a region is a circle around one place")
    }
    guard let geometry = object["geometry"]?.object, let type = try geometry.text("type") else {
      throw refuse("a feature without a geometry")
    }
    draft.polygon = RegionPolygon(
      geometry: geometry, kind: type, subject: "geometry", key: "geometry")
    if draft.polygon != nil { return }
    guard type == "Point" else { throw refuse("the geometry is a \(type.quotedExcerpt())") }
    try draft.takePoint(geometry)
  }
}
