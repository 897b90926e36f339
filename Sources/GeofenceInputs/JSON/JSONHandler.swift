import GeofenceBytes

/// A consumer of JSON: it names the keys that it knows, and receives the values under them.
///
/// Values under an unknown key are scanned and not delivered. The elements of an array are
/// delivered under the array's key.
protocol JSONHandler {
  associatedtype Name

  /// Returns the name for a key, or `nil` if the key is not known.
  mutating func name(of key: NameKey, _ text: Span<UInt8>) -> Name?

  /// Receives the beginning of an object or an array. `name`: the name of its key; `nil` at the
  /// beginning of a document. True if its contents are to be delivered.
  mutating func begin(_ container: JSONContainer, _ name: Name?, line: Int, at offset: Int)
    throws(Diagnosis) -> Bool

  /// Receives a value that is not a container.
  mutating func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Name) throws(Diagnosis)

  /// Receives the notice that a key has an escape that stands for no character.
  mutating func takeBrokenKey()

  /// A Boolean value that indicates whether the handler receives values under no key: one that is
  /// the document, or an element of a list that is.
  static var takesUnnamed: Bool { get }

  /// Receives a value that is not a container, under no key.
  mutating func take(unnamed value: JSONScalar, _ text: Span<UInt8>)

  /// Receives the end of an object or an array whose contents were delivered.
  mutating func end(_ container: JSONContainer, _ name: Name?) throws(Diagnosis) -> Bool

  /// Receives the bytes before an object on its line, in a sequence of objects; true if they may
  /// stand there.
  mutating func take(prefix: Span<UInt8>) -> Bool
}

extension JSONHandler {
  @inline(__always)
  mutating func takeBrokenKey() {}

  @inline(__always)
  static var takesUnnamed: Bool { false }

  @inline(__always)
  mutating func take(unnamed value: JSONScalar, _ text: Span<UInt8>) {}
}

enum JSONContainer { case object, array }

/// The kind of a value that is not a container.
enum JSONScalar {
  case text, number, boolean, null
  /// A text with an escape that stands for no character, which is delivered as U+FFFD.
  case brokenText

  var isText: Bool { self == .text || self == .brokenText }
}
