import GeofenceBytes

enum RegionJSON {
  private static let identifierHelp =
    "give it an identifier or a name; --region-columns identifier=NAME takes another key, "
    + "identifier=# its number in the file"
  private static let example = "'geofence help regions' has the keys and values of a region"

  static func inspect(_ bytes: [UInt8], source: String, options: RegionReader.Options)
    throws(InputError) -> RegionReader.Inspection
  {
    var inspection = RegionReader.Inspection(source: source, ofBytes: bytes.count)
    do throws(Diagnosis) {
      let document = try JSONDocument(bytes, counting: isRead)
      let elements = try RegionElements(document.root, options)
      inspection.places = elements.places
      var others = elements.otherKeys
      var passedOver: [Element.Other: Int] = [:]
      var shapes: [InputError] = []
      var number = 0
      var assumedOrder: String?
      func take(_ element: RegionElements.Found) {
        let path = element.value.path
        do throws(Diagnosis) {
          switch try elements.read(element, number: number + 1) {
          case .circle(let draft) where !draft.isWatched:
            inspection.leaveOut(draft, at: .path(path))
          case .circle(var draft):
            draft.radiusHelp = elements.radiusBeside
            draft.identifierHelp = identifierHelp
            if !draft.isPlaced, case let inner = elements.within(element), !inner.isEmpty {
              return inner.forEach(take)
            }
            if draft.isBeacon {
              passedOver[.beacon, default: 0] += 1
              break
            }
            assumedOrder = assumedOrder ?? draft.assumedOrder
            for key in draft.otherKeys where !others.contains(key) { others.append(key) }
            if element.isNested { inspection.paths[number] = path }
            inspection.add(try draft.region(options, at: path), of: draft, at: number)
          case .other(let kind): passedOver[kind, default: 0] += 1
          }
        } catch {
          let error = InputError(error.or(help: example), source: source)
          if GeoJSON.isNoRegion(element.value) {
            shapes.append(error)
          } else {
            inspection.mistakes.append(error)
          }
        }
        number += 1
      }
      elements.visit(take)
      if let missing = elements.missingKey { throw missing }
      if !others.isEmpty {
        inspection.note(
          .unknownKey, "keys passed over: \(others.listed())",
          help: "'geofence help regions' has those that are read")
      }
      if let assumedOrder { inspection.noteOrder(in: assumedOrder) }
      inspection.passOver(shapes, called: "feature")
      for kind in Element.Other.allCases {
        if let count = passedOver[kind] {
          inspection.passOver("\(counted(count, kind.rawValue)) passed over: \(kind.reason)")
        }
      }
    } catch {
      throw InputError(error.or(help: example), source: source)
    }
    return inspection
  }

  private static func isRead(_ key: String) -> Bool {
    let others = [
      "_type", "center", "coordinates", "features", "geometry", "properties", "regions", "type",
      "waypoints",
    ]
    return RegionColumn(key) != nil || others.contains(key)
  }

  enum Element {
    case circle(RegionDraft)
    case other(Other)

    /// What stands beside the circles that an app watches, with the reason to pass over it.
    enum Other: String, CaseIterable {
      case beacon
      case otherState = "state"

      var reason: String {
        switch self {
        case .beacon: "no circle"
        case .otherState: "no zone"
        }
      }

      /// Creates the kind of an element of OwnTracks or Home Assistant; `nil` for a circle.
      fileprivate init?(_ object: JSONObject) {
        if object.contains("_type"), object.contains("uuid") {
          self = .beacon
        } else if object.contains("state"), object.contains("attributes"),
          let entity = object["entity_id"]?.text, !entity.hasPrefix("zone.")
        {
          self = .otherState
        } else {
          return nil
        }
      }
    }
  }

