/// A component of iCalendar with everything in it, known or not, in the order of its file.
struct CalendarComponent: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    case line(ContentLine)
    case component(CalendarComponent)
  }

  /// In upper case, such as `VTODO`.
  let name: String
  var items: [Item]
  /// The line of its `BEGIN`; one-based.
  let number: Int
  /// Where its bytes are in its file, both ends' lines included.
  let range: Range<Int>
  /// Where the line of its `END` begins.
  let end: Int

  /// A component of its own making.
  init(_ name: String, _ items: [Item]) {
    self.name = name
    self.items = items
    number = 0
    range = 0..<0
    end = 0
  }

  init(_ name: String, _ items: [Item], number: Int, range: Range<Int>, end: Int) {
    self.name = name
    self.items = items
    self.number = number
    self.range = range
    self.end = end
  }

  /// Its own lines, in order.
  var lines: some Sequence<ContentLine> {
    items.lazy.compactMap { if case .line(let line) = $0 { line } else { nil } }
  }

  /// The components directly in it.
  func components(_ name: String) -> [CalendarComponent] {
    items.compactMap {
      if case .component(let component) = $0, component.name == name { component } else { nil }
    }
  }

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

  /// Puts `line` in place of those of its name; without one, before the first component.
  mutating func set(_ line: ContentLine) {
    let position = items.firstIndex { item in
      if case .line(let old) = item { old.name == line.name } else { false }
    }
    let isPresent = position != nil
    let place = position ?? items.firstIndex { if case .component = $0 { true } else { false } }
    if isPresent { remove(line.name) }
    items.insert(.line(line), at: place ?? items.endIndex)
  }

  /// Takes out every line of that name.
  mutating func remove(_ name: String) {
    items.removeAll { if case .line(let line) = $0 { line.name == name } else { false } }
  }

  /// The component for a file.
  var bytes: [UInt8] {
    let inside = items.flatMap { item in
      switch item {
      case .line(let line): line.folded
      case .component(let component): component.bytes
      }
    }
    return ContentLine("BEGIN", value: name).folded + inside
      + ContentLine("END", value: name).folded
  }
}
