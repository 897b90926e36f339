import GeofenceBytes
import GeofenceCore

/// A reader of regions in GeoJSON (RFC 7946): points, with the radius in metres in their
/// properties.
enum GeoJSON {
  /// Returns the features of a collection; `nil` for a single feature.
  ///
  /// - Throws: The mistake, if the object is neither.
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

  /// Reads a feature, whose other properties belong to the map and are passed over.
  static func draft(_ feature: JSONValue) throws(Diagnosis) -> RegionDraft {
    let object = try feature.requireObject()
    guard try object.text("type") == "Feature" else {
      throw object.mistake("type", "not a feature", help: "write \"type\": \"Feature\"")
    }
    var draft = RegionDraft()
    try takePlace(&draft, object)
    draft.labels[.identifier] = try name(object, "id")
    if let properties = object["properties"]?.object {
      draft.radius = try properties.length("radius", 1)
      draft.notifyOnEntry = try properties.flag("notifyOnEntry") ?? true
      draft.notifyOnExit = try properties.flag("notifyOnExit") ?? true
      if let identifier = try name(properties, "identifier"), draft.labels.isEmpty {
        draft.labels[.identifier] = identifier
      }
      draft.labels[.name] = try name(properties, "name")
      draft.labels[.title] = try? name(properties, "title")
      draft.labels[.description] = try? name(properties, "desc")
    }
    return draft
  }

  /// Returns the text or the number under `key`, as text.
  private static func name(_ object: JSONObject, _ key: String) throws(Diagnosis) -> String? {
    guard let value = object[key], !value.isNull else { return nil }
    if let text = value.text ?? value.number?.plain { return text }
    throw object.mistake(key, "neither a text nor a number", help: "name the region in a text")
  }

  private static func takePlace(_ draft: inout RegionDraft, _ object: JSONObject)
    throws(Diagnosis)
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
    guard let position = geometry["coordinates"]?.numbers, position.count >= 2 else {
      throw geometry.mistake(
        "coordinates", "not a position", help: "write [longitude, latitude] in degrees")
    }
    (draft.longitude, draft.latitude) = (position[0], position[1])
  }
}
