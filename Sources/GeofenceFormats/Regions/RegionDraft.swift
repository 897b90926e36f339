import GeofenceCore

/// What a file says of a region, before it is known to be one.
struct RegionDraft {
  var identifier: String?
  var latitude: Double?
  var longitude: Double?
  var radius: Double?
  var notifyOnEntry = true
  var notifyOnExit = true

  /// A mistake in one of the fields.
  struct Mistake: Error {
    /// The field it lies in; `nil` for the region as a whole.
    let field: String?
    let problem: String
    let help: String?

    init(_ field: String?, _ problem: String, help: String? = nil) {
      self.field = field
      self.problem = problem
      self.help = help
    }
  }

  /// The region, if everything is there and in range.
  ///
  /// - Parameter defaultRadius: metres, where the file has none.
  func region(defaultRadius: Double?) throws(Mistake) -> CircularRegion {
    guard let identifier else {
      throw Mistake(nil, "a region without an identifier", help: "name it in \"identifier\"")
    }
    guard !identifier.isEmpty else {
      throw Mistake("identifier", "the identifier is empty", help: "give the region a name")
    }
    guard let latitude else { throw missing("latitude") }
    guard let longitude else { throw missing("longitude") }
    guard latitude.magnitude <= 90 else {
      let swapped = longitude.magnitude <= 90 && latitude.magnitude <= 180
      throw Mistake(
        "latitude", "the latitude \(latitude.plain) is outside -90…90",
        help: swapped ? "are latitude and longitude swapped?" : "give degrees north of the equator")
    }
    guard longitude.magnitude <= 180 else {
      throw Mistake(
        "longitude", "the longitude \(longitude.plain) is outside -180…180",
        help: "give degrees east of Greenwich, west negative")
    }
    guard let radius = radius ?? defaultRadius else {
      throw Mistake(
        nil, "a region without a radius", help: "add \"radius\" in metres or pass --radius")
    }
    guard radius > 0, radius.isFinite else {
      throw Mistake(
        "radius", "the radius \(radius.plain) is not above 0", help: "give metres above 0")
    }
    return CircularRegion(
      identifier: RegionIdentifier(identifier),
      center: Coordinate(latitude: latitude, longitude: longitude), radius: radius,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }

  private func missing(_ field: String) -> Mistake {
    Mistake(nil, "a region without a \(field)", help: "add \"\(field)\" in degrees")
  }
}
