import GeofenceBytes

/// A parser of iCalendar (RFC 5545), as a tree that keeps the place of each component's bytes.
///
/// Lines may end in LF or CRLF, and may be folded at any place, also within a UTF-8 sequence. A
/// line that is not a property is a fault, and the lines around it are read. Only a broken
/// structure is an error.
struct CalendarParser {
  private let bytes: [UInt8]
  private let source: String
  private var faults: [Diagnosis] = []
  private var position = 0
  private var number = 0
  private var start = 0

  private static let maximumDepth = 32

  /// Reads the calendars of a file.
  ///
  /// - Returns: The calendars, one after another, and the lines that could not be read.
  /// - Complexity: O(n) for n bytes.
  static func read(_ bytes: [UInt8], source: String) throws(InputError)
    -> (calendars: [CalendarComponent], faults: [Diagnosis])
  {
    var parser = CalendarParser(bytes: bytes, source: source)
    return (try parser.calendars(), parser.faults)
  }

  private init(bytes: [UInt8], source: String) {
    self.bytes = bytes
    self.source = source
    if bytes.starts(with: TextEncoding.utf8Mark) { position = 3 }
  }

  private struct Open {
    let name: String
    let number: Int
    let start: Int
    var items: [CalendarComponent.Item] = []
  }

  private mutating func calendars() throws(InputError) -> [CalendarComponent] {
    var calendars: [CalendarComponent] = []
    var open: [Open] = []
    while let line = try nextLine(within: !open.isEmpty) {
      switch line.name {
      case "BEGIN":
        let name = line.value.trimmed.uppercased()
        if open.isEmpty, name != "VCALENDAR" { throw notACalendar(line) }
        guard open.count < Self.maximumDepth else {
          throw refuse(line.number, "components lie more than \(Self.maximumDepth) deep", nil)
        }
        open.append(Open(name: name, number: line.number, start: start))
      case "END":
        guard let last = open.popLast() else { throw notACalendar(line) }
        let name = line.value.trimmed.uppercased()
        guard name == last.name else {
          throw refuse(
            line.number, "END:\(name) where \(last.name) of line \(last.number) is open",
            "end it with END:\(last.name); the file is left as it is")
        }
        let component = CalendarComponent(
          name, last.items, lines: last.number...line.number, range: last.start..<position,
          end: start)
        if open.isEmpty {
          calendars.append(component)
        } else {
          open[open.count - 1].items.append(.component(component))
        }
      default:
        guard !open.isEmpty else { throw notACalendar(line) }
        open[open.count - 1].items.append(.line(line))
      }
    }
    if let last = open.last {
      throw refuse(
        number, "the file breaks off within \(last.name) of line \(last.number)",
        "fetch the file again; it is left as it is")
    }
    guard !calendars.isEmpty else {
      throw InputError(
        source: source, problem: "the file is empty", help: "give an iCalendar (.ics) file")
    }
    return calendars
  }

  private mutating func nextLine(within isOpen: Bool) throws(InputError) -> ContentLine? {
    while position < bytes.count {
      let first = number + 1
      start = position
      var unfolded: [UInt8] = []
      repeat { unfolded += physicalLine() } while isContinued
      if unfolded.allSatisfy(ASCII.isBlank) { continue }
      if unfolded.contains(0) { throw refuse(first, "a NUL byte: this is no text", damaged) }
      if String(validating: unfolded, as: UTF8.self) == nil {
        faults.append(
          Diagnosis("the line is not UTF-8", help: "save the file as UTF-8", at: .line(first)))
      }
      let text = String(decoding: unfolded, as: UTF8.self)
      do {
        var line = try ContentLine(parsing: text, number: first)
        line.range = start..<position
        return line
      } catch {
        // Outside of a calendar, such a line shows that the file is not one.
        guard isOpen else { throw refuse(first, error.problem, error.help) }
        faults.append(error)
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

  private let damaged = "fetch the file again; it is left as it is"

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
  var trimmed: String {
    var text = self[...]
    while let first = text.unicodeScalars.first, first.properties.isWhitespace {
      text.unicodeScalars.removeFirst()
    }
    while let last = text.unicodeScalars.last, last.properties.isWhitespace {
      text.unicodeScalars.removeLast()
    }
    return String(text)
  }
}
