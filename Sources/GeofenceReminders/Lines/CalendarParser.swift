import GeofenceBytes

/// A parser of iCalendar (RFC 5545), as a tree in which every line keeps its bytes.
///
/// Lines may end in LF or CRLF, and may be folded at any place, also within a UTF-8 sequence. A
/// line that is not a property is a fault, and the lines around it are read. Only a broken
/// structure is an error.
struct CalendarParser {
  private let bytes: [UInt8]
  private let source: String
  private var position = 0
  private var number = 0
  /// The components that are open, the file itself first.
  private var open: [CalendarComponent]

  private static let maximumDepth = 32
  /// The most bytes of a line that is read as a property; a longer one stays as it is.
  private static let longestLine = 1 << 22

  /// Reads a file, whose components are its calendars. O(n) for n bytes.
  static func read(_ bytes: [UInt8], source: String) throws(InputError) -> CalendarComponent {
    var parser = CalendarParser(bytes: bytes, source: source)
    return try parser.read()
  }

  private init(bytes: [UInt8], source: String) {
    self.bytes = bytes
    self.source = source
    if bytes.starts(with: TextEncoding.utf8Mark) { position = 3 }
    open = [CalendarComponent("", [], begin: bytes[..<position])]
  }

  private mutating func read() throws(InputError) -> CalendarComponent {
    while let line = try nextLine() {
      let raw = line.bytes ?? []
      switch line.name {
      case "BEGIN":
        let name = line.value.trimmed.uppercased()
        if open.count == 1, name != "VCALENDAR" { throw notACalendar(line) }
        guard open.count <= Self.maximumDepth else {
          throw refuse(line.number, "components lie more than \(Self.maximumDepth) deep", nil)
        }
        open.append(CalendarComponent(name, [], number: line.number, begin: raw))
      case "END":
        guard open.count > 1, var last = open.popLast() else { throw notACalendar(line) }
        let name = line.value.trimmed.uppercased()
        guard name == last.name else {
          throw refuse(
            line.number, "END:\(name) where \(last.name) of line \(last.number) is open",
            "end it with END:\(last.name); the file is left as it is")
        }
        last.end = raw
        append(.component(last))
      default:
        guard open.count > 1 else { throw notACalendar(line) }
        append(.line(line))
      }
    }
    var last = open[open.count - 1]
    guard open.count == 1 else {
      throw refuse(
        number, "the file breaks off within \(last.name) of line \(last.number)",
        "fetch the file again; it is left as it is")
    }
    last.end = []
    guard !last.components.isEmpty else {
      throw InputError(
        source: source, problem: "the file is empty", help: "give an iCalendar (.ics) file")
    }
    return last
  }

  private mutating func append(_ item: CalendarComponent.Item) {
    open[open.count - 1].items.append(item)
  }

  private mutating func nextLine() throws(InputError) -> ContentLine? {
    while position < bytes.count {
      let (start, first) = (position, number + 1)
      var unfolded: [UInt8] = []
      var length = 0
      repeat {
        let part = physicalLine()
        length += part.count
        if length <= Self.longestLine { unfolded += part }
      } while isContinued
      let raw = bytes[start..<position]
      guard length <= Self.longestLine else {
        append(
          .other(
            raw,
            Diagnosis(
              "the line is longer than \(Self.longestLine >> 20) MiB, and is passed over",
              help: "keep what it holds in a file, and its address here", at: .line(first))))
        continue
      }
      if unfolded.allSatisfy(ASCII.isBlank) {
        append(.other(raw, nil))
        continue
      }
      if unfolded.contains(0) {
        let isWide = [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(bytes.prefix(2)))
        throw isWide
          ? refuse(first, "the text is UTF-16", "iconv -f UTF-16 -t UTF-8 converts it")
          : refuse(
            first, "a NUL byte: this is no text", "fetch the file again; it is left as it is")
      }
      if String(validating: unfolded, as: UTF8.self) == nil {
        let fault = Diagnosis(
          "the line is not UTF-8", help: "save the file as UTF-8", at: .line(first))
        append(.other([], fault))
      }
      let text = String(decoding: unfolded, as: UTF8.self)
      do {
        var line = try ContentLine(parsing: text, number: first)
        line.bytes = raw
        return line
      } catch {
        // Outside of a calendar, such a line shows that the file is not one.
        guard open.count > 1 else { throw refuse(first, error.problem, error.help) }
        append(.other(raw, error))
      }
    }
    return nil
  }

  private var isContinued: Bool {
    position < bytes.count && (bytes[position] == ASCII.space || bytes[position] == ASCII.tab)
  }

  /// Returns the bytes up to the next line end, without the blank that marks a continuation.
  private mutating func physicalLine() -> ArraySlice<UInt8> {
    number += 1
    let start = isContinued ? position + 1 : position
    let end = bytes[position...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
    position = min(end + 1, bytes.count)
    // A file that was converted twice has several carriage returns before each line feed.
    var last = end
    while last > start, bytes[last - 1] == ASCII.carriageReturn { last -= 1 }
    return bytes[min(start, last)..<last]
  }

  private func refuse(_ number: Int, _ problem: String, _ help: String?) -> InputError {
    InputError(source: source, place: .line(number), problem: problem, help: help)
  }

  private func notACalendar(_ line: ContentLine) -> InputError {
    if line.text.utf8.contains(ASCII.carriageReturn) {
      return refuse(
        line.number, "the lines end with a carriage return alone",
        "end them with a line feed, or with both; the file is left as it is")
    }
    return refuse(
      line.number, "\(line.text.quotedExcerpt()) outside of a calendar",
      "give an iCalendar (.ics) file; this one is left as it is")
  }
}

extension String {
  /// The text without the blanks at its ends.
  var trimmed: String {
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let rest = unicodeScalars.drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }.map(rest.index(after:)) ?? rest.startIndex
    return String(rest[..<end])
  }
}
