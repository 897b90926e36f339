import GeofenceBytes
import GeofenceCore

/// A judge of the points of some devices of a track, as a `TrackReader` is of all points.
package struct TrackLane: Sendable {
  private var filter: PointFilter
  /// The index of each row's device; −1 for a device that is not known yet.
  private var found: [Int32] = []

  init(_ filter: PointFilter) {
    self.filter = filter.lane
  }

  /// The report of the points so far.
  package var report: TrackReport { filter.report }

  /// The report of the points with the findings of their devices' paces.
  ///
  /// - Complexity: O(n) for n devices.
  package var finished: TrackReport { filter.finished }

  /// The fixes that are only counted since a body was called.
  package var quiet: QuietRun { filter.quiet }

  /// The progress of its devices.
  package var progress: TrackProgress { filter.progress }

  /// Reads one lane of the rows.
  ///
  /// - Parameters:
  ///   - newLine: A closure that receives the line of each point that is not only
  ///     counted, before the point is judged.
  ///   - newDevice: A closure that receives a device's index in this lane and its name before its
  ///     first point.
  ///   - body: A closure that receives each fix.
  /// - Throws: An error about the first point skipped if the track is read strictly.
  package mutating func read(
    _ rows: TrackRows, lane: Int, newLine: (Int) -> Void, newDevice: (Int, String?) -> Void,
    _ body: TrackReader.Body
  ) throws(InputError) {
    let (lane, bytes, faultLine) = (rows.lanes[lane], rows.bytes, rows.faultLine)
    guard !lane.rows.isEmpty else { return }
    defer { filter.settleRun() }
    let hasNames = !lane.names.isEmpty
    if hasNames {
      find(lane, bytes)
    } else if filter.report.names.count == 0 {
      let name = Span<UInt8>()
      _ = filter.addDevice(NameKey(name), name, newDevice)
    }
    for index in lane.rows.indices {
      var point = rows.point(index, of: lane)
      if hasNames { point.device = Int(found[index]) }
      if point.device >= 0, filter.takesQuietly(point) { continue }
      newLine(point.line)
      if point.device < 0 {
        let name = lane.names[index]
        point.device = try filter.device(
          name.key, bytes.span.extracting(name.range), onLine: point.line, newDevice)
      }
      // The closure of the other rows does not refer to `rows`: otherwise all threads would count
      // their references to it at each point.
      let goesOn =
        point.line == faultLine
        ? try filter.take(point, text: { rows.text($0) }, body)
        : try filter.take(point, text: { _ in nil }, body)
      guard goesOn else { return }
    }
  }

  /// Finds the devices of the rows that are already known.
  private mutating func find(_ lane: TrackRows.Lane, _ bytes: [UInt8]) {
    found.removeAll(keepingCapacity: true)
    for name in lane.names {
      let bytes = bytes.span.extracting(name.range)
      found.append(Int32(filter.report.names.find(name.key, bytes) ?? -1))
    }
  }
}
