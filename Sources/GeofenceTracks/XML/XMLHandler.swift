import GeofenceBytes

/// A consumer of XML: it names the elements that it knows, and receives the records among them.
///
/// A record is an element that is delivered as a whole: its attributes and the values in it, then
/// its end; and again from its beginning if the bytes had broken off within it.
package protocol XMLHandler {
  associatedtype Name: Sendable

  var names: XMLNames<Name> { get }

  /// Receives the beginning of an element outside of records, again if its tag breaks off.
  mutating func begin(_ element: Name) -> XMLInterest

  func isRecord(_ element: Name) -> Bool

  /// Returns whether the text of an element in `parent`, if known, is a value.
  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool

  mutating func take(_ value: Name, _ text: Range<Int>, of bytes: Span<UInt8>)

  /// Receives an attribute of an element within a record, before the contents of the element.
  mutating func take(_ attribute: Name, of element: Name, _ text: String)

  /// Receives the end of a record, or of a value outside of records; `line` counts up to the line on
  /// which it began.
  mutating func end(_ element: Name, line: () -> Int) -> Bool
}

extension XMLHandler {
  func isRecord(_ element: Name) -> Bool { false }

  package func take(_ attribute: Name, of element: Name, _ text: String) {}
}

package enum XMLInterest { case none, value, record }

/// The names that a format knows, without prefixes, the most frequent first.
package struct XMLNames<Name: Sendable>: Sendable {
  private let entries: [Entry]

  private struct Entry: Sendable {
    let head: UInt64
    let length: Int
    let text: [UInt8]
    let meaning: Name
  }

  init(_ names: KeyValuePairs<String, Name>) { self.init(names.map { ($0.key, $0.value) }) }

  package init(_ names: [(String, Name)]) {
    entries = names.map { text, name in
      let bytes = Array(text.utf8)
      let head = UInt64(littleEndianAt: 0, count: bytes.count, of: bytes.span)
      return Entry(head: head, length: bytes.count, text: bytes, meaning: name)
    }
  }

  @inline(__always)
  func name(_ name: XMLName, _ bytes: XMLBytes) -> Name? {
    let length = name.end &- name.local
    let entries = entries.span
    for number in entries.indices
    where entries[unchecked: number].head == name.head
      && entries[unchecked: number].length == length
      && (length <= 8
        || bytes.extracting(name.local..<name.end).isPrefix(of: entries[number].text[...]))
    {
      return entries[unchecked: number].meaning
    }
    return nil
  }
}
