public import GeofenceCore

/// Judges the points of some devices of a track, as a `TrackReader` does those of all.
public struct TrackLane: Sendable {
  private var filter: PointFilter
  private var devices = NameIndex()
  /// The index of each row's device; −1 for one that is not known yet.
  private var found: [Int32] = []

  init(_ filter: PointFilter) {
    self.filter = filter.lane
  }

  /// What became of the points so far.
  public var report: TrackReport { filter.report }

  /// - Complexity: O(n) for n devices.
  public var progress: TrackProgress { filter.progress }

  /// Reads one lane of the rows.
  ///
  /// - Parameters:
  ///   - newDevice: is given a device's index in this lane and its name before its first point.
  ///   - body: is given each fix, its device's index, and its line; `false` ends reading.
  /// - Throws: an error about the first point skipped when the track is read strictly.
  public mutating func read(
    _ rows: TrackRows, lane: Int, newDevice: (Int, String?) -> Void,
    _ body: (Fix, Int, _ line: Int) -> Bool
  ) throws(InputError) {
    let lane = rows.lanes[lane]
    let bytes = rows.bytes
    find(lane.rows, bytes.span)
    for index in lane.rows.indices {
      var point = rows.point(index, of: lane)
      point.device = Int(found[index])
      if point.device < 0 {
        let name = bytes.span.extracting(lane.rows[index].name)
        let known = devices.count
        point.device = devices.index(of: lane.rows[index].key, name)
        if point.device == known {
          let text = try filter.deviceName(name, onLine: point.line)
          filter.add(device: text)
          newDevice(known, text)
        }
      }
      let line = point.line
      let goesOn = try filter.take(
        point, text: { rows.text($0, onLine: line) }, { body($0, $1, line) })
      if !goesOn { return }
    }
  }

  /// Finds the devices of rows that are known already.
  private mutating func find(_ rows: [TrackRows.Row], _ bytes: Span<UInt8>) {
    found.removeAll(keepingCapacity: true)
    for row in rows {
      found.append(Int32(devices.find(row.key, bytes.extracting(row.name)) ?? -1))
    }
  }
}
