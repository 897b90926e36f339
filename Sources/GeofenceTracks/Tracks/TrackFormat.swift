import GeofenceBytes

/// A format of tracks: its names, its reader, and its words for what a file has.
///
/// Help, messages about other files and the search for a format follow from the list of `all`.
struct TrackFormat: Sendable, Hashable {
  static let all = [gpx, csv, kml, tcx, json, log, yaml]

  let name: String
  let kinds: [String]
  let endings: [String]
  let reading: Reading
  let words: Words

  init(
    _ name: String, kinds: [String]? = nil, endings: [String], _ reading: Reading,
    words: Words = Words()
  ) {
    self.name = name
    self.kinds = kinds ?? [name]
    self.endings = endings
    self.reading = reading
    self.words = words
  }

  enum Reading: Sendable {
    /// A text; one without a `Beginning` may begin with any line.
    case text(Beginning?, TextReading)
    /// An XML document, which is recognized by its root element.
    case xml(root: String, XMLReading)
  }

  /// A function that returns whether a text begins as a format's files; `nil` if more of its first
  /// line is needed, up to 1,024 bytes, and whether there will be no more.
  typealias Beginning = @Sendable (_ line: Span<UInt8>, _ isWhole: Bool) -> Bool?

  typealias TextReading =
    @Sendable (consuming ByteSource, inout PointFilter) throws(InputError) -> Void

  typealias XMLReading = @Sendable (inout XMLReader, inout PointFilter) throws(InputError) -> Void

  struct Words: Sendable {
    enum Part: String { case place, time }

    var object = "object"
    var needs = Part.place
    var routePoint = "rtept point"
    var waypoint = "wpt point"
    var waypointOrigin = ""
    var track = "a track"
    var route = "a route"
  }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension TrackFormat {
  /// The table, which is every text that does not begin as one of another format.
  static let csv = TrackFormat("CSV", endings: ["csv", "txt"], .text(nil, CSVTrack.read))

  // MARK: finding a format

  /// Reads a source in the format that it has; an error of kind `data` says what else it is.
  static func read(_ source: consuming ByteSource, _ filter: inout PointFilter) throws(InputError) {
    let encoding = try source.findEncoding()
    guard let finding = try find(&source) else {
      filter.report.wasStopped = true
      return
    }
    if case .text(let format, let read) = finding {
      filter.report.format = format
      return try read(source, &filter)
    }
    filter.report.hasIdleColumns =
      filter.options.columns.map { $0.dateOrder == nil || $0.names?.count != 1 } ?? false
    var reader = try XMLReader(source, encoding: encoding)
    guard let (format, read) = ofXML(root: reader.root) else {
      throw ForeignFile(xmlRoot: reader.root).error(of: filter.report.source, as: .track)
    }
    filter.report.format = format
    try read(&reader, &filter)
  }

  private enum Detection {
    case text(TrackFormat, TextReading)
    case xml
  }

  /// Finds the format that the first bytes of a source show, if not interrupted.
  private static func find(_ source: inout ByteSource) throws(InputError) -> Detection? {
    while true {
      if let finding = try judge(source) { return finding }
      if try !source.fill(), source.wasInterrupted { return nil }
    }
  }

  private static func ofXML(root: String) -> (format: TrackFormat, read: XMLReading)? {
    for format in all {
      if case .xml(root, let read) = format.reading { return (format, read) }
    }
    return nil
  }

  static var namesOfXML: String {
    all.filter { if case .xml = $0.reading { true } else { false } }.map({ $0.name })
      .joinedInSentence()
  }

  /// Returns the format; `nil` if more bytes are needed.
  private static func judge(_ source: borrowing ByteSource) throws(InputError) -> Detection? {
    let bytes = source.buffer.span.extracting(source.window())
    switch ForeignFile.judge(bytes, isWhole: source.isExhausted) {
    case .foreign(let file): throw file.error(of: source.name, as: .track)
    case .undecided: return nil
    case .none: return try judgeText(bytes, source)
    }
  }

  private static func judgeText(_ bytes: Span<UInt8>, _ source: borrowing ByteSource)
    throws(InputError) -> Detection?
  {
    let isWhole = source.isExhausted
    var first = 0
    while first < bytes.count, ASCII.isBlank(bytes[first]) || bytes[first] == 0x1E { first += 1 }
    guard first < bytes.count else {
      if !isWhole, first < DelimitedTable.longestRow { return nil }
      throw InputError(
        source: source.name, problem: "is empty", help: "give a track with a point in it")
    }
    if bytes[first] == ASCII.lessThan {
      if bytes.count < first + 15, !isWhole { return nil }
      let head = bytes.extracting(first..<min(first + 15, bytes.count)).text.lowercased()
      if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") {
        throw ForeignFile(xmlRoot: "html").error(of: source.name, as: .track)
      }
      return .xml
    }
    // Comments may stand before the first line of a table and of YAML.
    var start = first
    while start < bytes.count, bytes[start] == ASCII.hash || ASCII.isBlank(bytes[start]) {
      start = bytes[start] == ASCII.hash ? bytes.offset(of: ASCII.lineFeed, from: start) : start + 1
    }
    if start == bytes.count {
      if !isWhole, start < DelimitedTable.longestRow { return nil }
      start = first
    }
    let end = bytes.offset(of: ASCII.lineFeed, from: start)
    let line = bytes.extracting(start..<min(end, start + 1024))
    let isWholeLine = end < bytes.count || line.count == 1024 || isWhole
    for format in all {
      if case .text(let begins?, let read) = format.reading, begins(line, isWholeLine) == true {
        return .text(format, read)
      }
    }
    // Only the first line is examined: a NUL in a row makes a point that is skipped.
    if line.offset(of: 0, from: 0) < line.count {
      throw InputError(
        source: source.name, problem: "is a binary file, not text",
        help: "give a text file; gpsbabel -? lists what it reads")
    }
    return isWholeLine ? .text(csv, CSVTrack.read) : nil
  }
}
