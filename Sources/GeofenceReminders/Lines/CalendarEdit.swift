import GeofenceBytes

/// Changes to the bytes of a calendar that leave every other line as it is.
///
/// Components are those of the calendar as it was read. To see the result of an edit, read its
/// bytes again.
struct CalendarEdit {
  private let original: [UInt8]
  private var changes: [(range: Range<Int>, bytes: [UInt8])] = []

  /// The names of the zones that were added to calendars, each with the offset of its calendar.
  private var zones: [Int: Set<String>] = [:]

  init(of bytes: [UInt8]) {
    original = bytes
  }

  /// Records that this edit adds the definition of a zone to a calendar.
  ///
  /// - Returns: False if it does already.
  mutating func noteZone(_ name: String, of calendar: CalendarComponent) -> Bool {
    zones[calendar.range.lowerBound, default: []].insert(name).inserted
  }

  var isEmpty: Bool { changes.isEmpty }
  var count: Int { changes.count }

  var result: [UInt8] {
    var result: [UInt8] = []
    var position = 0
    let inOrder = changes.enumerated().sorted {
      // Insertions at one place stay in the order of the calls.
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, change) in inOrder {
      result += original[position..<max(position, change.range.lowerBound)] + change.bytes
      position = max(position, change.range.upperBound)
    }
    return result + original[position...]
  }

  /// Returns the line end of a component's `BEGIN`, which new lines in it get, too.
  func lineEnd(of component: CalendarComponent) -> [UInt8] {
    guard let feed = original[component.range].firstIndex(of: ASCII.lineFeed) else {
      return [ASCII.carriageReturn, ASCII.lineFeed]
    }
    let line = original[component.range.lowerBound...feed]
    return Array(line.suffix { $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed })
  }

  // MARK: - Lines

  /// Replaces the lines of its name by `line`, or adds it before the first component inside.
  mutating func set(_ line: ContentLine, in component: CalendarComponent) {
    replace(component.lines.filter { $0.name == line.name }, with: line, in: component)
  }

  /// Replaces the first of `old` by `line` and removes the others.
  ///
  /// If `old` is empty, the line is added before the first component inside. Nothing changes if the
  /// same line is there already.
  mutating func replace(
    _ old: [ContentLine], with line: ContentLine, in component: CalendarComponent
  ) {
    let bytes = line.folded(lineEnd(of: component))
    if let first = old.first {
      // Texts of canonically equivalent characters are equal, though their bytes may differ.
      if !first.text.utf8.elementsEqual(line.text.utf8) { changes.append((first.range, bytes)) }
      for other in old.dropFirst() { changes.append((other.range, [])) }
    } else {
      let place = component.components.first?.range.lowerBound ?? component.end
      changes.append((place..<place, bytes))
    }
  }

  mutating func remove(_ name: String, from component: CalendarComponent) {
    for line in component.lines where line.name == name { changes.append((line.range, [])) }
  }

  // MARK: - Components

  /// Adds a component at the end of another, or before one of its components.
  mutating func add(
    _ new: CalendarComponent, to component: CalendarComponent,
    before sibling: CalendarComponent? = nil
  ) {
    let place = sibling?.range.lowerBound ?? component.end
    changes.append((place..<place, new.bytes(lineEnd(of: component))))
  }

  mutating func remove(_ component: CalendarComponent) { changes.append((component.range, [])) }

  mutating func insert(_ bytes: [UInt8], at place: Int) { changes.append((place..<place, bytes)) }
}

extension ArraySlice {
  fileprivate func suffix(while isWanted: (Element) -> Bool) -> ArraySlice {
    self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
