/// Changes to the bytes of a calendar that leave every other line as it is.
///
/// Components are those of the calendar as it was read: what an edit has changed is seen when the
/// bytes are read again.
struct CalendarEdit {
  private let original: [UInt8]
  private var changes: [(range: Range<Int>, bytes: [UInt8])] = []

  init(of bytes: [UInt8]) {
    original = bytes
  }

  var isEmpty: Bool { changes.isEmpty }
  /// How many changes there are.
  var count: Int { changes.count }

  /// The calendar with the changes made.
  var result: [UInt8] {
    var result: [UInt8] = []
    var position = 0
    let inOrder = changes.enumerated().sorted {
      // What is put in at one place stays in the order of the calls.
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, change) in inOrder {
      result += original[position..<max(position, change.range.lowerBound)] + change.bytes
      position = max(position, change.range.upperBound)
    }
    return result + original[position...]
  }

  /// How the line of a component's BEGIN ends: so do new lines in it.
  func lineEnd(of component: CalendarComponent) -> [UInt8] {
    guard let feed = original[component.range].firstIndex(of: ASCII.lineFeed) else {
      return [ASCII.carriageReturn, ASCII.lineFeed]
    }
    let line = original[component.range.lowerBound...feed]
    return Array(line.suffix { $0 == ASCII.carriageReturn || $0 == ASCII.lineFeed })
  }

  // MARK: lines

  /// Puts `line` in place of those of its name; without one, before the first component.
  mutating func set(_ line: ContentLine, in component: CalendarComponent) {
    replace(component.lines.filter { $0.name == line.name }, with: line, in: component)
  }

  /// Puts `line` in place of the first of `old` and takes out the others; without one, before the
  /// first component. Nothing changes where the same is there already.
  mutating func replace(
    _ old: [ContentLine], with line: ContentLine, in component: CalendarComponent
  ) {
    let bytes = line.folded(lineEnd(of: component))
    if let first = old.first {
      // Equal characters may be other bytes.
      if !first.text.utf8.elementsEqual(line.text.utf8) { changes.append((first.range, bytes)) }
      for other in old.dropFirst() { changes.append((other.range, [])) }
    } else {
      let place = component.components.first?.range.lowerBound ?? component.end
      changes.append((place..<place, bytes))
    }
  }

  /// Takes out every line of that name.
  mutating func remove(_ name: String, from component: CalendarComponent) {
    for line in component.lines where line.name == name { changes.append((line.range, [])) }
  }

  // MARK: components

  /// Adds a component at the end of another, or before the one given.
  mutating func add(
    _ new: CalendarComponent, to component: CalendarComponent,
    before sibling: CalendarComponent? = nil
  ) {
    let place = sibling?.range.lowerBound ?? component.end
    changes.append((place..<place, new.bytes(lineEnd(of: component))))
  }

  mutating func remove(_ component: CalendarComponent) { changes.append((component.range, [])) }

  /// Puts bytes in at a place.
  mutating func insert(_ bytes: [UInt8], at place: Int) { changes.append((place..<place, bytes)) }
}

extension ArraySlice {
  /// The longest end of elements that all satisfy `isWanted`.
  fileprivate func suffix(while isWanted: (Element) -> Bool) -> ArraySlice {
    self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex)...]
  }
}
