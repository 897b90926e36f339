/// A component of iCalendar with everything in it, known or not, in the order of its file.
struct CalendarComponent: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    case line(ContentLine)
    case component(CalendarComponent)
  }

  /// In upper case, such as `VTODO`.
  let name: String
  let items: [Item]
  /// The line of its `BEGIN`; one-based.
  let number: Int
  /// The line of its `END`; one-based.
  let lastNumber: Int
  /// Where its bytes are in its file, both ends' lines included.
  let range: Range<Int>
  /// Where the line of its `END` begins.
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

  /// Its own lines, in order.
  var lines: some Sequence<ContentLine> {
    items.lazy.compactMap { if case .line(let line) = $0 { line } else { nil } }
  }

  /// The components directly in it, in order.
  var components: [CalendarComponent] {
    items.compactMap { if case .component(let component) = $0 { component } else { nil } }
  }

  /// The components of that name directly in it.
  func components(_ name: String) -> [CalendarComponent] { components.filter { $0.name == name } }

  /// The first line of that name.
  subscript(name: String) -> ContentLine? { lines.first { $0.name == name } }

  /// The first line of that name; `nil` where there is none, or an empty one.
  func filled(_ name: String) -> ContentLine? {
    self[name].flatMap { $0.value.utf8.allSatisfy(ASCII.isBlank) ? nil : $0 }
  }

  /// The first line of that name as text; `nil` where there is none, or an empty one.
  func text(_ name: String) -> String? {
    self[name].map(\.value.calendarUnescaped).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A component of its own making for a file.
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
