/// Finds from its first bytes what a track is written in.
enum TrackFormat {
  /// - Returns: `nil` when reading was interrupted before the format could be told.
  /// - Throws: an error of kind `data` that says what the input is instead of a track.
  static func find(_ source: inout ByteSource) throws(InputError) -> TrackReport.Format? {
    while true {
      switch judge(source) {
      case .track(let format): return format
      case .other(let problem, let help):
        throw InputError(source: source.name, problem: problem, help: help)
      case .undecided:
        if try !source.fill(), source.wasInterrupted { return nil }
      }
    }
  }

  private enum Verdict {
    case track(TrackReport.Format)
    case other(String, help: String)
    case undecided
  }

  /// Beginnings of files that are no tracks.
  private static let signatures: [(bytes: [UInt8], verdict: Verdict)] = [
    ([0x1F, 0x8B], .other("is compressed with gzip", help: "unpack it first: gunzip -c FILE | …")),
    (
      Array("PK\u{3}\u{4}".utf8),
      .other("is a zip archive (KMZ?)", help: "unpack it and give the GPX or CSV file in it")
    ),
    (Array("$GP".utf8), .other("is a log of NMEA sentences", help: convert)),
    (Array("$GN".utf8), .other("is a log of NMEA sentences", help: convert)),
  ]

  static let convert = "convert it to GPX or CSV"
  private static let json = Verdict.other(
    "is JSON, not a track", help: "give a GPX or CSV file; regions go to --regions")
  private static let binary = Verdict.other(
    "is a binary file, not text", help: "give a text file")
  static let html = (
    problem: "is an HTML page, not a track",
    help: "look at it in a browser: a download that fails often ends as a page"
  )

  private static func judge(_ source: borrowing ByteSource) -> Verdict {
    let bytes = source.buffer.span.extracting(source.start..<source.end)
    let isWhole = source.isExhausted
    for signature in signatures {
      switch match(bytes, signature.bytes) {
      case .whole: return signature.verdict
      case .part where !isWhole: return .undecided
      default: break
      }
    }
    return judgeText(bytes, isWhole: isWhole)
  }

  private static func judgeText(_ bytes: Span<UInt8>, isWhole: Bool) -> Verdict {
    var first = 0
    while first < bytes.count, ASCII.isBlank(bytes[first]) { first += 1 }
    guard first < bytes.count else {
      if !isWhole, first < DelimitedTable.longestRow { return .undecided }
      return .other("is empty", help: "give a GPX or CSV file with a point in it")
    }
    switch bytes[first] {
    case UInt8(ascii: "<"):
      let head = bytes.extracting(first..<min(first + 15, bytes.count)).text.lowercased()
      if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") {
        return .other(html.problem, help: html.help)
      }
      return .track(.gpx)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return json
    default:
      // Only in the first line: a NUL in a row makes a point that is skipped.
      for index in first..<min(bytes.count, 1024) {
        if bytes[index] == ASCII.lineFeed { break }
        if bytes[index] == 0 { return binary }
      }
      return .track(.csv)
    }
  }

  private enum Match { case whole, part, none }

  /// Whether `bytes` begin with `signature`, or may yet when more have come.
  private static func match(_ bytes: Span<UInt8>, _ signature: [UInt8]) -> Match {
    for index in 0..<min(bytes.count, signature.count) where bytes[index] != signature[index] {
      return .none
    }
    return bytes.count >= signature.count ? .whole : .part
  }
}
