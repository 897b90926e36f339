import GeofenceBytes
import GeofenceCore

/// A timed CSV track for several threads: it is read piece by piece, and each piece can be parsed
/// by itself.
package struct TrackPieces: ~Copyable {
  /// The time of the first row.
  package let start: Timestamp
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

  /// A Boolean value that indicates whether reading ended before the track did.
  package var wasInterrupted: Bool { track.wasInterrupted }

  /// Notes the findings of the track's end, and of a survey of its rows, about the whole track.
  package func finish(_ report: inout TrackReport, after rows: TrackRowsFindings) {
    report.mayBeCut = track.table.mayBeCut
    report.assumedTimes.formUnion(rows.assumedTimes)
    track.note(rows.survey, in: &report)
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
