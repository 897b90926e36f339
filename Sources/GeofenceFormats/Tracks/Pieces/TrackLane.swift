public import GeofenceCore

/// Judges the points of some devices of a track, as a `TrackReader` does those of all.
public struct TrackLane: Sendable {
  private var filter: PointFilter
  /// The index of each row's device; −1 for one that is not known yet.
  private var found: [Int32] = []

  init(_ filter: PointFilter) {
    self.filter = filter.lane
  }

  /// What became of the points so far.
  public var report: TrackReport { filter.report }

  /// The same with what the paces of its devices say.
  ///
  /// - Complexity: O(n) for n devices.
  public var finished: TrackReport { filter.finished }

  /// How far its devices have been read.
  public var progress: TrackProgress { filter.progress }

  /// Reads one lane of the rows.
  ///
  /// - Parameters:
  ///   - newLine: is given the line of each point before anything else is made of it.
  ///   - newDevice: is given a device's index in this lane and its name before its first point.
  ///   - body: is given each fix.
  /// - Throws: an error about the first point skipped when the track is read strictly.
  public mutating func read(
    _ rows: TrackRows, lane: Int, newLine: (Int) -> Void, newDevice: (Int, String?) -> Void,
    _ body: TrackReader.Body
  ) throws(InputError) {
    let (lane, bytes, faultLine) = (rows.lanes[lane], rows.bytes, rows.faultLine)
    find(lane, bytes)
    for (index, row) in lane.rows.enumerated() {
      var point = rows.point(index, of: lane)
      newLine(point.line)
      point.device = Int(found[index])
      if point.device < 0 {
        point.device = try filter.device(
          row.key, bytes.span.extracting(row.name), onLine: point.line, newDevice)
      }
      // Were the rows asked about each, all threads would count their references to them.
      let goesOn =
        point.line == faultLine
        ? try filter.take(point, text: { rows.text($0) }, body)
        : try filter.take(point, text: { _ in nil }, body)
      guard goesOn else { return }
    }
  }

  /// Finds the devices of rows that are known already.
  private mutating func find(_ lane: TrackRows.Lane, _ bytes: [UInt8]) {
    found.removeAll(keepingCapacity: true)
    for row in lane.rows {
      let name = bytes.span.extracting(row.name)
      found.append(Int32(filter.report.names.find(row.key, name) ?? -1))
    }
  }
}
