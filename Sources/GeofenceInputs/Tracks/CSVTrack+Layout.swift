import GeofenceBytes
import GeofenceCore

extension CSVTrack {
  /// The layout of a table beyond its header, as the options or the first row determine it.
  struct Layout: Sendable {
    /// The meanings of the columns that the user determines.
    var columns: ColumnChoice?
    /// The zone of times that name none.
    var zone: ZoneInfo?
    /// A Boolean value that indicates whether it is known which columns have the time.
    var areTimesSettled = false
    /// A Boolean value that indicates whether coordinates are counted in 2³¹ths of 180 degrees.
    var areSemicircles = false
  }
}
