import GeofenceCore

/// Reads a track and calls back for each fix, as soon as it has been read.
///
/// The format is found from the content: GPX, CSV, KML, TCX, or JSON. Memory does not grow with the
/// track: what waits (a GPX file's route points and waypoints and a KML file's placemarks, until it is
/// known that there is no track; times or places of a line, until the others come) lies in a temporary
/// file where it is much.
///
/// ```swift
/// var reader = TrackReader(path: "ride.gpx", tell: { print($0) })
/// try reader.read { fix, device in
///   print(fix.time, fix.coordinate)
///   return true
/// }
/// reader.report.remarks.forEach { print($0) }
/// ```
public struct TrackReader {
  public struct Options: Hashable, Sendable {
    /// Whether the track is read as one without times.
    public var ignoresTimes = false
    /// Metres per second at which an untimed track is followed; positive.
    public var speed = 20.0
    /// The time of the first point of each device in an untimed track.
    public var start = Timestamp(milliseconds: 0)
    /// Whether the track is read whole and each device's points are put in the order of time.
    public var sorts = false
    /// The zone of times that name none; UTC where there is none.
    public var zone: ZoneInfo?
    /// Whether the first point that would be skipped is an error.
    public var isStrict = false
    /// What the columns of a table, or the keys of JSON, mean, where they have names of their own.
    public var columns: ColumnChoice?

    public init() {}

    /// Those that only an untimed track needs, where they are not as they were.
    var untimedOnly: [String] {
      let usual = Options()
      return (speed != usual.speed ? ["--speed"] : []) + (start != usual.start ? ["--start"] : [])
    }
  }

  /// What has become of the points; also when reading has thrown an error.
  public private(set) var report: TrackReport

  /// How far the track has been read; given to another reader, it goes on from there.
  public var progress: TrackProgress { reached?.progress ?? earlier }

  /// Is given a fix, its device's index, and that device's name, which is made when it is asked for;
  /// `false` ends reading.
  public typealias Body = (Fix, Int, _ name: () -> String?) -> Bool

  /// Reads a track by pieces, and says in the report what became of their points.
  public typealias PieceReader =
    (consuming TrackPieces, inout TrackReport) throws(InputError) -> Void

  private let earlier: TrackProgress
  private var reached: PointFilter?
  private let path: String
  private let options: Options
  private let tell: @Sendable (TrackReport.Remark) -> Void
  private let interrupted: () -> Bool
  /// The most bytes that one read may give.
  var longestRead = Int.max

  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - earlier: how far the track was read before, where this is not its beginning.
  ///   - tell: is given, at once, the first point that is skipped, and that the track is taken as
  ///     untimed.
  ///   - interrupted: asked before each read and when a signal interrupts one; `true` ends reading
  ///     without an error.
  public init(
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
  ///   - newDevice: is given a device's index and name before its first point; indices count up
  ///     from 0. The name is `nil` where the track does not name its devices.
  ///   - pieces: reads the track instead, where it is a timed CSV file; then `body` is given nothing.
  ///   - body: is given each fix.
  /// - Throws: what is wrong with the input. The fixes that `body` was given before stand.
  /// - Complexity: O(n) for n bytes.
  public mutating func read(
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
      try Self.read(source, &filter, newDevice: newDevice, pieces: options.sorts ? nil : pieces, body)
    } catch {
      // What seems to be missing has not been read.
      guard wasInterrupted else { throw error }
      filter.report.wasStopped = true
    }
    // A piece that brings nothing new is part of a track that has points.
    if filter.report.fixesKept == 0, !filter.report.wasStopped, !earlier.hasFixes {
      throw noUsablePoint(filter.report)
    }
    if let error = filter.finished.excessOfSkips { throw error }
  }

  /// Reads the track that a source is.
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

  /// True for a whole file that is plainly a track: its first fix has a time, or is that of a line, and
  /// nothing in it is called as what regions have. Places of a map with times (`wpt`, placemarks) may be
  /// either.
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

  /// Reads the track from its beginning, where nobody asks for the names of devices.
  public mutating func read(
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
