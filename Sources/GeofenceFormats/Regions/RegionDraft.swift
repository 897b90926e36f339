import GeofenceCore

/// What a file says of a region, before it is known to be one.
struct RegionDraft {
  /// What the file calls it, by the kind of the name.
  var labels: [RegionColumn: String] = [:]
  var latitude: Double?
  var longitude: Double?
  var radius: Double?
  var notifyOnEntry = true
  var notifyOnExit = true
  /// The keys beside these that mean nothing.
  var otherKeys: [String] = []

  /// Metres; no place is farther from another.
  static let largestRadius = LocationAlarm.Place.maximumRadius

  /// The region, if everything is there and in range.
  ///
  /// - Parameter defaultRadius: metres, where the file has none.
  func region(defaultRadius: Double?) throws(Diagnosis) -> CircularRegion {
    let named = RegionColumn.labels.first { labels[$0] != nil }
    guard let named, let identifier = labels[named] else {
      throw Diagnosis("a region without an identifier", help: "give it an identifier or a name")
    }
    guard !identifier.isEmpty else {
      throw Self.diagnosis("\(named)", "the identifier is empty", help: "give the region a name")
    }
    let names: [RegionColumn] = [.name, .title, .description]
    let name = names.lazy.filter { $0 != named }.compactMap { labels[$0] }.first
    guard let latitude else { throw missing("latitude") }
    guard let longitude else { throw missing("longitude") }
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
    guard let radius = radius ?? defaultRadius else {
      throw Diagnosis(
        "a region without a radius", help: "add \"radius\" in metres or pass --radius")
    }
    guard radius > 0 else {
      throw Self.diagnosis(
        "radius", "the radius \(radius.plain) is not above 0", help: "give metres above 0")
    }
    guard radius <= Self.largestRadius else {
      throw Self.diagnosis(
        "radius", "the radius \(radius.plain) is more than half the way around the Earth",
        help: "give metres, at most \(Self.largestRadius.plain)")
    }
    return CircularRegion(
      identifier: RegionIdentifier(identifier), name: name,
      center: Coordinate(latitude: latitude, longitude: longitude), radius: radius,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }

  /// The region that stands at `path` of a document.
  func region(defaultRadius: Double?, at path: String) throws(Diagnosis) -> CircularRegion {
    do throws(Diagnosis) {
      return try region(defaultRadius: defaultRadius)
    } catch {
      throw error.within(path)
    }
  }

  /// What is wrong with one of the fields.
  static func diagnosis(_ field: String, _ problem: String, help: String) -> Diagnosis {
    Diagnosis(problem, help: help, at: .path(field))
  }

  private func missing(_ field: String) -> Diagnosis {
    Diagnosis("a region without a \(field)", help: "add \"\(field)\" in degrees")
  }
}
