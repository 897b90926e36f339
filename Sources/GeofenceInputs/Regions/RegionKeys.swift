import GeofenceBytes

/// The meanings of a document's keys, found once: a file has the same few in each object.
final class RegionKeys {
  let choice: ColumnChoice?
  private var meanings: [String: RegionColumn.Meaning?] = [:]
  /// The chosen keys that a region has, and the keys of the first regions.
  private var found: Set<String> = []
  private var others: Set<String> = []
  /// The keys that are known to resemble none of some names; each entry is the names, then the key.
  private var passed: Set<[String]> = []

  init(_ choice: ColumnChoice? = nil) { self.choice = choice }

  func meaning(_ key: String) -> RegionColumn.Meaning? {
    if let known = meanings[key] { return known }
    let meaning = RegionColumn.Meaning(key)
    meanings[key] = .some(meaning)
    return meaning
  }

  func isLabel(_ key: String) -> Bool {
    meaning(key).map { RegionColumn.labels.contains($0.column) } ?? false
  }

  private func chosenMeaning(_ key: String) -> RegionColumn.Meaning? {
    guard let names = choice?.names else { return meaning(key) }
    return RegionColumn.Meaning(key, chosenBy: names)
      ?? meaning(key).flatMap { names[$0.column.word] == nil ? $0 : nil }
  }

  /// Seeks the keys that the user chose in the object of a region.
  func seek(in object: JSONObject) {
    guard let names = choice?.names, found.count < names.count else { return }
    for key in names.values where object.contains(key) { found.insert(key) }
    if others.count < 12 { others.formUnion(object.members.map { $0.key }) }
  }

  /// An error for the first chosen key that no object has.
  var missing: Diagnosis? {
    let chosen = (choice?.names ?? [:]).values.filter { !["-", RegionColumn.number].contains($0) }
    return chosen.filter { !found.contains($0) }.min().map { key in
      Diagnosis(
        "no key \(key.quotedExcerpt())", help: "a region has \(others.sorted().listed(limit: 12))")
    }
  }

  /// Returns the keys with a meaning, the most preferred of each first, and the others.
  func byMeaning(_ object: JSONObject, isChosen: Bool) -> (
    known: [(key: String, meaning: RegionColumn.Meaning)], others: [String]
  ) {
    var known: [(key: String, meaning: RegionColumn.Meaning)] = []
    var others: [String] = []
    known.reserveCapacity(8)
    for (key, value) in object.members where !value.isNull {
      if let meaning = isChosen ? chosenMeaning(key) : meaning(key),
        // A place in one text, and not an object of another form or the name of an area.
        meaning.column != .position || value.text.map(meaning.mayBePlace) == true
      {
        known.append((key, meaning))
      } else {
        others.append(key)
      }
    }
    known.sort { one, other in
      (one.meaning.column.rawValue, one.meaning.rank, one.key)
        < (other.meaning.column.rawValue, other.meaning.rank, other.key)
    }
    return (known, others)
  }

  /// Returns an object's keys beside `known` and `//`, sorted; an error for a misspelled one.
  func others(of object: JSONObject, than known: Set<String>, near names: [String])
    throws(Diagnosis) -> [String]
  {
    let others = object.unknownKeys(than: known).filter { object[$0]?.isNull != true }.sorted()
    for key in others where !passed.contains(names + [key]) {
      // A key of another meaning than the user's choice may have the usual name.
      guard let name = Self.name(meantBy: key, among: names), name != key else {
        passed.insert(names + [key])
        continue
      }
      throw object.mistake(
        key, "unknown key \(key.quotedExcerpt())", help: "did you mean \"\(name)\"?")
    }
    return others
  }

  /// Returns the one of `names` that a key is meant to be: it is spelled nearly like it, or begins
  /// like it, as `radiusInMeters`. `nil` for another word, such as `altitude`.
  private static func name(meantBy key: String, among names: [String]) -> String? {
    if TrackColumn.named(key) != nil { return nil }
    let start = ["radius", "notifyOn"].first { key.lowercased().hasPrefix($0.lowercased()) }
    return Suggestion.closest(to: key, among: names)
      ?? start.flatMap { start in names.first { $0.hasPrefix(start) } }
  }

  /// Returns true for a key of transistorsoft's geofences or CrossGeofence's that is about dwells.
  static func isOfDwells(_ key: String) -> Bool {
    isDelay(key) || ["notifyondwell", "notifyonstay"].contains(key.lowercased())
  }

  /// Returns true for a key that says when a dwell is due, and not whether one is asked for.
  static func isDelay(_ key: String) -> Bool { key.lowercased() == "loiteringdelay" }
}

extension RegionColumn.Meaning {
  /// Returns true if a text under a name of places is one, or is an error if it is none.
  fileprivate func mayBePlace(_ text: String) -> Bool {
    rank < TrackColumn.position.names.count
      || RegionPolygon(wkt: text, subject: "place", key: nil) != nil
  }
}
