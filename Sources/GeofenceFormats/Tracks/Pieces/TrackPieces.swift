public import GeofenceCore

/// A timed CSV track on its way to several threads: it is read piece by piece, and each piece can be
/// parsed by itself.
public struct TrackPieces: ~Copyable {
  /// The time of the first row.
  public let start: Timestamp
  private var track: CSVTrack
  private let filter: PointFilter

  /// - Parameters:
  ///   - track: on its first row, which has no quoted field.
  ///   - filter: as it is before the first row.
  init(_ track: consuming CSVTrack, from start: Timestamp, _ filter: PointFilter) {
    self.start = start
    self.track = track
    self.filter = filter
  }

  /// Reads what comes next, whole rows; `nil` at the end, or when reading was interrupted.
  ///
  /// - Throws: an error of kind `data` for a row that does not end, `reading` when the source fails.
  public mutating func next() throws(InputError) -> TrackPiece? { try track.cut() }

  /// Whether reading ended before the track did.
  public var wasInterrupted: Bool { track.wasInterrupted }

  /// Notes what the end of the track, and a survey of its rows, say of it as a whole.
  public func finish(_ report: inout TrackReport, after rows: TrackRowsFindings) {
    report.mayBeCut = track.table.mayBeCut
    report.assumedTimes.formUnion(rows.assumedTimes)
    track.note(rows.survey, in: &report)
  }

  /// What judges the points of the devices that fall to one of several threads.
  public func lane() -> TrackLane { TrackLane(filter) }
}

/// What the rows of a CSV track show of it as a whole.
public struct TrackRowsFindings: Sendable {
  var assumedTimes = AssumedTimes()
  var survey = ColumnSurvey()

  public init() {}

  /// Adds what another piece of the track shows.
  public mutating func add(_ rows: TrackRows) {
    assumedTimes.formUnion(rows.findings.assumedTimes)
    survey += rows.findings.survey
  }
}

/// Some rows of a CSV track, not yet parsed.
public struct TrackPiece: Sendable {
  /// With a source's padding behind them.
  let bytes: [UInt8]
  /// The line, from one, on which it begins.
  let line: Int
  /// How many it has.
  let lines: Int
  let source: String
  let header: TableHeader
  let layout: CSVTrack.Layout

  /// Parses the rows.
  ///
  /// - Parameter lanes: among how many the devices are shared out.
  /// - Complexity: O(n) for n bytes.
  public func rows(lanes: Int) -> TrackRows { TrackRows(self, lanes: lanes) }
}
