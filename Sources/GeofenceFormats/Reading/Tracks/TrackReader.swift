public import GeofenceCore

/// Reads a GPX or CSV track and hands on each fix as soon as it has been read.
///
/// The format is found from the content, never from the name. Memory does not grow with the track,
/// except for GPX points that are no `trkpt` and wait for the end to know whether one comes.
public struct TrackReader {
  public struct Options: Sendable {
    /// Whether the track is taken as untimed.
    public var ignoresTimes = false
    /// Metres per second along an untimed track; positive.
    public var speed = 20.0
    /// When an untimed track begins.
    public var start = Timestamp(milliseconds: 0)
    /// Whether the first point that cannot be used is an error.
    public var isStrict = false

    public init() {}
  }

  /// One of the devices whose fixes a track mixes.
  public struct Device: Hashable, Sendable {
    /// From 0 in the order of appearance.
    public let index: Int
    /// From the device column; `nil` where it is empty or there is none.
    public let name: String?
  }

  private let path: String
  private let options: Options
  private let warn: (InputError) -> Void
  private let interrupted: () -> Bool

  /// - Parameters:
  ///   - path: a file, or `-` for standard input.
  ///   - warn: is told of the first point that is skipped.
  ///   - interrupted: asked while waiting for input; `true` ends the track quietly.
  public init(
    path: String, options: Options, warn: @escaping (InputError) -> Void = { _ in },
    interrupted: @escaping () -> Bool = { false }
  ) {
    self.path = path
    self.options = options
    self.warn = warn
    self.interrupted = interrupted
  }

  /// What messages call the input.
  public var source: String { path == "-" ? ByteSource.standardInputName : path }

  /// Calls `body` for each fix until it returns false.
  ///
  /// - Returns: what was read and skipped, and why reading ended early if it did.
  /// - Complexity: O(n) time for n bytes.
  public func read(_ body: (Fix, Device) -> Bool) -> TrackReport {
    var filter = PointFilter(source: source, options: options, warn: warn)
    var report: TrackReport
    do {
      report = try read(&filter, body)
    } catch {
      report = filter.report
      report.failure = error
    }
    return report
  }

  private func read(_ filter: inout PointFilter, _ body: (Fix, Device) -> Bool)
    throws(InputError) -> TrackReport
  {
    var source = try ByteSource(path: path, interrupted: interrupted)
    while source.count < 4 || !source.hasText { guard try source.fill() else { break } }
    if source.wasInterrupted { return filter.report }
    let head = source.buffer[source.start..<min(source.end, source.start + 4096)]
    if let (problem, mend) = ForeignFormat.problem(in: head, expected: .track) {
      throw InputError(source: source.name, problem: problem, mend: mend)
    }
    let isXML = head.looksLikeXML
    var wasStopped = false
    func guarded(_ fix: Fix, _ device: Device) -> Bool {
      wasStopped = !body(fix, device)
      return !wasStopped
    }
    var ignoredKinds: [String: Int] = [:]
    if isXML {
      try GPXReader.read(source, &filter, ignored: &ignoredKinds) { guarded($0, Self.only) }
    } else {
      try CSVTrackReader.read(source, &filter, guarded)
    }
    var report = filter.report
    report.ignoredKinds = ignoredKinds
    if report.kept == 0, !wasStopped, !interrupted() { report.failure = nothingUsable(report) }
    return report
  }

  /// The device of a track that has no names for devices.
  static let only = Device(index: 0, name: nil)

  private func nothingUsable(_ report: TrackReport) -> InputError {
    report.points == 0
      ? InputError(
        source: source, problem: "no points: the track is empty",
        mend: "a GPX track has trkpt, rtept or wpt elements, a CSV track rows below its header")
      : InputError(
        source: source, problem: "none of its \(report.points) points can be used",
        mend: "see the first one above")
  }
}

extension ByteSource {
  /// Whether anything but blanks and a byte order mark has come.
  fileprivate var hasText: Bool {
    buffer[start..<end].contains { $0 > ASCII.space && $0 < 0x80 }
  }
}

extension ArraySlice<UInt8> {
  /// Whether these first bytes are those of an XML document.
  fileprivate var looksLikeXML: Bool {
    if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) { return true }
    let text = starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self
    return text.first { !ASCII.isBlank($0) } == UInt8(ascii: "<")
  }
}
