/// What a format makes of a document: its names, and what each of them means where.
///
/// A record is an element that is told of as a whole: its attributes and the values in it, then its
/// end. One in which the document breaks off is told of again, from its beginning, when more has come.
protocol XMLHandler {
  associatedtype Name: Sendable

  var names: XMLNames<Name> { get }

  /// An element begins that is not in a record; told again where its tag breaks off.
  mutating func begin(_ element: Name) -> XMLInterest

  /// True for an element that is a record wherever it stands; one within another is a mistake.
  func isRecord(_ element: Name) -> Bool

  /// Whether the text of an element in a record is a value.
  ///
  /// - Parameters:
  ///   - parent: the element that it stands in, if its name is known.
  ///   - isOwn: whether it has its parent's prefix.
  func isValue(_ element: Name, in parent: Name?, isOwn: Bool) -> Bool

  /// A value has ended, or is an attribute of a record. An element with others in it is no value.
  mutating func take(_ value: Name, _ text: Span<UInt8>)

  /// A record, or a value outside of records, that began on `line` has ended.
  ///
  /// - Returns: whether there is a reason to read on.
  mutating func end(_ element: Name, line: Int) -> Bool
}

extension XMLHandler {
  func isRecord(_ element: Name) -> Bool { false }
}

/// What a handler wants of an element outside of records: nothing, its text, or all that is in it.
enum XMLInterest { case none, value, record }

/// The names that a format knows, without prefixes, the most frequent first.
struct XMLNames<Name: Sendable>: Sendable {
  /// The first eight bytes of each, zeros behind a shorter one, and all of them.
  private let entries: [(head: UInt64, text: [UInt8], name: Name)]

  init(_ names: KeyValuePairs<String, Name>) {
    entries = names.map { text, name in
      let bytes = Array(text.utf8)
      return (UInt64(littleEndianAt: 0, count: bytes.count, of: bytes.span), bytes, name)
    }
  }

  /// What the local part of a name says, if it is known.
  ///
  /// - Complexity: O(n) for n names.
  @inline(__always)
  func name(_ name: XMLName, _ bytes: XMLBytes) -> Name? {
    let length = name.end &- name.local
    let entries = entries.span
    for number in entries.indices
    where entries[unchecked: number].head == name.head
      && entries[unchecked: number].text.count == length
      && (length <= 8
        || bytes.extracting(name.local..<name.end).isPrefix(of: entries[number].text[...]))
    {
      return entries[unchecked: number].name
    }
    return nil
  }
}
