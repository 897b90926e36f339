import GeofenceBytes

/// A component of iCalendar with all its lines, known or not, in the order of its file.
struct CalendarComponent: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    case line(ContentLine)
    case component(CalendarComponent)
  }

  let name: String
  let items: [Item]
  /// The line of its `BEGIN`, counted from one.
  let number: Int
  let lastNumber: Int
  /// The range of its bytes in its file, including the lines of `BEGIN` and `END`.
  let range: Range<Int>
  /// The offset in bytes at which the line of its `END` begins.
  let end: Int

  init(
    _ name: String, _ items: [Item], lines: ClosedRange<Int> = 0...0, range: Range<Int> = 0..<0,
    end: Int = 0
  ) {
    self.name = name
    self.items = items
    number = lines.lowerBound
    lastNumber = lines.upperBound
    self.range = range
    self.end = end
  }

  var lines: some Sequence<ContentLine> {
    items.lazy.compactMap { if case .line(let line) = $0 { line } else { nil } }
  }

  var components: [CalendarComponent] {
    items.compactMap { if case .component(let component) = $0 { component } else { nil } }
  }

  func components(_ name: String) -> [CalendarComponent] { components.filter { $0.name == name } }

  subscript(name: String) -> ContentLine? { lines.first { $0.name == name } }

  /// Returns the first line of a name, or `nil` if there is none or its value is blank.
  func filled(_ name: String) -> ContentLine? {
    self[name].flatMap { $0.value.utf8.allSatisfy(ASCII.isBlank) ? nil : $0 }
  }

  /// Returns the text of the first line of a name, or `nil` if there is none or it is empty.
  func text(_ name: String) -> String? {
    self[name].map(\.value.calendarUnescaped).flatMap { $0.isEmpty ? nil : $0 }
  }

  func bytes(_ lineEnd: [UInt8]) -> [UInt8] {
    let inside = items.flatMap { item in
      switch item {
      case .line(let line): line.folded(lineEnd)
      case .component(let component): component.bytes(lineEnd)
      }
    }
    return ContentLine("BEGIN", value: name).folded(lineEnd) + inside
      + ContentLine("END", value: name).folded(lineEnd)
  }
}
