import GeofenceBytes
import GeofenceCore

extension CSVTrack {
  /// The layout of a table beyond its header, as the options, a format of its own, or the first row
  /// determine it.
  struct Layout: Sendable {
    /// The meanings of the columns that the user, or the format, determines.
    var columns: ColumnChoice?
    /// The zone of times that name none.
    var zone: ZoneInfo?
    /// The line, from 1, on which the table begins.
    var line = 1
    /// A Boolean value that indicates whether it is known which columns have the time.
    var areTimesSettled = false
    /// A Boolean value that indicates whether times that name no zone are in UTC.
    var areTimesUTC = false
    /// A Boolean value that indicates whether coordinates are counted in 2³¹ths of 180 degrees.
    var areSemicircles = false
    /// A Boolean value that indicates whether the table is a trajectory of the GeoLife data set,
    /// whose altitudes are in feet.
    var isGeoLife = false
  }
}

extension CSVTrack.Layout {
  /// Takes the lines before the table if it has a format of its own, and returns the layout.
  static func take(_ source: inout ByteSource, _ options: TrackReader.Options) throws(InputError)
    -> Self
  {
    var layout = Self(columns: options.columns, zone: options.zone)
    if options.columns == nil, try takeGeoLife(&source) {
      layout.isGeoLife = true
      layout.line = geoLifeLines + 1
      // Times are in Greenwich Mean Time, as GeoLife's guide says; the fifth column counts days.
      layout.areTimesUTC = true
      layout.columns = .inOrder(
        ["latitude", "longitude", nil, "altitude", nil, "date", "time"])
    }
    return layout
  }

  /// The number of lines before the points of GeoLife's `.plt` files.
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
