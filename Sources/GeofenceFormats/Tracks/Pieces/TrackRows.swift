import GeofenceCore

/// The points of a piece of a CSV track, sorted by the lanes that their devices fall to.
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
    /// Where its device's name lies in the bytes.
    let name: (start: Int32, end: Int32)
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

  let bytes: [UInt8]
  private let firstLine: Int
  /// Those of all lanes, in the order of the track.
  let rows: [Row]
  /// Those of the rows; empty where the track has none.
  private let details: [Details]
  /// The rows of each lane.
  let lanes: [[Int32]]
  /// What the first row that makes no fix says.
  private let fault: Fault?
  /// Why the rows end early; those before stand.
  public let failure: InputError?

  init(_ piece: TrackPiece, lanes count: Int) {
    var track = CSVTrack(
      DelimitedTable(
        ByteSource(bytes: piece.bytes, name: piece.source), piece.header, line: piece.line))
    var rows: [Row] = []
    rows.reserveCapacity(piece.lines)
    var details: [Details] = []
    var lanes = Array(repeating: [Int32](), count: count)
    var fault: Fault?
    var failure: InputError?
    do throws(InputError) {
      while try track.table.next() {
        let point = track.point()
        let name = track.hasDevices ? track.deviceName : 0..<0
        if fault == nil, !point.isWhole { fault = Fault(track, line: point.line) }
        let lane = Self.hash(track.table.source.buffer.span.extracting(name)) % UInt64(count)
        lanes[Int(lane)].append(Int32(rows.count))
        rows.append(Row(point, name, after: piece.line))
        if track.hasDetails { details.append(Details(point)) }
      }
    } catch {
      failure = error
    }
    bytes = track.table.source.buffer
    firstLine = piece.line
    self.rows = rows
    self.details = details
    self.lanes = lanes
    self.fault = fault
    self.failure = failure
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

  /// Where the name of a row's device lies in the bytes.
  @inline(__always)
  func name(_ index: Int) -> Range<Int> { Int(rows[index].name.start)..<Int(rows[index].name.end) }

  /// What the row on `line` has for a culprit; known of the first row that makes no fix.
  func text(_ culprit: PointFilter.Culprit, onLine line: Int) -> String? {
    guard let fault, fault.line == line else { return nil }
    return switch culprit {
    case .latitude: fault.latitude
    case .longitude: fault.longitude
    case .time: fault.time
    }
  }

  /// Scatters names over the lanes; a file that is made to put them all into one is only slow.
  private static func hash(_ name: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in name.indices { hash = (hash ^ UInt64(name[index])) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}

extension TrackRows.Row {
  fileprivate init(_ point: TrackPoint, _ name: Range<Int>, after firstLine: Int) {
    self.init(
      latitude: point.latitude, longitude: point.longitude, accuracy: point.accuracy,
      time: point.time, line: Int32(point.line - firstLine),
      name: (Int32(name.lowerBound), Int32(name.upperBound)))
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
