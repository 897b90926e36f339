import GeofenceBytes
import GeofenceCore

/// A reader of regions in JSON files: a list, `{"regions": […]}`, or GeoJSON.
enum RegionJSON {
  /// Reads all regions and collects them with their mistakes and notes.
  ///
  /// - Throws: An error if the document is not one of regions.
  static func inspect(_ bytes: [UInt8], source: String, options: RegionReader.Options)
    throws(InputError) -> RegionReader.Inspection
  {
    // The decoder accepts some mistakes, such as a comma after the last element.
    if let mistake = JSONMistake.find(in: bytes, counting: isRead) {
      throw InputError(mistake, source: source)
    }
    func inputError(_ error: any Error) -> InputError {
      InputError(
        decoding: error, source: source,
        example: "'geofence help regions' has the keys and values of a region")
    }
    var inspection = RegionReader.Inspection(source: source)
    var passedOver = 0
    do {
      let document = try JSONText.decoded(Document.self, bytes)
      var others = document.otherKeys
      for (path, draft) in document.drafts {
        do {
          let draft = try draft.get()
          for key in draft.otherKeys where !others.contains(key) { others.append(key) }
          inspection.add(try draft.region(options, at: path), of: draft, at: .path(path))
        } catch is NoCircle {
          passedOver += 1
        } catch {
          inspection.mistakes.append(inputError(error))
        }
      }
      if !others.isEmpty {
        inspection.note(
          .unknownKey, "keys passed over: \(others.listed())",
          help: "'geofence help regions' has those that are read")
      }
      if passedOver > 0 {
        inspection.note(.ignoredData, "\(counted(passedOver, "beacon")) passed over: no circle")
      }
    } catch {
      throw inputError(error)
    }
    return inspection
  }
}

extension RegionJSON {
  /// Returns whether a key has a meaning here, and is not one that a map or an app has for itself.
  private static func isRead(_ key: String) -> Bool {
    let others = [
      "_type", "center", "coordinates", "features", "geometry", "properties", "regions", "type",
      "waypoints",
    ]
    return RegionColumn(key) != nil || others.contains(key)
  }

  /// Returns the one of `names` that a key is meant to be.
  ///
  /// The key is spelled nearly like it, or begins like it, as `radiusInMeters` does. `nil` for a
  /// word with a meaning of its own, such as `altitude`.
  static func name(meantBy key: String, among names: [String]) -> String? {
    if TrackColumn.named(key) != nil { return nil }
    let numbers = ["radius", "notifyOn"]
    let start = numbers.first { key.lowercased().hasPrefix($0.lowercased()) }
    return Suggestion.closest(to: key, among: names)
      ?? start.flatMap { start in names.first { $0.hasPrefix(start) } }
  }

  /// A coding key of any name, so that unknown keys can be seen.
  struct Key: CodingKey {
    let stringValue: String

    init(_ name: String) { stringValue = name }

    init?(stringValue: String) { self.init(stringValue) }

    // A stored property would not fit into the decoder's lists of keys, and each key would be
    // allocated.
    var intValue: Int? { nil }

    init?(intValue: Int) { nil }
  }

  typealias Object = KeyedDecodingContainer<Key>

  typealias Drafts = [(path: String, draft: Result<RegionDraft, any Error>)]

  /// The drafts of all regions of a file, each with its path.
  struct Document: Decodable {
    private(set) var drafts: Drafts = []
    /// The keys beside the list that have no meaning here.
    private(set) var otherKeys: [String] = []

    /// The keys of the lists of Radar and of Tile38.
    private static let programsLists = ["geofences", "objects"]

    init(from decoder: any Decoder) throws {
      if var list = try? decoder.unkeyedContainer() {
        drafts = try PlainRegion.drafts(&list, "")
        return
      }
      let object = try decoder.container(keyedBy: Key.self)
      if object.contains(Key("type")), !object.contains(Key("_type")) {
        drafts = try GeoJSON.drafts(object)
      } else if object.contains(Key("waypoints")) {
        // OwnTracks writes its other settings beside the waypoints; its command that sets waypoints
        // has them one level deeper.
        let command = try? object.nestedContainer(keyedBy: Key.self, forKey: Key("waypoints"))
        var list = try (command ?? object).nestedUnkeyedContainer(forKey: Key("waypoints"))
        drafts = try PlainRegion.drafts(&list, "waypoints")
      } else if let name = Self.programsLists.first(where: { object.contains(Key($0)) }) {
        var list = try object.nestedUnkeyedContainer(forKey: Key(name))
        drafts = try PlainRegion.drafts(&list, name)
      } else if object.contains(Key("_type")) {
        drafts = [("", Result { try PlainRegion(object).draft })]
      } else {
        otherKeys = try object.otherKeys(than: ["regions"], near: ["regions"])
        guard object.contains(Key("regions")) else {
          throw Diagnosis(
            "an object without regions", help: "write a list, {\"regions\": […]} or GeoJSON")
        }
        var list = try object.nestedUnkeyedContainer(forKey: Key("regions"))
        drafts = try PlainRegion.drafts(&list, "regions")
      }
    }
  }

