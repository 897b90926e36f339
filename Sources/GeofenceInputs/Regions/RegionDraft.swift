import GeofenceBytes
import GeofenceCore

/// The values of a region in a file, before they are checked.
struct RegionDraft {
  /// The names of the region in the file, by the kind of name.
  var labels: [RegionColumn: String] = [:]
  /// The latitude of the centre in degrees.
  var latitude: Double?
  /// The longitude of the centre in degrees.
  var longitude: Double?
  /// The radius in metres.
  var radius: Double?
  var notifyOnEntry = true
  var notifyOnExit = true
  /// The other keys of the region, which have no meaning here.
  var otherKeys: [String] = []

  /// Returns the region if all its values are present and in range.
  ///
  /// - Parameter defaultRadius: The radius in metres of a region that has none in the file.
  /// - Throws: The first mistake in the region.
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

  /// Returns the region at `path` of a document; a mistake names the path.
  func region(defaultRadius: Double?, at path: String) throws(Diagnosis) -> CircularRegion {
    do throws(Diagnosis) {
      return try region(defaultRadius: defaultRadius)
    } catch {
      throw error.within(path)
    }
  }

  /// Returns the diagnosis of a mistake in one field.
  static func diagnosis(_ field: String, _ problem: String, help: String) -> Diagnosis {
    Diagnosis(problem, help: help, at: .path(field))
  }

  private func missing(_ field: String) -> Diagnosis {
    Diagnosis("a region without a \(field)", help: "add \"\(field)\" in degrees")
  }
}
