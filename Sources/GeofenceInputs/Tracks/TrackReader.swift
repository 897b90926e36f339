import GeofenceBytes
import GeofenceCore

/// A reader of a track, which calls back for each fix as soon as it has been read.
///
/// The content determines the format: GPX, CSV, KML, TCX, or JSON. Memory does not grow with the
/// track: points that have to wait lie in a temporary file if they are many. These are a GPX file's
/// route points and waypoints and a KML file's placemarks, until it is known that there is no
/// track, and times or places of a line, until the others are read.
///
/// ```swift
/// var reader = TrackReader(path: "ride.gpx", tell: { print($0) })
/// try reader.read { fix, device in
///   print(fix.time, fix.coordinate)
///   return true
/// }
/// reader.report.remarks.forEach { print($0) }
/// ```
package struct TrackReader {
  package struct Options: Hashable, Sendable {
    /// A Boolean value that indicates whether the track is read as one without times.
    package var ignoresTimes = false
    /// The speed in metres per second at which an untimed track is followed; positive.
    package var speed = 20.0
    /// The time of the first point of each device in an untimed track.
    package var start = Timestamp(milliseconds: 0)
    /// A Boolean value that indicates whether the track is read whole and each device's points are
    /// sorted by time.
    package var sorts = false
    /// The zone of times that name none; `nil` stands for UTC.
    package var zone: ZoneInfo?
    /// A Boolean value that indicates whether the first point that would be skipped is an error.
    package var isStrict = false
    /// The meanings of a table's columns, or of the keys of JSON, if they have names of their own.
    package var columns: ColumnChoice?

    package init() {}

    /// The options that only an untimed track needs and that are not at their defaults.
    var untimedOnly: [String] {
      let usual = Options()
      return (speed != usual.speed ? ["--speed"] : []) + (start != usual.start ? ["--start"] : [])
    }
  }

  /// The report of the track's points, even if reading has thrown an error.
  package private(set) var report: TrackReport

  /// The progress of the reading; another reader that is given it continues from there.
  package var progress: TrackProgress { reached?.progress ?? earlier }

  /// A closure that receives a fix, its device's index, and that device's name, which is made when
  /// it is asked for; `false` ends reading.
  package typealias Body = (Fix, Int, _ name: () -> String?) -> Bool

  /// A closure that reads a track by pieces, and notes in the report what became of their points.
  package typealias PieceReader =
    (consuming TrackPieces, inout TrackReport) throws(InputError) -> Void

  private let earlier: TrackProgress
  private var reached: PointFilter?
  private let path: String
  private let options: Options
  private let tell: @Sendable (TrackReport.Remark) -> Void
  private let interrupted: () -> Bool
  /// The largest number of bytes that one read may return.
  var longestRead = Int.max

  /// Creates a reader of the track at `path`, which it opens when it reads.
  ///
  /// - Parameters:
  ///   - path: The path of a file, or `-` for standard input.
  ///   - earlier: The progress of earlier readings, if this is not the track's beginning.
  ///   - tell: A closure that receives at once the remarks about the first point that is skipped,
  ///     and about a track that is taken as untimed.
  ///   - interrupted: A closure that is called before each read and when a signal interrupts one;
  ///     `true` ends reading without an error.
  package init(
    path: String, options: Options = Options(), after earlier: TrackProgress = TrackProgress(),
    tell: @escaping @Sendable (TrackReport.Remark) -> Void = { _ in },
    interrupted: @escaping () -> Bool = { false }
  ) {
    self.path = path
    self.options = options
    self.tell = tell
    self.interrupted = interrupted
    self.earlier = earlier
    report = TrackReport(source: path == "-" ? ByteSource.standardInputName : path)
  }

  /// Reads the track from its beginning.
  ///
  /// - Parameters:
  ///   - newDevice: A closure that receives a device's index and name before its first point;
  ///     indices count up from 0. The name is `nil` if the track does not name its devices.
  ///   - pieces: A closure that reads the track instead, if it is a timed CSV file; then `body` is
  ///     not called.
  ///   - body: A closure that receives each fix.
  /// - Throws: The error of the input. The fixes that `body` received before it stand.
  /// - Complexity: O(n) for n bytes.
  package mutating func read(
    newDevice: (Int, String?) -> Void, pieces: PieceReader?, named body: Body
  ) throws(InputError) {
    var filter = PointFilter(source: report.source, options: options, after: earlier, tell: tell)
    defer {
      report = filter.finished
      reached = filter
    }
    var wasInterrupted = false
    let ask = interrupted
    let interrupted = {
      if ask() { wasInterrupted = true }
      return wasInterrupted
    }
    do throws(InputError) {
      var source = try ByteSource(path: path, interrupted: interrupted)
      source.longestRead = longestRead
      try Self.read(
        source, &filter, newDevice: newDevice, pieces: options.sorts ? nil : pieces, body)
    } catch {
      // The parts that seem to be missing have not been read.
      guard wasInterrupted else { throw error }
      filter.report.wasStopped = true
    }
    // A piece without anything new is part of a track that has points.
    if filter.report.fixesKept == 0, !filter.report.wasStopped, !earlier.hasFixes {
      throw noUsablePoint(filter.report)
    }
    if let error = filter.finished.excessOfSkips { throw error }
  }

  /// Reads the track in a source.
  private static func read(
    _ source: consuming ByteSource, _ filter: inout PointFilter, newDevice: (Int, String?) -> Void,
    pieces: PieceReader?, _ body: Body
  ) throws(InputError) {
    let encoding = try source.findEncoding()
    filter.report.format = try TrackFormat.find(&source)
    switch filter.report.format {
    case nil: filter.report.wasStopped = true
    case .csv: try CSVTrack.read(source, &filter, newDevice: newDevice, pieces: pieces, body)
    case .json: try JSONTrack.read(source, &filter, newDevice: newDevice, body)
    case .gpx, .kml, .tcx:
      filter.report.hasIdleColumns = filter.options.columns != nil
      try TrackReport.Format.readXML(
        source, encoding: encoding, &filter, newDevice: newDevice, body)
    }
  }

  /// Returns whether a whole file is plainly a track.
  ///
  /// Its first fix has a time, or is that of a line, and no name in it is one that regions have.
  /// Places of a map with times (`wpt`, placemarks) may be either.
  ///
  /// - Complexity: O(n) for n bytes up to the first fix.
  static func isTrack(_ bytes: [UInt8]) -> Bool {
    var filter = PointFilter(source: "", options: Options(), tell: { _ in })
    let body: Body = { _, _, _ in false }
    try? read(
      ByteSource(bytes: bytes, name: ""), &filter, newDevice: { _, _ in }, pieces: nil, body)
    let report = filter.report
    guard report.fixesKept > 0, report.pointKind != .waypoint, !filter.untimed.hasRegionNames
    else { return false }
    return report.isTimed || report.hasLines || report.format == .gpx
  }

  /// Reads the track from its beginning, with a `body` that does not need the names of devices.
  package mutating func read(
    newDevice: (Int, String?) -> Void = { _, _ in }, pieces: PieceReader? = nil,
    _ body: (Fix, Int) -> Bool
  ) throws(InputError) {
    try read(newDevice: newDevice, pieces: pieces, named: { fix, device, _ in body(fix, device) })
  }

  private func noUsablePoint(_ report: TrackReport) -> InputError {
    let count = report.pointsRead
    return InputError(
      source: report.source,
      problem: "no usable point among \(count): \(report.skipped.phrase)",
      help: SkipReason.allCases.max { report.skipped[$0] < report.skipped[$1] }?.help)
  }
}
