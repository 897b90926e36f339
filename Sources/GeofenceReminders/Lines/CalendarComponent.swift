import GeofenceBytes

/// A component of iCalendar with all that stands in it, known or not, in the order of its file.
///
/// Lines that were read keep their bytes; a line that an edit adds gets the line end of the component
/// around it.
struct CalendarComponent: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    case line(ContentLine)
    case component(CalendarComponent)
    /// Bytes without a property: blank lines, and what could not be read.
    case other(ArraySlice<UInt8>, Diagnosis?)

    var line: ContentLine? { if case .line(let line) = self { line } else { nil } }

    var component: CalendarComponent? {
      if case .component(let component) = self { component } else { nil }
    }
  }

  /// The name; empty for a whole file.
  let name: String
  var items: [Item]
  /// The line of its `BEGIN`, counted from one.
  let number: Int
  /// The bytes of the lines of `BEGIN` and `END`; `nil` for a new component.
  private let begin: ArraySlice<UInt8>?
  var end: ArraySlice<UInt8>?

  init(_ name: String, _ items: [Item], number: Int = 0, begin: ArraySlice<UInt8>? = nil) {
    (self.name, self.items, self.number, self.begin) = (name, items, number, begin)
  }

  var lines: some Sequence<ContentLine> { items.lazy.compactMap(\.line) }
  var components: [CalendarComponent] { items.compactMap(\.component) }

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

  /// The lines that could not be read, in it and in its components.
  var faults: [Diagnosis] {
    items.flatMap { item -> [Diagnosis] in
      switch item {
      case .line: []
      case .component(let component): component.faults
      case .other(_, let fault): fault.map { [$0] } ?? []
      }
    }
  }

  var lineEnd: [UInt8]? {
    guard let begin, begin.last == ASCII.lineFeed else { return nil }
    let isEnd = { (byte: UInt8) in byte == ASCII.carriageReturn || byte == ASCII.lineFeed }
    return Array(begin[(begin.lastIndex { !isEnd($0) }.map { $0 + 1 } ?? begin.startIndex)...])
  }

  func bytes(_ outer: [UInt8]) -> [UInt8] {
    let own = lineEnd ?? outer
    var bytes = begin.map(Array.init) ?? ContentLine("BEGIN", value: name).folded(own)
    for item in items {
      switch item {
      case .line(let line): bytes += line.bytes ?? line.folded(own)[...]
      case .component(let component): bytes += component.bytes(own)
      case .other(let other, _): bytes += other
      }
    }
    return bytes + (end ?? ContentLine("END", value: name).folded(own)[...])
  }

  // MARK: - Editing

  subscript(component index: Int) -> CalendarComponent {
    get {
      guard let component = items[index].component else {
        preconditionFailure("an index is that of a component")
      }
      return component
    }
    set { items[index] = .component(newValue) }
  }

  /// The index of a component of a file, and of one in that.
  typealias Place = (calendar: Int, task: Int)

  /// The component at a place in a file; setting `nil` removes it.
  ///
  /// Other components keep their places.
  subscript(place: Place) -> CalendarComponent? {
    get { self[component: place.calendar][component: place.task] }
    set {
      self[component: place.calendar].items[place.task] =
        newValue.map { .component($0) } ?? .other([], nil)
    }
  }

  mutating func insert(_ component: CalendarComponent, after place: Place) {
    self[component: place.calendar].items.insert(.component(component), at: place.task + 1)
  }

  func indices(of name: String) -> [Int] {
    items.indices.filter { items[$0].component?.name == name }
  }

  func indices(where isWanted: (ContentLine) -> Bool) -> [Int] {
    items.indices.filter { items[$0].line.map(isWanted) ?? false }
  }

  mutating func append(_ component: CalendarComponent) { items.append(.component(component)) }

  /// Adds a component before the others, but behind components of this name.
  mutating func insert(_ component: CalendarComponent, after name: String) {
    let index = items.firstIndex { $0.component.map { $0.name != name } ?? false }
    items.insert(.component(component), at: index ?? items.count)
  }

  /// Replaces the line at an index, or adds it before the first component inside.
  ///
  /// Nothing changes if the same line is there already.
  mutating func put(_ line: ContentLine, at index: Int?) {
    if let index, let old = items[index].line {
      // Texts of canonically equivalent characters are equal, though their bytes may differ.
      if !old.text.utf8.elementsEqual(line.text.utf8) { items[index] = .line(line) }
    } else {
      let first = items.firstIndex { $0.component != nil }
      items.insert(.line(line), at: first ?? items.count)
    }
  }

  /// Replaces the lines of its name by `line`, or adds it.
  mutating func set(_ line: ContentLine) {
    let old = indices { $0.name == line.name }
    for index in old.dropFirst().reversed() { items.remove(at: index) }
    put(line, at: old.first)
  }

  mutating func remove(_ name: String) {
    items.removeAll { $0.line?.name == name }
  }

  /// Sets or removes a property; its parameters stay.
  mutating func setValue(_ name: String, _ value: String?) {
    guard let value, !value.isEmpty else { return remove(name) }
    set(self[name]?.with(value: value) ?? ContentLine(name, value: value))
  }

  mutating func setText(_ name: String, _ text: String?) {
    setValue(name, text?.calendarEscaped)
  }
}
