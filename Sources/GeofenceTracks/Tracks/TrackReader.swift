import GeofenceBytes
import GeofenceCore

/// A reader of a track, which calls back for each fix as soon as it has been read.
///
/// Memory does not grow with the track: points that have to wait lie in a temporary file if they
/// are many. These are a GPX file's route points and waypoints and a KML file's placemarks, until
/// it is known that there is no track, and times or places of a line, until the others are read.
package struct TrackReader: ~Copyable {
  package struct Options: Hashable, Sendable {
    package var ignoresTimes = false
    package var speed = 20.0
    /// The time for which a device stays at each point of an untimed track.
    package var hold: Interval?
    /// The time of the first point of each device in an untimed track.
    package var start: Timestamp {
      get { writtenStart.moment(in: zone) }
      set { writtenStart = WrittenTime(newValue) }
    }
    package var writtenStart = WrittenTime(Timestamp(milliseconds: 0))
    package var sorts = false
    /// The zone of times that name none; `nil` stands for UTC.
    package var zone: ZoneInfo?
    /// True if it is the zone of other files, too, so that it has effect although the track names
    /// one.
    package var isZoneShared = false
    package var isStrict = false
    package var columns: ColumnChoice?

    package init() {}

    /// The options that are set and concern untimed tracks alone.
    package var untimedOnly: [String] {
      let usual = Options()
      return (speed != usual.speed ? ["--speed"] : []) + (start != usual.start ? ["--start"] : [])
        + (hold != nil ? ["--hold"] : [])
    }
  }

  package static let formats = TrackFormat.all.flatMap { $0.kinds }.joinedInSentence(with: "or")

  package private(set) var report: TrackReport

  /// The progress of the reading; another reader that is given it continues from there.
  package private(set) var progress: TrackProgress

  /// Receives a fix, and its device's index and name; `false` ends reading.
  package typealias Body = (Fix, Int, _ name: () -> String?) -> Bool

  private let path: String
  /// The bytes to read instead of a file.
  private var given: [UInt8]?
  private let options: Options
  private let tell: @Sendable (Finding) -> Void
  private let interruption: Interruption
  var longestRead = Int.max

  /// Creates a reader that opens `path` when it reads.
  ///
  /// - Parameters:
  ///   - tell: receives the remarks that cannot wait: about the first point that is skipped, and an
  ///     untimed track.
  ///   - interrupted: returns whether the reading has to end.
  package init(
    path: String, options: Options = Options(), after earlier: TrackProgress = TrackProgress(),
    tell: @escaping @Sendable (Finding) -> Void = { _ in },
    interrupted: @escaping () -> Bool = { false }
  ) {
    self.path = path
    self.options = options
    self.tell = tell
    progress = earlier
    interruption = Interruption(interrupted)
    report = TrackReport(source: path == "-" ? ByteSource.standardInputName : path)
  }

  /// Creates a reader of bytes that are there already.
  package init(bytes: [UInt8], name: String, options: Options = Options()) {
    self.init(path: name, options: options)
    given = bytes
  }

  /// Reads the track to its end, unless `body` returns `false`. `newDevice` receives an index, from
  /// 0 up, and a name, if the track has one, before a device's first point; `waiting` is called where
  /// the next bytes have not arrived yet.
  package mutating func read(
    newDevice: (Int, String?) -> Void, waiting: () -> Void = {}, named body: Body
  ) throws(InputError) {
    let failure = withoutActuallyEscaping(newDevice) { newDevice in
      withoutActuallyEscaping(waiting) { waiting in
        withoutActuallyEscaping(body) { body in
          var filter = PointFilter(
            source: report.source, options: options, after: progress, tell: tell,
            newDevice: newDevice, body)
          return read(&filter, waiting)
        }
      }
    }
    if let failure { throw failure }
  }

  private mutating func read(_ filter: inout PointFilter, _ waiting: @escaping () -> Void)
    -> InputError?
  {
    var failure: InputError?
    do throws(InputError) {
      var source =
        if let given {
          ByteSource(bytes: given, name: path)
        } else {
          try ByteSource(path: path, interrupted: interruption.ask)
        }
      source.longestRead = longestRead
      source.waiting = waiting
      try TrackFormat.read(source, &filter)
    } catch {
      failure = error
    }
    failure = filter.failure ?? failure
    if failure != nil, interruption.hasCome {
      // The parts that seem to be missing have not been read.
      filter.report.wasStopped = true
      failure = nil
    }
    (report, progress) = (filter.finished, filter.progress)
    return failure ?? filter.flaw(of: report)
  }

  package mutating func read(
    newDevice: (Int, String?) -> Void = { _, _ in }, _ body: (Fix, Int) -> Bool
  ) throws(InputError) {
    try read(newDevice: newDevice, named: { fix, device, _ in body(fix, device) })
  }

  private final class Interruption {
    private(set) var hasCome = false
    private let isWanted: () -> Bool

    init(_ isWanted: @escaping () -> Bool) { self.isWanted = isWanted }

    func ask() -> Bool {
      if isWanted() { hasCome = true }
      return hasCome
    }
  }

  /// Returns whether a file's first fix is timed or a line's, and no name is one of regions:
  /// plainly a track. A map's timed places (`wpt`, placemarks) may be either.
  package static func isTrack(_ bytes: [UInt8]) -> Bool {
    let body: Body = { _, _, _ in false }
    var filter = PointFilter(
      source: "", options: Options(), tell: { _ in }, newDevice: { _, _ in }, body)
    try? TrackFormat.read(ByteSource(bytes: bytes, name: ""), &filter)
    let report = filter.report
    guard report.fixesKept > 0, report.pointKind != .waypoint, !filter.untimed.hasRegionNames
    else { return false }
    return report.isTimed || report.hasLines || report.format == .gpx
  }
}
