import GeofenceBytes
import GeofenceCore

struct RegionDraft {
  var labels = RegionLabels()
  var latitude: Double?
  var longitude: Double?
  var sides: (north: Double?, east: Double?)
  /// The metres in the unit that a field beside the radius states.
  private(set) var unit: Double?
  var radius: Double?
  /// The time of a waypoint of OwnTracks, by which its events name it.
  var waypoint: String?
  /// The hint for a region without a radius, where its file has one for all.
  var radiusHelp: String?
  /// The hint for a region without a name.
  var identifierHelp = "give it an identifier or a name"
  var polygon: RegionPolygon?
  /// The key of places of which the first number was taken as the latitude.
  var assumedOrder: String?
  /// False for a region that its file switches off.
  private var isEnabled = true
  /// True for a zone that Home Assistant's apps do not watch.
  var isPassive = false
  var isWatched: Bool { isEnabled && !isPassive }
  var isLongitudeFirst = false
  /// True if it is read from the form of a program, whose other keys may have any meaning.
  var isOfProgram = false
  /// The values of `notifyOnEntry` and `notifyOnExit`; `nil` where no key has one.
  var flags: (entry: Bool?, exit: Bool?)
  var notifyOnEntry = true
  var notifyOnExit = true
  var otherKeys: [String] = []
  private(set) var asksForDwells = false
  /// True if its keys say anything of dwells, such as how long they take.
  private(set) var mentionsDwells = false
  /// True for a beacon, which is no circle.
  private(set) var isBeacon = false

  var asked: AskedEvents? {
    didSet {
      guard let asked else { return }
      (notifyOnEntry, notifyOnExit) = (asked.entry, asked.exit)
      asksForDwells = asksForDwells || asked.dwell
    }
  }

  /// True if it has neither a place nor a radius.
  var isNowhere: Bool { latitude == nil && longitude == nil && radius == nil && polygon == nil }

  /// Takes what is nowhere for a beacon if it has the keys of one, or cells in the columns of one.
  mutating func findBeacon(by keys: [String]) {
    guard isNowhere else { return }
    let words = Set(keys.map { $0.lowercased().filter { $0.isLetter } })
    isBeacon =
      words.contains("proximityuuid")
      || words.contains("uuid") && !words.isDisjoint(with: ["major", "minor"])
  }

