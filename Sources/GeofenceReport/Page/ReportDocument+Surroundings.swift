import GeofenceCore

extension ReportDocument {
  /// The local time zone of the tracks, where times are not shown in UTC.
  struct Zone: Encodable {
    let name: String
    /// The milliseconds since 1970 from which each of the offsets applies.
    let from: [Int64]
    /// The offsets in seconds to the east of UTC.
    let offset: [Int64]

    init?(_ report: Report) {
      guard let zone = report.clock.zone, let times = report.audit.input.times else { return nil }
      let offsets = report.clock.offsets(in: times)
      name = zone.name
      from = offsets.map(\.from.milliseconds)
      offset = offsets.map(\.offset)
    }
  }

  /// The user's own lines and areas, in millionths of a degree.
  ///
  /// Each value but the first of a line is the difference to the one before.
  struct Basemap: Encodable {
    var latitude: [[Int]] = []
    var longitude: [[Int]] = []
    /// The numbers of the shapes that are filled.
    var areas: [Int] = []

    init(_ basemap: GeofenceCore.Basemap) {
      for shape in basemap.shapes {
        if shape.isArea { areas.append(latitude.count) }
        latitude.append(shape.places.map(\.latitude).differences)
        longitude.append(shape.places.map(\.longitude).differences)
      }
    }
  }
}