  /// A region in the tool's own JSON, or a waypoint of OwnTracks.
  struct PlainRegion: Draftable {
    let draft: RegionDraft

    private static let keys = [
      "identifier", "name", "latitude", "longitude", "center", "coordinates", "radius",
      "notifyOnEntry", "notifyOnExit",
    ]
    private static let places = ["center", "coordinates"]

    init(from decoder: any Decoder) throws {
      try self.init(decoder.container(keyedBy: Key.self))
    }

    init(_ object: Object) throws {
      var draft = RegionDraft()
      let isOfProgram = try draft.takeCircle(ofProgram: object)
      let keys = object.keysByMeaning
      // The keys are taken in their order of preference, so that a lesser one fills only what is
      // open.
      for (key, meaning) in keys.known { try draft.take(meaning, key, of: object) }
      // The other keys of OwnTracks' waypoints are its own.
      if !keys.others.isEmpty, !object.contains(Key("_type")), !isOfProgram {
        let known = Set(keys.known.map(\.key)).union(Self.places)
        draft.otherKeys = try object.otherKeys(than: known, near: Self.keys)
      }
      for key in Self.places where keys.others.contains(key) && !isOfProgram {
        guard draft.latitude == nil, draft.longitude == nil else {
          throw object.mistake(key, "a centre beside latitude and longitude", help: "keep one")
        }
        (draft.latitude, draft.longitude) = try object.place(key)
      }
      self.draft = draft
    }
  }
}

extension RegionDraft {
  fileprivate mutating func take(
    _ meaning: RegionColumn.Meaning, _ key: String, of object: RegionJSON.Object
  ) throws {
    let column = meaning.column
    switch column {
    case .latitude where latitude == nil:
      latitude = try object.degrees(key, meaning.factor, .northSouth)
    case .longitude where longitude == nil:
      longitude = try object.degrees(key, meaning.factor, .eastWest)
    case .radius where radius == nil: radius = try object.length(key, meaning.factor)
    case .notifyOnEntry: notifyOnEntry = try object.flag(key) ?? true
    case .notifyOnExit: notifyOnExit = try object.flag(key) ?? true
    case .identifier, .otherIdentifier, .name, .title, .description:
      if labels[column] == nil { labels[column] = try object.label(key) }
    case .position where latitude == nil && longitude == nil:
      if let text = try object.text(key) { try takePosition(text, key: key) }
    case .latitude, .longitude, .radius, .position: break
    }
  }
}

/// A type from which a region is decoded.
protocol Draftable: Decodable {
  var draft: RegionDraft { get }
}

extension Draftable {
  /// Returns the drafts of all elements of `list`, also of those that are no region.
  ///
  /// - Parameter name: The path of the list.
  static func drafts(_ list: inout some UnkeyedDecodingContainer, _ name: String) throws
    -> RegionJSON.Drafts
  {
    var drafts: RegionJSON.Drafts = []
    while !list.isAtEnd {
      let path = "\(name)[\(list.currentIndex)]"
      drafts.append((path, try list.decode(Attempt<Self>.self).result))
    }
    return drafts
  }
}

/// The result of an attempt to decode a value: a decoder would not go on to the next element after
/// an error.
private struct Attempt<Value: Draftable>: Decodable {
  let result: Result<RegionDraft, any Error>

  init(from decoder: any Decoder) {
    result = Result { try Value(from: decoder).draft }
  }
}

extension KeyedDecodingContainer<RegionJSON.Key> {
  func mistake(_ key: String, _ problem: String, help: String) -> Diagnosis {
    Diagnosis(problem, help: help, at: .path((codingPath + [RegionJSON.Key(key)]).jsonPath))
  }

  /// The keys with a meaning, the most preferred of each meaning first, and the other keys.
  var keysByMeaning: (known: [(key: String, meaning: RegionColumn.Meaning)], others: [String]) {
    var known: [(key: String, meaning: RegionColumn.Meaning)] = []
    var others: [String] = []
    // The decoder makes this list anew each time, which costs as much as decoding a few keys.
    let keys = allKeys
    known.reserveCapacity(keys.count)
    for key in keys {
      if let meaning = RegionColumn.Meaning(key.stringValue),
        // A place in one text, and not an object of another form.
        meaning.column != .position || (try? decode(String.self, forKey: key)) != nil
      {
        known.append((key.stringValue, meaning))
      } else {
        others.append(key.stringValue)
      }
    }
    known.sort { one, other in
      (one.meaning.column.rawValue, one.meaning.rank, one.key)
        < (other.meaning.column.rawValue, other.meaning.rank, other.key)
    }
    return (known, others)
  }

