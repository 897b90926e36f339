import GeofenceBytes

struct RegionElements {
  struct Found {
    let value: JSONElement
    /// The label of the objects around it, for a region that has none.
    var name: String?
    var isNested = false
    /// The object around it that has more of the same region, such as its flags.
    var outer: JSONObject?
  }

  private(set) var places = RegionReader.Places.whole
  private var list: JSONList?
  /// The regions that stand deeper in the document or beside a list, or the document itself.
  private var found: [Found]
  private let keys: RegionKeys
  private(set) var otherKeys: [String] = []
  /// A hint at the radius that stands beside the list, where one does.
  private(set) var radiusBeside: String?
  private var areFeatures = false
  /// True if a place with a name is a region without a radius, too.
  private var countsPlaces = false

  /// The keys of the lists of Radar, Tile38, Overpass, Google Places (two), Klaviyo, the
  /// configuration of Home Assistant and of passes of a wallet.
  private static let programsLists = [
    "geofences", "objects", "elements", "results", "places", "data", "zone", "locations",
  ]

  init(_ root: JSONElement, _ options: RegionReader.Options) throws(Diagnosis) {
    keys = RegionKeys(options.columns)
    found = [Found(value: root)]
    if let list = root.list {
      add(list, "")
      return
    }
    let object = try root.requireObject()
    if let file = object["zone"]?.text, file.hasPrefix("!include") {
      throw object.mistake(
        "zone", "the zones are in another file: \(file.quotedExcerpt())",
        help: "give that one with --regions")
    }
    if ["Feature", "FeatureCollection"].contains(object["type"]?.text) {
      areFeatures = true
      if let list = try GeoJSON.features(object) { add(list, "features") }
    } else if object.contains("waypoints") {
      // OwnTracks writes its other settings beside the waypoints; its command that sets waypoints
      // has them one level deeper.
      let command = object["waypoints"]?.object
      add(try (command ?? object).require("waypoints").requireList(), "waypoints")
    } else if let (name, list) = Self.programsLists.lazy.compactMap({ name in
      object[name]?.list.map { (name, $0) }
    }).first {
      add(list, name)
      // The other keys of an answer are the program's, but these are meant for its regions.
      otherKeys = noteRadius(beside: object)
      // Home Assistant has the zone of the home beside the list of the others.
      found = [object["homeassistant"]].compactMap { $0 }.filter(isRegion)
        .map { Found(value: $0, isNested: true) }
    } else if !object.contains("_type"), !object.isState, !isRegion(root) {
      let others = try keys.others(of: object, than: ["regions"], near: ["regions"])
      if let list = object["regions"] {
        otherKeys = others
        _ = noteRadius(beside: object)
        add(try list.requireList(), "regions")
        return
      }
      found = within(Found(value: root))
      if found.isEmpty, options.defaultRadius != nil {
        countsPlaces = true
        found = within(Found(value: root))
        if found.isEmpty, isRegion(root) { found = [Found(value: root)] }
        countsPlaces = false
      }
      guard found.isEmpty else { return }
      if object.contains("type") { _ = try GeoJSON.features(object) }
      throw Diagnosis(
        "an object without regions", help: "write a list, {\"regions\": […]} or GeoJSON")
    }
  }

  /// Notes the radius beside a list, and returns the keys there that would be those of regions.
  private mutating func noteRadius(beside object: JSONObject) -> [String] {
    let known = keys.byMeaning(object, isChosen: false).known.filter {
      [.radius, .enabled, .disabled].contains($0.meaning.column)
    }
    for (key, meaning) in known where meaning.column == .radius && radiusBeside == nil {
      radiusBeside = (try? object.length(key, meaning.factor)).map { metres in
        "pass --radius \(metres.plain), as \(key.quotedExcerpt()) beside the list says"
      }
    }
    return known.map { $0.key }
  }

  private mutating func add(_ list: JSONList, _ name: String) {
    (self.list, places, found) = (list, .list(name), [])
  }

  /// An error for a key that the user chose, where no region has it.
  var missingKey: Diagnosis? { keys.missing }

  func visit(_ body: (Found) -> Void) {
    if let list { for element in list { body(Found(value: element)) } }
    found.forEach(body)
  }

  /// Reads element `number` of the file, from 1.
  func read(_ element: Found, number: Int) throws(Diagnosis) -> RegionJSON.Element {
    areFeatures
      ? .circle(try GeoJSON.draft(element.value, number: number, keys))
      : try RegionJSON.read(
        element.value, number: number, keys,
        name: element.name ?? (element.isNested ? element.value.key : nil), in: element.outer)
  }

  // MARK: - Regions that stand deeper

  /// Returns the regions in a value that is none. A list with a region is one of regions, and so is
  /// an object most of whose objects are regions: a faulty one among them is no less meant.
  ///
  /// - Complexity: O(n · d) for n bytes and a depth of d.
  func within(_ element: Found) -> [Found] {
    let object = element.value.object
    let labels = object.map { keys.byMeaning($0, isChosen: true).known } ?? []
    let name =
      labels.lazy.filter { RegionColumn.labels.contains($0.meaning.column) }
      .compactMap { object?[$0.key]?.label }.first ?? element.name
    let values = object?.members.map { $0.value } ?? element.value.list.map { Array($0) } ?? []
    let parts = values.map { Found(value: $0, name: name, isNested: true) }
    let objects = parts.filter { $0.value.object != nil }
    let regions = objects.filter { isRegion($0.value) }
    if object == nil, !regions.isEmpty { return objects }
    guard regions.count < 2 || regions.count * 2 <= objects.count else {
      // They are named by their keys.
      return objects.map { Found(value: $0.value, isNested: true) }
    }
    var found = parts.flatMap {
      isRegion($0.value) || !regions.isEmpty && isCircle($0.value) ? [$0] : within($0)
    }
    if !labels.isEmpty, found.count == 1, found[0].value.path == regions.first?.value.path {
      found[0].outer = object
    }
    return found
  }

  /// Returns true if an object is a circle by its keys, although it may be faulty; a last position
  /// beside a region is none.
  private func isCircle(_ value: JSONElement) -> Bool {
    let known = value.object.map { keys.byMeaning($0, isChosen: true).known } ?? []
    return [RegionColumn.latitude, .longitude, .radius].allSatisfy { column in
      known.contains { $0.meaning.column == column }
    }
  }

  private func isRegion(_ value: JSONElement) -> Bool {
    switch try? RegionJSON.read(value, keys) {
    case .circle(let draft): draft.isPlaced || countsPlaces && draft.isNamedPlace
    case .other(let kind): kind != .otherState
    case nil: false
    }
  }
}

extension JSONObject {
  /// True if it is a state of Home Assistant.
  fileprivate var isState: Bool { contains("entity_id") && self["attributes"]?.object != nil }
}
