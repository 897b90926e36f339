import GeofenceBytes

/// The elements of a JSON document that may be regions, in whichever form its program writes them.
struct RegionElements {
  /// Each element with its path in messages.
  private(set) var paths: [(path: String, element: JSONValue)] = []
  /// The keys beside the list that have no meaning here.
  private(set) var otherKeys: [String] = []
  /// A Boolean value that indicates whether the elements are features of GeoJSON.
  private var areFeatures = false

  /// The keys of the lists of Radar and of Tile38.
  private static let programsLists = ["geofences", "objects"]

  /// - Throws: The mistake, if the document is not one of regions.
  init(_ root: JSONValue) throws(Diagnosis) {
    if let list = root.list {
      add(list, "")
      return
    }
    let object = try root.requireObject()
    if object.contains("type"), !object.contains("_type") {
      areFeatures = true
      if let list = try GeoJSON.features(object) {
        add(list, "features")
      } else {
        paths = [("", root)]
      }
    } else if object.contains("waypoints") {
      // OwnTracks writes its other settings beside the waypoints; its command that sets waypoints
      // has them one level deeper.
      let command = object["waypoints"]?.object
      add(try (command ?? object).require("waypoints").requireList(), "waypoints")
    } else if let name = Self.programsLists.first(where: object.contains) {
      add(try object.require(name).requireList(), name)
    } else if object.contains("_type") {
      paths = [("", root)]
    } else {
      otherKeys = try object.otherKeys(than: ["regions"], near: ["regions"])
      guard let list = object["regions"] else {
        throw Diagnosis(
          "an object without regions", help: "write a list, {\"regions\": […]} or GeoJSON")
      }
      add(try list.requireList(), "regions")
    }
  }

  private mutating func add(_ list: JSONList, _ name: String) {
    for (number, element) in list.enumerated() { paths.append(("\(name)[\(number)]", element)) }
  }

  /// Reads an element.
  ///
  /// - Returns: `nil` for an element that is no circle, such as a beacon, and is passed over.
  func draft(_ element: JSONValue) throws(Diagnosis) -> RegionDraft? {
    areFeatures ? try GeoJSON.draft(element) : try RegionJSON.draft(element)
  }
}