  func region(_ options: RegionReader.Options) throws(Diagnosis) -> CircularRegion {
    let named = RegionColumn.labels.first { labels[$0] != nil }
    guard let named, let identifier = labels[named] else {
      throw Diagnosis("a region without an identifier", help: identifierHelp)
    }
    guard !identifier.allSatisfy({ $0.isWhitespace }) else {
      throw Self.diagnosis("\(named)", "the identifier is empty", help: "give the region a name")
    }
    let names: [RegionColumn] = [.name, .title, .description]
    let name = names.lazy.filter { $0 != named }.compactMap { labels[$0] }.first
    if let polygon { return try enclosing(polygon, identifier, name: name, options) }
    guard var latitude else { throw missing("latitude") }
    guard var longitude else { throw missing("longitude") }
    if let sign = sides.north { latitude = sign * latitude.magnitude }
    if let sign = sides.east { longitude = sign * longitude.magnitude }
    guard !latitude.isNaN, !longitude.isNaN else {
      throw Diagnosis("a side of a coordinate is none of N, S, E and W", help: "write one of them")
    }
    guard latitude.magnitude <= 90 else {
      let swapped = longitude.magnitude <= 90 && latitude.magnitude <= 180
      throw Self.diagnosis(
        "latitude", "the latitude \(latitude.plain) is outside -90…90",
        help: swapped ? "are latitude and longitude swapped?" : "give degrees north of the equator")
    }
    guard longitude.magnitude <= 180 else {
      throw Self.diagnosis(
        "longitude", "the longitude \(longitude.plain) is outside -180…180",
        help: "give degrees east of Greenwich, west negative")
    }
    guard let radius = radius ?? options.defaultRadius else {
      throw Diagnosis(
        "a region without a radius",
        help: radiusHelp ?? "add \"radius\" in metres or pass --radius")
    }
    guard radius > 0 else {
      throw Self.diagnosis(
        "radius", "the radius \(radius.plain) is not above 0", help: "give metres above 0")
    }
    guard radius <= CircularRegion.largestRadius else {
      throw Self.diagnosis(
        "radius", "the radius \(radius.plain) is more than half the way around the Earth",
        help: "give metres, at most \(CircularRegion.largestRadius.plain)")
    }
    return CircularRegion(
      identifier: RegionIdentifier(identifier), name: name,
      center: Coordinate(latitude: latitude, longitude: longitude), radius: radius,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }

  private func enclosing(
    _ polygon: RegionPolygon, _ identifier: String, name: String?, _ options: RegionReader.Options
  ) throws(Diagnosis) -> CircularRegion {
    guard options.polygons == .enclose else { throw polygon.refusal }
    let circle = try polygon.circle()
    return CircularRegion(
      identifier: RegionIdentifier(identifier), name: name, center: circle.center,
      radius: circle.radius, notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit,
      shape: RegionShape(rings: polygon.rings, around: circle.center))
  }

  /// Takes a place in one text, such as `46.05, 14.5`, `POINT (14.5 46.05)` or a polygon of WKT.
  ///
  /// - Parameter key: the key under which the text stands; `nil` in a table.
  mutating func takePosition(_ text: String, key: String?, longitudeFirst: Bool = false)
    throws(Diagnosis)
  {
    polygon = RegionPolygon(wkt: text, subject: "place", key: key)
    if polygon != nil { return }
    guard let place = PlaceText(Array(text.utf8).span, longitudeFirst: longitudeFirst) else {
      throw Self.diagnosis(
        key ?? RegionColumn.position.word, "no place: \(text.quotedExcerpt())",
        help: "write 46.05,14.5 or POINT (14.5 46.05)")
    }
    (latitude, longitude) = (place.latitude, place.longitude)
    if place.isOrderAssumed, !longitudeFirst { assumedOrder = key ?? RegionColumn.position.word }
  }

  /// Takes what a field says of dwells, unless that is no.
  mutating func takeDwells(_ key: String, isAsked: Bool) {
    guard isAsked else { return }
    mentionsDwells = true
    if !RegionKeys.isDelay(key) { asksForDwells = true }
  }

  /// Takes a word under `enabled` or `disabled`; one that is neither yes nor no says nothing.
  mutating func take(_ word: String, _ column: RegionColumn) {
    let off = column == .enabled ? ["false", "no", "0", "off"] : ["true", "yes", "1", "on"]
    if off.contains(word.lowercased()) { isEnabled = false }
  }

  /// Takes the unit of the radius from a field such as `radiusUnit`, if no other states one; an
  /// error for one that is not known, unless the field may be of something else.
  mutating func takeUnit(_ word: String, _ key: String) throws(Diagnosis) {
    if let metres = FieldUnit.lengthInMetres(word) {
      unit = unit ?? metres
      return
    }
    guard key.lowercased().hasPrefix("radius") else {
      otherKeys.append(key)
      return
    }
    throw Diagnosis(
      "the unit \(word.quotedExcerpt()) is not known", help: "write m, km, ft, yd or mi")
  }

  /// Returns the metres in the unit of the radius, which the name of its field states first.
  func metres(ofUnit stated: Double?) -> Double { stated ?? unit ?? 1 }

  /// True if it says where the region is, and how large.
  var isPlaced: Bool {
    polygon != nil || latitude != nil && longitude != nil && radius != nil
  }

  /// True if it says what it is called and where it is.
  var isNamedPlace: Bool { !labels.isEmpty && latitude != nil && longitude != nil }

  func region(_ options: RegionReader.Options, at path: @autoclosure () -> String)
    throws(Diagnosis) -> CircularRegion
  {
    do throws(Diagnosis) {
      return try region(options)
    } catch {
      throw error.within(path())
    }
  }

  static func diagnosis(_ field: String, _ problem: String, help: String) -> Diagnosis {
    Diagnosis(problem, help: help, at: .path(field))
  }

  private func missing(_ field: String) -> Diagnosis {
    Diagnosis("a region without a \(field)", help: "add \"\(field)\" in degrees")
  }
}

/// The names of a region in a file, by kind; seldom more than two, found fastest in their order.
struct RegionLabels {
  private var labels: [(column: RegionColumn, text: String)] = []

  var isEmpty: Bool { labels.isEmpty }

  subscript(column: RegionColumn) -> String? {
    get { labels.first { $0.column == column }?.text }
    set {
      labels.removeAll { $0.column == column }
      if let newValue { labels.append((column, newValue)) }
    }
  }
}
