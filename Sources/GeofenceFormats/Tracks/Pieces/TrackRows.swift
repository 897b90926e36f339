import GeofenceCore

/// The points of a piece of a CSV track, each with the next one whose device falls to the same lane.
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
    /// The next row of its lane; −1 behind the last.
    fileprivate(set) var next = Int32(-1)

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

  /// In the order of the track.
  let rows: [Row]
  /// Those of the rows; empty where the track has none.
  private let details: [Details]
  /// The first row of each lane; −1 where it has none.
  private let firsts: [Int32]
  let bytes: [UInt8]
  private let firstLine: Int
  /// What the first row that makes no fix says.
  private let fault: Fault?
  /// Why the rows end early; those before stand.
  public let failure: InputError?

  init(_ piece: TrackPiece, lanes count: Int) {
    var track = CSVTrack(
      DelimitedTable(
        ByteSource(padded: piece.bytes, name: piece.source), piece.header, line: piece.line))
    var times = TimeReader()
    var rows: [Row] = []
    rows.reserveCapacity(piece.lines)
    var details: [Details] = []
    var firsts = Array(repeating: Int32(-1), count: count)
    var lasts = firsts
    var fault: Fault?
    var failure: InputError?
    do throws(InputError) {
      while try track.table.next() {
        let point = track.point(&times)
        if fault == nil, !point.isWhole { fault = Fault(track, line: point.line) }
        let range = track.hasDevices ? track.deviceName : 0..<0
        let bytes = track.table.source.buffer.span
        let (key, name) = (NameKey(at: range, of: bytes), bytes.extracting(range))
        // Here and not by a lane, since the others would go on.
        try PointFilter.check(key, name, of: piece.source, onLine: point.line)
        // The hash's upper part, since within a lane devices are told apart by the lower one.
        let lane = Int((UInt64(key.hash(name)) * UInt64(count)) >> 32)
        let (last, row) = (Int(lasts[lane]), Int32(rows.count))
        if last < 0 { firsts[lane] = row } else { rows[last].next = row }
        lasts[lane] = row
        rows.append(Row(point, key, at: range.lowerBound, after: piece.line))
        if track.hasDetails { details.append(Details(point)) }
      }
    } catch {
      failure = error
    }
    bytes = track.table.source.buffer
    firstLine = piece.line
    self.rows = rows
    self.details = details
    self.firsts = firsts
    self.fault = fault
    self.failure = failure
  }

  /// Calls `body` with each row of a lane, in the order of the track, while it returns `true`.
  @inline(__always)
  func forEachRow<Failure: Error>(ofLane lane: Int, _ body: (Int) throws(Failure) -> Bool)
    throws(Failure)
  {
    var row = Int(firsts[lane])
    while row >= 0, try body(row) { row = Int(rows[row].next) }
  }

  /// The point of a row, but for its device.
  @inline(__always)
  func point(_ index: Int) -> TrackPoint {
    let row = rows[index]
    var point = TrackPoint()
    point.latitude = row.latitude
    point.longitude = row.longitude
    point.accuracy = row.accuracy
    point.time = row.time
    point.line = firstLine + Int(row.line)
    guard !details.isEmpty else { return point }
    point.altitude = details[index].altitude
    point.speed = details[index].speed
    point.course = details[index].course
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
