import GeofenceBytes

/// A format of tracks: its names, its reader, and its words for what a file has.
///
/// Help, messages about other files and the search for a format follow from the list of `all`.
struct TrackFormat: Sendable {
  static let all = [gpx, csv, kml, tcx, json]

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
    /// A table, which may begin with any line, and whose rows several threads can read.
    case table
    case text(Beginning, TextReading)
    /// An XML document, which is recognized by its root element.
    case xml(root: String, XMLReading)
  }

  /// A function that returns whether a text begins as a format's files; `nil` if more of its first
  /// line is needed, up to 1,024 bytes, and whether there will be no more.
  typealias Beginning = @Sendable (_ line: Span<UInt8>, _ isWhole: Bool) -> Bool?

  typealias TextReading =
    @Sendable (
      consuming ByteSource, inout PointFilter, _ newDevice: (Int, String?) -> Void, TrackReader.Body
    ) throws(InputError) -> Void

  typealias XMLReading =
    @Sendable (
      inout XMLReader, inout PointFilter, _ newDevice: (Int, String?) -> Void, TrackReader.Body
    ) throws(InputError) -> Void

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
}

extension TrackFormat: Hashable {
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension TrackFormat {
  /// The table, which is every text that does not begin as one of another format.
  static let csv = TrackFormat("CSV", endings: ["csv", "txt"], .table)
}

// MARK: finding a format

extension TrackFormat {
  /// The format of a source, as far as its first bytes show it.
  enum Finding {
    case text(TrackFormat)
    case xml
  }

  /// Finds the format of a source, if not interrupted; an error of kind `data` says what it is.
  static func find(_ source: inout ByteSource) throws(InputError) -> Finding? {
    while true {
      switch judge(source) {
      case .track(let finding): return finding
      case .error(let error): throw error
      case .undecided: if try !source.fill(), source.wasInterrupted { return nil }
      }
    }
  }

  /// Returns the format of XML documents with a root element, and its reader.
  static func ofXML(root: String) -> (format: TrackFormat, read: XMLReading)? {
    for format in all {
      if case .xml(root, let read) = format.reading { return (format, read) }
    }
    return nil
  }

  static var namesOfXML: String {
    all.filter { if case .xml = $0.reading { true } else { false } }.map(\.name).joinedInSentence()
  }

  private enum Verdict {
    case track(Finding)
    case error(InputError)
    case undecided
  }

  private static func judge(_ source: borrowing ByteSource) -> Verdict {
    let bytes = source.buffer.span.extracting(source.window())
    switch ForeignFile.judge(bytes, isWhole: source.isExhausted) {
    case .foreign(let file): return .error(file.error(of: source.name, as: .track))
    case .undecided: return .undecided
    case .none: return judgeText(bytes, source)
    }
  }

  private static func judgeText(_ bytes: Span<UInt8>, _ source: borrowing ByteSource) -> Verdict {
    func error(_ problem: String, _ help: String) -> Verdict {
      .error(InputError(source: source.name, problem: problem, help: help))
    }
    let isWhole = source.isExhausted
    var first = 0
    while first < bytes.count, ASCII.isBlank(bytes[first]) || bytes[first] == 0x1E { first += 1 }
    guard first < bytes.count else {
      if !isWhole, first < DelimitedTable.longestRow { return .undecided }
      return error("is empty", "give a track with a point in it")
    }
    if bytes[first] == ASCII.lessThan {
      if bytes.count < first + 15, !isWhole { return .undecided }
      let head = bytes.extracting(first..<min(first + 15, bytes.count)).text.lowercased()
      let isPage = head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
      return isPage
        ? .error(ForeignFile(xmlRoot: "html").error(of: source.name, as: .track)) : .track(.xml)
    }
    let end = bytes.offset(of: ASCII.lineFeed, from: first)
    let line = bytes.extracting(first..<min(end, first + 1024))
    let isWholeLine = end < bytes.count || line.count == 1024 || isWhole
    for format in all {
      if case .text(let begins, _) = format.reading, begins(line, isWholeLine) == true {
        return .track(.text(format))
      }
    }
    // Only the first line is examined: a NUL in a row makes a point that is skipped.
    if line.offset(of: 0, from: 0) < line.count {
      return error(
        "is a binary file, not text", "give a text file; gpsbabel -? lists what it reads")
    }
    return isWholeLine ? .track(.text(csv)) : .undecided
  }
}