  /// Reads a region in the tool's or a program's JSON, or an OwnTracks waypoint: element `number`
  /// of the file, from 1.
  ///
  /// - Parameters:
  ///   - name: the label of a region without one.
  ///   - around: an object around it, whose other members are the region's, too.
  static func read(
    _ value: JSONElement, number: Int = 0, _ known: RegionKeys = RegionKeys(),
    name: String? = nil, in around: JSONObject? = nil
  ) throws(Diagnosis) -> Element {
    let outer = try value.requireObject()
    if let other = Element.Other(outer) { return .other(other) }
    var object = outer.inner
    if let around {
      let isNamed = object.members.contains { known.isLabel($0.key) }
      object = object.adding(
        around,
        except: Set(
          around.members.map { $0.key }.filter { key in
            key == value.key || isNamed && known.isLabel(key)
          }))
    }
    known.seek(in: object)
    var draft = RegionDraft()
    if object.contains("_type") { draft.waypoint = object["tst"]?.label }
    draft.isPassive = object["passive"]?.boolean == true
    let isOfProgram = try draft.takeCircle(ofProgram: object)
    draft.isOfProgram = isOfProgram
    let keys = known.byMeaning(object, isChosen: true)
    draft.isLongitudeFirst = known.choice?.isLongitudeFirst == true
    if known.choice?.name(of: .identifier) == RegionColumn.number {
      draft.labels[.identifier] = "\(number)"
    }
    // The keys are taken in their order of preference, so that a lesser one fills only what is
    // open.
    for (key, meaning) in keys.known { try draft.take(meaning, key, of: object) }
    if draft.labels.isEmpty { draft.labels[.identifier] = name }
    for (key, part) in names where draft.labels[.name] == nil {
      draft.labels[.name] = object[key]?.object?[part]?.text
    }
    let placeKeys = keys.others.filter { places.contains($0.lowercased()) }
    let objectKeys = keys.others.filter { objects.contains($0.lowercased()) }
    let dwellKeys = keys.others.filter(RegionKeys.isOfDwells)
    for key in dwellKeys { draft.takeDwells(key, of: object) }
    // The other keys of OwnTracks' waypoints are its own.
    if !keys.others.isEmpty, !object.contains("_type"), !isOfProgram {
      let taken = Set(keys.known.map({ $0.key })).union(placeKeys).union(objectKeys)
        .union(dwellKeys).union(RegionPolygon.vertices).union(["attributes", "passive"])
      draft.otherKeys += try known.others(of: object, than: taken, near: Self.keys)
    }
    for key in objectKeys where draft.latitude == nil && draft.longitude == nil && !isOfProgram {
      guard object[key]?.object != nil else { continue }
      (draft.latitude, draft.longitude) = try object.place(key, known)
    }
    func polygon(_ key: String) -> RegionPolygon? {
      if isOfProgram { return nil }
      return RegionPolygon(in: object, key, known, longitudeFirst: draft.isLongitudeFirst)
    }
    if draft.polygon == nil {
      draft.polygon = RegionPolygon.vertices.lazy.compactMap(polygon).first
    }
    for key in placeKeys where !isOfProgram && polygon(key) == nil {
      guard draft.latitude == nil, draft.longitude == nil else {
        // A text is no place, but may name a shopping centre.
        if object[key]?.text != nil { continue }
        throw object.mistake(key, "a centre beside latitude and longitude", help: "keep one")
      }
      (draft.latitude, draft.longitude) = try object.place(key, known)
    }
    // The corners beside a circle are a map's own, but where a program documents them.
    if !draft.isPlaced, let shape = RegionPolygon.shapes.lazy.compactMap(polygon).first {
      draft.polygon = shape
      if shape.isOrderAssumed { draft.assumedOrder = shape.key }
      draft.otherKeys.removeAll { $0 == shape.key }
    }
    draft.findBeacon(by: draft.otherKeys)
    return .circle(draft)
  }

  private static let keys = [
    "identifier", "name", "latitude", "longitude", "center", "coordinates", "radius",
    "notifyOnEntry", "notifyOnExit",
  ]
  /// Keys of places, in small letters as those of objects.
  private static let places = ["center", "coordinates"]
  /// The names of a place among OpenStreetMap's tags, and in the form of Google's.
  private static let names = [("tags", "name"), ("displayName", "text")]
  private static let objects = ["location", "position", "coordinate", "coords", "latlng"]
}

extension RegionDraft {
  mutating func takeDwells(_ key: String, of object: JSONObject) {
    takeDwells(key, isAsked: object[key].map { $0.boolean ?? (($0.number ?? 0) != 0) } ?? false)
  }

