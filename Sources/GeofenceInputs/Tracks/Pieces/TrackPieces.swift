import GeofenceBytes
import GeofenceCore

/// A timed CSV track for several threads: it is read piece by piece, and each piece can be parsed
/// by itself.
package struct TrackPieces: ~Copyable {
  /// The time of the first row.
  package let start: Timestamp
  /// A Boolean value that indicates whether the track names its devices.
  package var hasDevices: Bool { track.hasDevices }
  private var track: CSVTrack
  private let filter: PointFilter

  /// Creates the pieces of a track from its first row on.
  ///
  /// - Parameters:
  ///   - track: The track on its first row, which has no quoted field.
  ///   - filter: The filter as it is before the first row.
  init(_ track: consuming CSVTrack, from start: Timestamp, _ filter: PointFilter) {
    self.start = start
    self.track = track
    self.filter = filter
  }

  /// Returns the next piece of whole rows; `nil` at the end, or if reading was interrupted.
  ///
  /// - Throws: An error of kind `data` for a row that does not end, or `reading` if the source
  ///   fails.
  package mutating func next() throws(InputError) -> TrackPiece? { try track.cut() }

  /// Returns the report of the whole track.
  ///
  /// - Parameters:
  ///   - lanes: The reports of all lanes.
  ///   - rows: The findings of all pieces.
  package func report(_ lanes: some Sequence<TrackReport>, _ rows: TrackRowsFindings)
    -> TrackReport
  {
    var report = filter.finished
    for lane in lanes { report += lane }
    report.mayBeCut = track.table.mayBeCut
    report.wasStopped = track.wasInterrupted
    report.assumedTimes.formUnion(rows.assumedTimes)
    track.note(rows.survey, in: &report)
    return report
  }

  /// Returns an error if the track has no fix, or far fewer than points.
  package func flaw(of report: TrackReport) -> InputError? {
    filter.flaw(of: report)
  }

  /// Returns a judge of the points of the devices that one of several threads handles.
  package func lane() -> TrackLane { TrackLane(filter) }
}

/// The findings of some rows about a CSV track as a whole.
package struct TrackRowsFindings: Sendable {
  var assumedTimes = AssumedTimes()
  var survey = ColumnSurvey()

  package init() {}

  /// Adds the findings of another piece of the track.
  package mutating func add(_ rows: TrackRows) {
    assumedTimes.formUnion(rows.findings.assumedTimes)
    survey += rows.findings.survey
  }
}

/// Some rows of a CSV track, not yet parsed.
package struct TrackPiece: Sendable {
  /// The bytes of the rows, followed by a source's padding.
  let bytes: [UInt8]
  /// The line, from 1, on which the piece begins.
  let line: Int
  /// The number of lines in the piece.
  let lines: Int
  let source: String
  let header: TableHeader
  let layout: CSVTrack.Layout

  /// Parses the rows.
  ///
  /// - Parameter lanes: The number of lanes among which the devices are distributed.
  /// - Complexity: O(n) for n bytes.
  package func rows(lanes: Int) -> TrackRows { TrackRows(self, lanes: lanes) }
}
