import GeofenceCore

extension CSVTrack {
  /// How a table is to be read, beyond its header: as the options say it, a format of its own, or the
  /// first row.
  struct Layout: Sendable {
    /// What the user, or the format, says of the columns.
    var columns: ColumnChoice?
    /// The zone of times that name none.
    var zone: ZoneInfo?
    /// The line on which the table begins.
    var line = 1
    /// Whether it is known which columns have the time.
    var areTimesSettled = false
    /// Whether times that name no zone are in UTC.
    var areTimesUTC = false
    /// Whether coordinates are counted in 2³¹ths of 180 degrees.
    var areSemicircles = false
    /// Whether it is a trajectory of the GeoLife data set: altitudes are in feet.
    var isGeoLife = false
  }
}

extension CSVTrack.Layout {
  /// Takes the lines before a table in a format of its own.
  static func take(_ source: inout ByteSource, _ options: TrackReader.Options) throws(InputError)
    -> Self
  {
    var layout = Self(columns: options.columns, zone: options.zone)
    if options.columns == nil, try takeGeoLife(&source) {
      layout.isGeoLife = true
      layout.line = geoLifeLines + 1
      // In Greenwich Mean Time, as its guide says; the fifth column counts days.
      layout.areTimesUTC = true
      layout.columns = .inOrder(
        ["latitude", "longitude", nil, "altitude", nil, "date", "time"])
    }
    return layout
  }

  /// The lines that stand before the points of GeoLife's `.plt` files.
  private static let geoLifeLines = 6

  private static func takeGeoLife(_ source: inout ByteSource) throws(InputError) -> Bool {
    let mark = Array("Geolife trajectory".utf8)
    while source.count < mark.count, try source.fill() {}
    guard source.prefix(mark.count) == mark else { return false }
    for _ in 0..<geoLifeLines {
      while true {
        let count = source.count
        let end = source.buffer.span.extracting(source.window()).offset(of: ASCII.lineFeed, from: 0)
        if end < count {
          source.consume(end + 1)
          break
        }
        guard try source.fill() else { break }
      }
    }
    return true
  }
}