  mutating func take(
    _ meaning: RegionColumn.Meaning, _ key: String, of object: JSONObject
  ) throws(Diagnosis) {
    let column = meaning.column
    switch column {
    case .latitude where latitude == nil || !isOfProgram:
      let value = try object.degrees(key, meaning.factor, .northSouth)
      latitude = try object.one(of: latitude, value, within: 0.001, key)
    case .longitude where longitude == nil || !isOfProgram:
      let value = try object.degrees(key, meaning.factor, .eastWest)
      longitude = try object.one(of: longitude, value, within: 0.001, key)
    case .unit where !isOfProgram:
      if let word = object[key]?.text {
        do throws(Diagnosis) {
          try takeUnit(word, key)
        } catch {
          throw error.within(object.path(of: key))
        }
      }
    case .radius where radius == nil || !isOfProgram && key.lowercased().contains("radius"):
      let value = try object.length(key, metres(ofUnit: meaning.size))
      radius = try object.one(of: radius, value, within: max(1, (radius ?? 0) / 50), key)
    case .events:
      guard let value = object[key],
        let words = value.list?.all({ $0.label }) ?? value.label.map({ [$0] })
      else { break }
      asked = AskedEvents(words)
      if asked == nil {
        let written = words.joined(separator: ", ").quotedExcerpt()
        throw AskedEvents.mistake(object.path(of: key), written)
      }
    case .notifyOnEntry:
      let flag = try object.flag(key) ?? true
      flags.entry = try object.one(of: flags.entry, flag, key)
      notifyOnEntry = flag
    case .notifyOnExit:
      let flag = try object.flag(key) ?? true
      flags.exit = try object.one(of: flags.exit, flag, key)
      notifyOnExit = flag
    case .identifier, .otherIdentifier, .name, .title, .description:
      if labels[column] == nil { labels[column] = try object.label(key) }
    case .position where latitude == nil && longitude == nil && polygon == nil:
      if let text = try object.text(key) {
        try takePosition(text, key: key, longitudeFirst: isLongitudeFirst)
      }
    case .enabled, .disabled:
      if let value = object[key] { take(value.label ?? value.source, column) }
    case .northSouth: sides.north = try object.side(key, .northSouth)
    case .eastWest: sides.east = try object.side(key, .eastWest)
    case .latitude, .longitude, .unit, .radius, .position: break
    }
  }
}

extension JSONObject {
  /// The object with the members of its `attributes`, if these are a place's, as in Home
  /// Assistant's states and Klaviyo's geofences.
  fileprivate var inner: JSONObject {
    guard let inner = self["attributes"]?.object, inner.contains("latitude") else { return self }
    return adding(inner)
  }

  fileprivate func place(_ key: String, _ keys: RegionKeys) throws(Diagnosis)
    -> (latitude: Double?, longitude: Double?)
  {
    if let list = self[key]?.numbers, list.count >= 2 { return (list[1], list[0]) }
    guard let center = self[key]?.object else {
      throw mistake(
        key, "no place", help: "write {\"latitude\": …, \"longitude\": …}, or [longitude, latitude]"
      )
    }
    return try center.place(keys)
  }

  /// Returns the place of an object that is nothing else, perhaps a point of GeoJSON.
  func place(_ keys: RegionKeys) throws(Diagnosis) -> (latitude: Double?, longitude: Double?) {
    if let list = self["coordinates"]?.numbers, list.count >= 2 { return (list[1], list[0]) }
    if contains("center") { return try place("center", keys) }
    let known = keys.byMeaning(self, isChosen: false).known.filter {
      [.latitude, .longitude].contains($0.meaning.column)
    }
    _ = try keys.others(
      of: self, than: Set(known.map { $0.key }), near: ["latitude", "longitude"])
    var draft = RegionDraft()
    for (key, meaning) in known { try draft.take(meaning, key, of: self) }
    return (draft.latitude, draft.longitude)
  }

  /// Returns the degrees under a key: a number, or a text of one, perhaps with the letter of a side.
  fileprivate func degrees(_ key: String, _ factor: Double, _ sides: Hemispheres)
    throws(Diagnosis) -> Double?
  {
    try number(key) { Double(degrees: $0, sides) }.map { $0 * factor }
  }

  /// Returns 1 or -1 for the side under a key, `nan` where something else stands in its place.
  fileprivate func side(_ key: String, _ letters: Hemispheres) throws(Diagnosis) -> Double? {
    try text(key).map { letters.sign(ofWord: Array($0.utf8).span) ?? .nan }
  }

  /// Returns the value that is known, or another; an error if both are, and not nearly equal.
  fileprivate func one(
    of known: Double?, _ value: Double?, within tolerance: Double, _ key: String
  ) throws(Diagnosis) -> Double? {
    guard let known, let value, abs(known - value) > tolerance else { return known ?? value }
    throw contradiction(key, known.plain)
  }

  fileprivate func one(of known: Bool?, _ value: Bool, _ key: String) throws(Diagnosis) -> Bool {
    guard let known, known != value else { return value }
    throw contradiction(key, "\(known)")
  }

  private func contradiction(_ key: String, _ other: String) -> Diagnosis {
    mistake(
      key, "another key of the same meaning says \(other)",
      help: "leave one out, or name the one that counts with --region-columns")
  }

  /// Returns the metres under a key: a number, or a text of one, perhaps with a unit.
  func length(_ key: String, _ factor: Double) throws(Diagnosis) -> Double? {
    if let number = self[key]?.number { return number * factor }
    return try number(key, help: "write metres, or a number with m, km, ft, yd, mi or nmi") {
      LengthUnit.length($0, factor: factor)
    }
  }
}