  /// Throws an error for the first key that is not one of `known`; `//` is a comment.
  func refuseKeys(except known: Set<String>, suggesting names: [String]? = nil) throws {
    // Most objects are spelled rightly, and to find that out is cheaper than to find the culprit.
    let unknown = allKeys.lazy.map(\.stringValue).filter { !known.contains($0) && $0 != "//" }
    guard let key = unknown.min() else { return }
    let names = names ?? known.sorted()
    let closest = Suggestion.closest(to: key, among: names)
    throw mistake(
      key, "unknown key \(key.quotedExcerpt())",
      help: closest.map { "did you mean \"\($0)\"?" }
        ?? "known are \(names.joined(separator: ", "))")
  }

  /// Returns the keys that are not `known`, in their order; `//` is a comment.
  ///
  /// - Throws: A mistake for a key that is nearly one of `names`, and so hardly an app's own.
  func otherKeys(than known: Set<String>, near names: [String]) throws -> [String] {
    let others = allKeys.map(\.stringValue).filter { !known.contains($0) && $0 != "//" }.sorted()
    for key in others {
      guard let name = RegionJSON.name(meantBy: key, among: names) else { continue }
      throw mistake(
        key, "unknown key \(key.quotedExcerpt())", help: "did you mean \"\(name)\"?")
    }
    return others
  }

  /// Returns the text under `name`, or a number as text.
  func label(_ name: String) throws -> String? {
    let key = RegionJSON.Key(name)
    if (try? decode(String.self, forKey: key)) == nil,
      let number = try? decode(Double.self, forKey: key)
    {
      return number.plain
    }
    return try text(name)
  }

  /// Returns the place under `key`, in degrees: an object, or a list as in GeoJSON, longitude
  /// first.
  fileprivate func place(_ key: String) throws -> (latitude: Double?, longitude: Double?) {
    if let list = try? decode([Double].self, forKey: RegionJSON.Key(key)), list.count >= 2 {
      return (list[1], list[0])
    }
    guard
      let center = try? nestedContainer(keyedBy: RegionJSON.Key.self, forKey: RegionJSON.Key(key))
    else {
      throw mistake(
        key, "no place", help: "write {\"latitude\": …, \"longitude\": …}, or [longitude, latitude]"
      )
    }
    let known = center.keysByMeaning.known.filter {
      [.latitude, .longitude].contains($0.meaning.column)
    }
    _ = try center.otherKeys(than: Set(known.map(\.key)), near: ["latitude", "longitude"])
    var draft = RegionDraft()
    for (key, meaning) in known { try draft.take(meaning, key, of: center) }
    return (draft.latitude, draft.longitude)
  }

  func text(_ name: String) throws -> String? {
    let key = RegionJSON.Key(name)
    if let text = try? decode(String.self, forKey: key) { return text }
    guard contains(key) else { return nil }
    throw mistake(name, "not a text", help: "write it in quotation marks")
  }

  func flag(_ name: String) throws -> Bool? {
    guard contains(RegionJSON.Key(name)) else { return nil }
    guard let flag = try? decode(Bool.self, forKey: RegionJSON.Key(name)) else {
      throw mistake(name, "neither true nor false", help: "write true or false")
    }
    return flag
  }

  /// Returns the degrees under `name`: a finite number, or a text of one, perhaps with the letter
  /// of a side.
  fileprivate func degrees(_ name: String, _ factor: Double, _ sides: Hemispheres) throws
    -> Double?
  {
    try number(name) { Double(degrees: $0, sides) }.map { $0 * factor }
  }

  /// Returns the metres under `name`: a finite number, or a text of one, perhaps with a unit.
  func length(_ name: String, _ factor: Double) throws -> Double? {
    let key = RegionJSON.Key(name)
    if let number = try? decode(Double.self, forKey: key) { return number * factor }
    return try number(name) { LengthUnit.length($0, factor: factor) }
  }

  /// Returns the finite number under `name`, or in the text there.
  func number(_ name: String) throws -> Double? { try number(name) { Double(decimal: $0) } }

  private func number(_ name: String, _ read: (Span<UInt8>) -> Double?) throws -> Double? {
    let key = RegionJSON.Key(name)
    if let number = try? decode(Double.self, forKey: key), number.isFinite { return number }
    guard contains(key) else { return nil }
    if let text = try? decode(String.self, forKey: key),
      let number = read(Array(text.utf8).span), number.isFinite
    {
      return number
    }
    throw mistake(name, "not a finite number", help: "write a decimal number")
  }
}
