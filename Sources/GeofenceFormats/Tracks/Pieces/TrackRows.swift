import GeofenceCore

/// The points of a piece of a CSV track, lane by lane.
///
/// A class, since every lane of it is read by a thread of its own: they share one count of references.
public final class TrackRows: Sendable {
  /// A point but for its device, and for the details that most tracks do not have.
  struct Row {
    let latitude: Double
    let longitude: Double
    let accuracy: Double
    let time: TimeReading
    /// Counted from that of the piece.
    let line: Int32
    /// Where its device's name begins in the bytes.
    fileprivate let nameStart: Int32
    let key: NameKey

    /// Where its device's name lies in the bytes.
    @inline(__always)
    var name: Range<Int> { Int(nameStart)..<Int(nameStart &+ key.length) }
  }

  struct Details {
    let altitude: Double
    let speed: Double
    let course: Double
  }

  /// The texts of a row that makes no fix, for a message.
  struct Fault {
    let line: Int
    let latitude: String?
    let longitude: String?
    let time: String?
  }

  /// What falls to one lane: apart from the others', so that a thread reads nothing but its own.
  struct Lane {
    /// In the order of the track.
    fileprivate(set) var rows: [Row] = []
    /// Those of the rows; empty where the track has none.
    fileprivate(set) var details: [Details] = []
  }

  let lanes: [Lane]
  let bytes: [UInt8]
  private let firstLine: Int
  /// What the first row that makes no fix says.
  private let fault: Fault?
  /// Why the rows end early; those before stand.
  public let failure: InputError?
  let findings: TrackRowsFindings

  init(_ piece: TrackPiece, lanes count: Int) {
    var track = CSVTrack(
      DelimitedTable(
        ByteSource(padded: piece.bytes, name: piece.source), piece.header, line: piece.line),
      piece.layout)
    var times = track.timeReader
    var lanes = Array(repeating: Lane(), count: count)
    // Somewhat more than a lane's share.
    for lane in lanes.indices { lanes[lane].rows.reserveCapacity(piece.lines * 5 / count / 4) }
    var fault: Fault?
    var failure: InputError?
    do throws(InputError) {
      while try track.table.next() {
        let point = track.point(&times)
        if fault == nil, !point.isWhole { fault = Fault(track, line: point.line) }
        let range = track.hasDevices ? track.deviceName : 0..<0
        if track.isSurveyed { track.examine(point) }
        let bytes = track.table.source.buffer.span
        let (key, name) = (NameKey(at: range, of: bytes), bytes.extracting(range))
        // Here and not by a lane, since the others would go on.
        try PointFilter.check(key, name, of: piece.source, onLine: point.line)
        // The hash's upper part, since within a lane devices are told apart by the lower one.
        let lane = Int((UInt64(key.hash(name)) * UInt64(count)) >> 32)
        lanes[lane].rows.append(Row(point, key, at: range.lowerBound, after: piece.line))
        if track.hasDetails { lanes[lane].details.append(Details(point)) }
      }
    } catch {
      failure = error
    }
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

  /// The point of a row, but for its device.
  @inline(__always)
  func point(_ index: Int, of lane: borrowing Lane) -> TrackPoint {
    let row = lane.rows[index]
    var point = TrackPoint()
    point.latitude = row.latitude
    point.longitude = row.longitude
    point.accuracy = row.accuracy
    point.time = row.time
    point.line = firstLine + Int(row.line)
    guard !lane.details.isEmpty else { return point }
    point.altitude = lane.details[index].altitude
    point.speed = lane.details[index].speed
    point.course = lane.details[index].course
    return point
  }

  /// The line of the first row that makes no fix.
  var faultLine: Int? { fault?.line }

  /// What the first row that makes no fix has for a culprit.
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
  fileprivate init(_ point: TrackPoint, _ key: NameKey, at name: Int, after firstLine: Int) {
    self.init(
      latitude: point.latitude, longitude: point.longitude, accuracy: point.accuracy,
      time: point.time, line: Int32(point.line - firstLine), nameStart: Int32(name), key: key)
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
  /// Whether it makes a fix, unless an earlier one of its device is later.
  fileprivate var isWhole: Bool {
    if case .at = time { coordinate.isValid && !(accuracy < 0) } else { false }
  }
}
