/// What is wrong with an XML document as a track. Lines and columns count from one.
enum XMLFault {
  /// The document ends before its root element does.
  case breakOff(line: Int, column: Int)
  /// Something follows the root element.
  case dataAfterEnd(line: Int, column: Int)
  /// `code` is libxml2's.
  case notWellFormed(code: Int, line: Int, column: Int)
  /// The root element is not `gpx`, but `name`.
  case foreignRoot(String)
  /// The document declares entities or elements of its own.
  case declarations

  /// The code for bytes that are not of the document's encoding.
  static let badBytes = 81
  /// The code for an encoding that is not known.
  static let unknownEncoding = 32

  /// Whether an error of this code leaves the document readable: a warning about its version or
  /// its namespaces' names, or a prefix that is not declared.
  static func isHarmless(_ code: Int) -> Bool {
    (97...100).contains(code) || (200...205).contains(code)
  }

  /// Whether an error that the parser finds at the end of its input is only that the input ends.
  ///
  /// The parser waits for the end of a reference such as `&amp;`, and so finds a lone `&` there.
  static func isBreakOff(_ code: Int, lastByte: UInt8) -> Bool {
    switch code {
    case 6...9, 22...27, 31, 32, 76, badBytes: false
    // A name is missing: after a lone `&`, or after the last bytes `<` or `</`.
    case 68: lastByte == UInt8(ascii: "<") || lastByte == UInt8(ascii: "/")
    default: true
    }
  }

  func error(source: String, lineOffset: Int) -> InputError {
    func place(_ line: Int, _ column: Int) -> InputError.Place {
      .line(max(line, 1) + lineOffset, column: max(column, 1))
    }
    switch self {
    case .breakOff(let line, let column):
      return InputError(
        source: source, place: place(line, column),
        problem: "the file breaks off: its root element does not end",
        help: "get the whole file; what was read before counts")
    case .dataAfterEnd(let line, let column):
      return InputError(
        source: source, place: place(line, column), problem: "there is data after the end of gpx",
        help: "one file has one gpx element; give two tracks as two files")
    case .notWellFormed(let code, let line, let column):
      return InputError(
        source: source, place: place(line, column),
        problem: "not well-formed XML: \(Self.meaning(code))",
        help: "what was read before counts; xmllint shows every fault")
    case .declarations:
      return InputError(
        source: source,
        problem: "the XML document has declarations of its own (<!DOCTYPE … [ … ]>)",
        help: "remove them; GPX needs none")
    case .foreignRoot(let name):
      return Self.foreignRoot(name, source: source)
    }
  }

  private static func foreignRoot(_ name: String, source: String) -> InputError {
    let local = name.utf8.lastIndex(of: ASCII.colon).map {
      String(name[name.utf8.index(after: $0)...])
    }
    let (problem, help) =
      switch (local ?? name).lowercased() {
      case "kml": ("is KML, not GPX", TrackFormat.convert)
      case "trainingcenterdatabase": ("is TCX, not GPX", TrackFormat.convert)
      case "html": TrackFormat.html
      default:
        ("is XML with the root element \(name.quotedExcerpt()), not gpx", TrackFormat.convert)
      }
    return InputError(source: source, problem: problem, help: help)
  }

  private static func meaning(_ code: Int) -> String {
    switch code {
    case 4: "the document is empty"
    case 6, 7, 8: "a reference to a character is wrong"
    case 9: "a character that XML does not allow"
    case 22, 23, 24, 26, 27: "an entity that is not declared, or a & that should be &amp;"
    case 31, unknownEncoding: "its encoding is not known"
    case 33, 34, 43, 44: "a value without quotation marks, or one that does not end"
    case 38: "< within an attribute"
    case 39, 40: "an attribute without quotation marks"
    case 41: "an attribute without a value"
    case 42: "an attribute that is there twice"
    case 45: "a comment that does not end"
    case 46, 47: "a processing instruction that does not end"
    case 56, 57, 64, 78, 79, 96, 101: "a declaration that is wrong or not at the beginning"
    case 61: "a document type that does not end"
    case 62: "]]> within text"
    case 63: "a section that does not end"
    case 65: "a blank is missing"
    case 68: "a name is missing"
    case 73: "a > is missing"
    case 75: "a = is missing"
    case 76: "an end tag that does not match its start tag"
    case 77: "an element that does not end"
    case 80: "-- within a comment"
    case badBytes: "bytes that are not of its encoding"
    case 89: "an entity that contains itself, or grows without bound"
    default: "libxml2 error \(code)"
    }
  }
}
