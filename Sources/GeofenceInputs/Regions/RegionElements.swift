import GeofenceBytes

struct RegionElements {
  private(set) var places = RegionReader.Places.whole
  private var list: JSONList?
  /// The objects that stand under names of their own, as the states of Home Assistant do.
  private var named: [JSONElement]?
  private let root: JSONElement
  private let keys: RegionKeys
  private(set) var otherKeys: [String] = []
  private var areFeatures = false

  /// The keys of the lists of Radar, Tile38, Overpass, Google Places (two), Klaviyo, the
  /// configuration of Home Assistant and of passes of a wallet.
  private static let programsLists = [
    "geofences", "objects", "elements", "results", "places", "data", "zone", "locations",
  ]
  /// The key of the list of Home Assistant's zones, within that of their storage.
  private static let zones = (storage: "data", list: "items")

  init(_ root: JSONElement, _ choice: ColumnChoice?) throws(Diagnosis) {
    self.root = root
    keys = RegionKeys(choice)
    if let list = root.list {
      add(list, "")
      return
    }
    let object = try root.requireObject()
    if object.contains("type"), !object.contains("_type") {
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
    } else if let zones = object[Self.zones.storage]?.object?[Self.zones.list]?.list {
      add(zones, "\(Self.zones.storage).\(Self.zones.list)")
    } else if !object.members.isEmpty,
      object.members.allSatisfy({ $0.value.object?.isState == true })
    {
      named = object.members.map { $0.value }
    } else if !object.contains("_type"), !object.isState {
      otherKeys = try keys.others(of: object, than: ["regions"], near: ["regions"])
      guard let list = object["regions"] else {
        throw Diagnosis(
          "an object without regions", help: "write a list, {\"regions\": […]} or GeoJSON")
      }
      add(try list.requireList(), "regions")
    }
  }

  private mutating func add(_ list: JSONList, _ name: String) {
    (self.list, places) = (list, .list(name))
  }

  func visit(_ body: (JSONElement) -> Void) {
    if let list {
      for element in list { body(element) }
    } else {
      for element in named ?? [root] { body(element) }
    }
  }

  /// Reads element `number` of the file, from 1.
  func read(_ element: JSONElement, number: Int) throws(Diagnosis) -> RegionJSON.Element {
    areFeatures
      ? .circle(try GeoJSON.draft(element, number: number, keys))
      : try RegionJSON.read(element, number: number, keys)
  }
}

extension JSONObject {
  /// Whether it is a state of Home Assistant.
  fileprivate var isState: Bool { contains("entity_id") && self["attributes"]?.object != nil }
}
