import GeofenceBytes

/// A detector of a track's format, which examines the first bytes.
enum TrackFormat {
  /// Finds the format of a source.
  ///
  /// - Returns: The format; `nil` if reading was interrupted before it was known. For an XML
  ///   document, which may be of another format, it is GPX.
  /// - Throws: An error of kind `data` that says what the input is instead of a track.
  static func find(_ source: inout ByteSource) throws(InputError) -> TrackReport.Format? {
    while true {
      switch judge(source) {
      case .track(let format): return format
      case .error(let error): throw error
      case .undecided:
        if try !source.fill(), source.wasInterrupted { return nil }
      }
    }
  }

  private enum Verdict {
    case track(TrackReport.Format)
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
    switch bytes[first] {
    case ASCII.lessThan:
      if bytes.count < first + 15, !isWhole { return .undecided }
      let head = bytes.extracting(first..<min(first + 15, bytes.count)).text.lowercased()
      let isPage = head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
      return isPage
        ? .error(ForeignFile(xmlRoot: "html").error(of: source.name, as: .track)) : .track(.gpx)
    case ASCII.openBrace, ASCII.openBracket: return .track(.json)
    default: break
    }
    let end = bytes.offset(of: ASCII.lineFeed, from: first)
    let line = bytes.extracting(first..<min(end, first + 1024))
    // Only the first line is examined: a NUL in a row makes a point that is skipped.
    if line.offset(of: 0, from: 0) < line.count {
      return error(
        "is a binary file, not text", "give a text file; gpsbabel -? lists what it reads")
    }
    guard end < bytes.count || line.count == 1024 || isWhole else { return .undecided }
    return .track(isRecorded(line) ? .json : .csv)
  }

  /// Returns whether an object follows a time and a word, as OwnTracks' recorder writes it.
  private static func isRecorded(_ line: Span<UInt8>) -> Bool {
    let brace = line.offset(of: ASCII.openBrace, from: 0)
    guard 0 < brace, brace < line.count, ASCII.isBlank(line[brace - 1]) else { return false }
    let words = line.extracting(0..<brace).text.split(whereSeparator: \.isWhitespace)
    return 1...2 ~= words.count && words[0].contains("T") && words[0].first?.isNumber == true
  }
}
