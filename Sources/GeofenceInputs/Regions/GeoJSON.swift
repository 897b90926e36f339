import GeofenceBytes
import GeofenceCore

/// A reader of regions in GeoJSON (RFC 7946): points, with the radius in metres in their
/// properties.
enum GeoJSON {
  typealias Object = RegionJSON.Object
  private typealias Key = RegionJSON.Key

  static func drafts(_ object: Object) throws -> RegionJSON.Drafts {
    switch try object.text("type") {
    case "Feature": return [("", Result { try Feature(object).draft })]
    case "FeatureCollection":
      guard object.contains(Key("features")) else {
        throw object.mistake("features", "a collection without features", help: "add \"features\"")
      }
      var list = try object.nestedUnkeyedContainer(forKey: Key("features"))
      return try Feature.drafts(&list, "features")
    case let other:
      throw object.mistake(
        "type", "the type is \((other ?? "").quotedExcerpt())",
        help: "write a FeatureCollection or a Feature")
    }
  }

  /// A feature, whose other properties belong to the map and are passed over.
  private struct Feature: Draftable {
    let draft: RegionDraft

    init(from decoder: any Decoder) throws {
      try self.init(decoder.container(keyedBy: Key.self))
    }

    init(_ object: Object) throws {
      guard try object.text("type") == "Feature" else {
        throw object.mistake("type", "not a feature", help: "write \"type\": \"Feature\"")
      }
      var draft = RegionDraft()
      try Self.takePlace(&draft, object)
      let properties = try? object.nestedContainer(keyedBy: Key.self, forKey: Key("properties"))
      draft.labels[.identifier] = try Self.name(object, "id")
      if let properties {
        draft.radius = try properties.length("radius", 1)
        draft.notifyOnEntry = try properties.flag("notifyOnEntry") ?? true
        draft.notifyOnExit = try properties.flag("notifyOnExit") ?? true
        if let identifier = try Self.name(properties, "identifier"), draft.labels.isEmpty {
          draft.labels[.identifier] = identifier
        }
        draft.labels[.name] = try Self.name(properties, "name")
        draft.labels[.title] = try? Self.name(properties, "title")
        draft.labels[.description] = try? Self.name(properties, "desc")
      }
      self.draft = draft
    }

    /// Returns the text or the number under `key`, as text.
    private static func name(_ object: Object, _ key: String) throws -> String? {
      let key = Key(key)
      guard object.contains(key), try !object.decodeNil(forKey: key) else { return nil }
      if let text = try? object.decode(String.self, forKey: key) { return text }
      if let number = try? object.decode(Double.self, forKey: key) { return number.plain }
      throw object.mistake(
        key.stringValue, "neither a text nor a number", help: "name the region in a text")
    }

    private static func takePlace(_ draft: inout RegionDraft, _ object: Object) throws {
      func refuse(_ problem: String) -> Diagnosis {
        object.mistake(
          "geometry", problem, help: "give a Point: a region is a circle around one place")
      }
      guard
        let geometry = try? object.nestedContainer(keyedBy: Key.self, forKey: Key("geometry")),
        let type = try geometry.text("type")
      else { throw refuse("a feature without a geometry") }
      draft.polygon = RegionPolygon(
        geometry: geometry, kind: type, subject: "geometry", key: "geometry")
      if draft.polygon != nil { return }
      guard type == "Point" else { throw refuse("the geometry is a \(type.quotedExcerpt())") }
      guard let coordinates = try? geometry.decode([Double].self, forKey: Key("coordinates")),
        coordinates.count >= 2
      else {
        throw geometry.mistake(
          "coordinates", "not a position", help: "write [longitude, latitude] in degrees")
      }
      (draft.longitude, draft.latitude) = (coordinates[0], coordinates[1])
    }
  }
}
