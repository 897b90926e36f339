import GeofenceBytes

/// A field of a region in a file, with its names in tables and JSON, the most preferred first.
package enum RegionColumn: Int, NamedField {
  case identifier, otherIdentifier, name, title, description
  case latitude, longitude
  /// The unit of the radius.
  case unit
  case radius
  /// The events that an app asks for, as `AskedEvents` reads them; the event's own flag goes before
  /// it.
  case events
  case notifyOnEntry, notifyOnExit
  /// A latitude and a longitude in one text, or a `POINT` or `POLYGON` of WKT.
  case position
  case northSouth, eastWest
  /// True if the app watches the region at all.
  case enabled, disabled

  package static let words = [
    "identifier", "otherIdentifier", "name", "title", "description", "latitude", "longitude",
    "unit", "radius", "events", "notifyOnEntry", "notifyOnExit", "position", "northSouth",
    "eastWest", "enabled", "disabled",
  ]

  package static let table: [[FieldNames]] = allCases.map { field in
    switch field {
    case .identifier: [.usual("identifier", "id")]
    // Every name that ends in `_id` or `Id`.
    case .otherIdentifier: []
    case .name:
      [
        .usual("name"),
        .ofPrograms(
          "stop_name", "store_name", "place_name", "location_name", "friendly_name"),
        .elements("name", in: [.gpx, .kml]),
      ]
    case .title: [.usual("title")]
    case .description:
      [.usual("desc"), .elements("desc", in: .gpx), .elements("description", in: .kml)]
    case .latitude:
      TrackColumn.latitude.declaration
        + [.ofPrograms("center_lat", "center_latitude", "geofence_lat", "geofence_latitude")]
    case .longitude:
      TrackColumn.longitude.declaration
        + [
          .ofPrograms(
            "center_lon", "center_lng", "center_longitude", "geofence_lon", "geofence_lng",
            "geofence_longitude")
        ]
    case .unit: [.ofPrograms("radius_unit", "radius_units", "unit", "units")]
    case .radius:
      [
        .usual("radius", "rad", "r", "radius_m"), .usual("radius_km", unit: .kilometres),
        .ofPrograms("geofence_radius"),
        .elements("radius", "Proximity", in: .gpx),
      ]
    case .events:
      [.ofPrograms("triggers", "transition_types", "transition_type", "transitions")]
    case .notifyOnEntry:
      [
        .usual("notifyonentry"),
        .ofPrograms(
          "notify_on_enter", "enter_events", "alert_on_enter", "alert_on_entry", "trigger_on_enter",
          "trigger_on_entry", "on_enter", "on_entry"),
      ]
    case .notifyOnExit:
      [
        .usual("notifyonexit"),
        .ofPrograms(
          "exit_events", "alert_on_exit", "notify_on_leave", "trigger_on_exit", "on_exit"),
      ]
    case .position:
      TrackColumn.position.declaration + [.ofPrograms("polygon", "boundary", "area", "shape")]
    case .northSouth: TrackColumn.northSouth.declaration
    case .eastWest: TrackColumn.eastWest.declaration
    case .enabled: [.usual("enabled"), .ofPrograms("is_enabled", "active", "is_active")]
    case .disabled:
      [.usual("disabled"), .ofPrograms("is_disabled", "archived", "is_archived", "deleted")]
    }
  }

  package var notedUnits: [FieldUnit] {
    switch self {
    case .latitude: TrackColumn.latitude.notedUnits
    case .longitude: TrackColumn.longitude.notedUnits
    case .radius: FieldUnit.ofLengths
    default: []
    }
  }

  /// The names for a message, without those that only single programs use.
  package var shownNames: [String] {
    self == .identifier ? ["identifier", "id", "name", "title", "desc"] : usualNames
  }

  package static let labels: [RegionColumn] = [
    .identifier, .otherIdentifier, .name, .title, .description,
  ]

  /// The user's word for the number of an element in its file.
  package static let number = "#"

  static let suffix = "_id"

  package init?(_ written: String) {
    guard let meaning = Meaning(written) else { return nil }
    self = meaning.column
  }

  package struct Meaning {
    package let column: RegionColumn
    package let rank: Int
    /// The metres or degrees in the unit that the name states; `nil` if it states none.
    package let size: Double?
    package var factor: Double { size ?? 1 }
  }

  package func size(_ written: String) -> Double? {
    unit(ColumnName(written)).map { 1 / $0.count }
  }

  package static let sides = [
    DelimitedTable.Side(.northSouth, slot: northSouth.slot, of: latitude.slot),
    DelimitedTable.Side(.eastWest, slot: eastWest.slot, of: longitude.slot),
  ]

  package static let slots = ColumnSlots(
    fields: allCases.map { $0.word }, names: allCases.map { $0.names },
    units: allCases.map { $0.notedUnits },
    suffixes: [RegionColumn.otherIdentifier.slot: suffix],
    axes: ColumnSlots.Axes(slots: [latitude.slot, longitude.slot], others: [position.slot]))
}

extension RegionColumn.Meaning {
  package init?(_ written: String) {
    let name = ColumnName(written)
    if let (column, rank) = RegionColumn.slots.match(name) {
      let field = RegionColumn.allCases[column]
      if field == .radius, field.unknownUnit(name) != nil { return nil }
      self.init(column: field, rank: rank, size: field.size(written))
    } else {
      guard ColumnName.words(of: written).hasSuffix(RegionColumn.suffix) else { return nil }
      self.init(column: .otherIdentifier, rank: 0, size: nil)
    }
  }

  /// Creates the meaning of a name that the user gives for a field; `nil` for another name.
  package init?(_ written: String, chosenBy names: [String: String]) {
    guard let column = RegionColumn.allCases.first(where: { names[$0.word] == written }) else {
      return nil
    }
    self.init(column: column, rank: 0, size: column.size(written))
  }
}

extension ColumnChoice {
  package static let ofRegions = RegionColumn.allCases.filter { $0 != .otherIdentifier }.map {
    $0.word
  }

  package init?(ofRegions text: String) {
    self.init(parsing: text) { word in
      RegionColumn.allCases.first { $0.word.lowercased() == word.lowercased() }?.word
        ?? RegionColumn(word)?.word
    }
  }

  package func name(of column: RegionColumn) -> String? {
    names?[column.word]
  }
}

extension LengthUnit {
  /// Returns the metres of a text such as `150`, `150m`, `0.15 km`, `500 feet` or `1 mi`, if finite.
  package static func length(_ text: Span<UInt8>, factor: Double = 1, comma: Bool = false)
    -> Double?
  {
    if let number = Double(decimal: text, comma: comma) {
      return number.isFinite ? number * factor : nil
    }
    let written = text.text.lowercased()
    let inner = Array(written.utf8)
    let trimmed = inner.span.trimmedText
    let end = trimmed.lastIndex { !$0.isLetter }.map { trimmed.index(after: $0) }
    guard let end, let size = FieldUnit.lengthInMetres(String(trimmed[end...])) else { return nil }
    let number = Array(trimmed[..<end].utf8)
    guard let count = Double(decimal: number.span, comma: comma), count.isFinite else { return nil }
    return count * size
  }
}
