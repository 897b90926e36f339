import GeofenceBytes
import GeofenceCore

/// The points of a piece of a CSV track, lane by lane.
///
/// This is a class because every lane of it is read by a thread of its own: the threads share one
/// count of references.
package final class TrackRows: Sendable {
  /// A point, in degrees and metres, without its device, and without the details that most tracks
  /// do not have.
  struct Row {
    let latitude: Double
    let longitude: Double
    let accuracy: Double
    let time: TimeReading
    /// The line, counted from that of the piece.
    let line: Int32
  }

  /// The name of a point's device.
  struct Name {
    let key: NameKey
    /// The offset of the name in the bytes.
    fileprivate let start: Int32

    /// The range of the name in the bytes.
    @inline(__always)
    var range: Range<Int> { Int(start)..<Int(start &+ key.length) }
  }

  /// The details of a point: the altitude in metres, the speed in metres per second, and the course
  /// in degrees.
  struct Details {
    let altitude: Double
    let speed: Double
    let course: Double
  }

  /// The texts of a row that becomes no fix, for a message.
  struct Fault {
    let line: Int
    let latitude: String?
    let longitude: String?
    let time: String?
  }

  /// The rows of one lane, stored apart from the others', so that a thread reads nothing but its
  /// own.
  struct Lane {
    /// The rows in the order of the track.
    fileprivate(set) var rows: [Row] = []
    /// The names of the rows' devices; empty if the track names none.
    fileprivate(set) var names: [Name] = []
    /// The details of the rows; empty if the track has none.
    fileprivate(set) var details: [Details] = []
  }

  let lanes: [Lane]
  let bytes: [UInt8]
  private let firstLine: Int
  /// The texts of the first row that becomes no fix.
  private let fault: Fault?
  /// The error because of which the rows end early; the rows before it stand.
  package let failure: InputError?
  let findings: TrackRowsFindings

  init(_ piece: TrackPiece, lanes count: Int) {
    var track = CSVTrack(
      DelimitedTable(
        ByteSource(padded: piece.bytes, name: piece.source), piece.header, line: piece.line),
      piece.layout)
    var times = track.timeReader
    var lanes = Array(repeating: Lane(), count: count)
    // The rows of a track without devices, which are the first lane's; appending to an array in an
    // array takes longer.
    var rows: [Row] = []
    if track.hasDevices {
      // The capacity is somewhat more than a lane's share.
      for lane in lanes.indices {
        lanes[lane].rows.reserveCapacity(piece.lines * 5 / count / 4)
        lanes[lane].names.reserveCapacity(piece.lines * 5 / count / 4)
      }
    } else {
      rows.reserveCapacity(piece.lines)
    }
    var fault: Fault?
    var failure: InputError?
    do throws(InputError) {
      while try track.table.next() {
        let point = track.point(&times)
        if fault == nil, !point.isWhole { fault = Fault(track, line: point.line) }
        if track.isSurveyed { track.examine(point) }
        let row = Row(point, after: piece.line)
        guard track.hasDevices else {
          rows.append(row)
          if track.hasDetails { lanes[0].details.append(Details(point)) }
          continue
        }
        let (bytes, range) = (track.table.source.buffer.span, track.deviceName)
        let (key, name) = (NameKey(at: range, of: bytes), bytes.extracting(range))
        // The name is checked here and not by a lane, since the other lanes would go on.
        try PointFilter.check(key, name, of: piece.source, onLine: point.line)
        // The lane follows from the hash's upper part, since within a lane the lower part tells
        // devices apart.
        let lane = Int((UInt64(key.hash(name)) * UInt64(count)) >> 32)
        lanes[lane].names.append(Name(key: key, start: Int32(range.lowerBound)))
        lanes[lane].rows.append(row)
        if track.hasDetails { lanes[lane].details.append(Details(point)) }
      }
    } catch {
      failure = error
    }
    if !track.hasDevices { lanes[0].rows = rows }
    bytes = track.table.source.buffer
    firstLine = piece.line
    self.lanes = lanes
    self.fault = fault
    self.failure = failure
    var findings = TrackRowsFindings()
    findings.assumedTimes = times.assumed
    findings.survey = track.survey.counted
    self.findings = findings
  }

  /// Returns the point of a row, without its device.
  @inline(__always)
  func point(_ index: Int, of lane: borrowing Lane) -> TrackPoint {
    let row = lane.rows[index]
    var point = TrackPoint()
    point.latitude = row.latitude
    point.longitude = row.longitude
    point.accuracy = row.accuracy
    point.time = row.time
    point.line = firstLine + Int(row.line)
    point.hasDetails = !lane.details.isEmpty
    guard point.hasDetails else { return point }
    point.altitude = lane.details[index].altitude
    point.speed = lane.details[index].speed
    point.course = lane.details[index].course
    return point
  }

  /// The line of the first row that becomes no fix.
  var faultLine: Int? { fault?.line }

  /// Returns the text of the first row that becomes no fix for a culprit.
  func text(_ culprit: PointFilter.Culprit) -> String? {
    switch culprit {
    case .latitude: fault?.latitude
    case .longitude: fault?.longitude
    case .time: fault?.time
    }
  }
}

extension TrackRows.Row {
  @inline(__always)
  fileprivate init(_ point: TrackPoint, after firstLine: Int) {
    self.init(
      latitude: point.latitude, longitude: point.longitude, accuracy: point.accuracy,
      time: point.time, line: Int32(point.line - firstLine))
  }
}

extension TrackRows.Details {
  fileprivate init(_ point: TrackPoint) {
    self.init(altitude: point.altitude, speed: point.speed, course: point.course)
  }
}

extension TrackRows.Fault {
  fileprivate init(_ track: borrowing CSVTrack, line: Int) {
    self.init(
      line: line, latitude: track.text(.latitude), longitude: track.text(.longitude),
      time: track.text(.time))
  }
}

extension TrackPoint {
  /// A Boolean value that indicates whether the point becomes a fix, unless an earlier one of its
  /// device is later.
  fileprivate var isWhole: Bool {
    if case .at = time { coordinate.isValid && !(accuracy < 0) } else { false }
  }
}
