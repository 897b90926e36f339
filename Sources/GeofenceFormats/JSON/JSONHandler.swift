/// What a format makes of JSON: the keys that it knows, and what stands under each of them.
///
/// What stands under a key that is not known is scanned, and not told of. The elements of an array are
/// told of under the array's key.
protocol JSONHandler {
  associatedtype Name

  /// What a key says, if it is known.
  mutating func name(of key: Span<UInt8>) -> Name?

  /// An object or an array begins; `name` is that of its key, and `nil` where a document begins.
  ///
  /// - Returns: whether what is in it is told of.
  /// - Throws: what is wrong with it there.
  mutating func begin(_ container: JSONContainer, _ name: Name?, line: Int) throws(Diagnosis)
    -> Bool

  /// A value that is no container.
  ///
  /// - Parameter text: a text without quotation marks and escapes, or a number.
  /// - Throws: what is wrong with it there.
  mutating func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Name) throws(Diagnosis)

  /// An object or an array ends that has been told of.
  ///
  /// - Returns: whether there is a reason to read on.
  /// - Throws: what is wrong with it.
  mutating func end(_ container: JSONContainer, _ name: Name?) throws(Diagnosis) -> Bool

  /// What stands before an object on its line, where objects follow each other.
  ///
  /// - Returns: whether it may stand there.
  mutating func take(prefix: Span<UInt8>) -> Bool
}

enum JSONContainer { case object, array }

/// A value that is no container.
enum JSONScalar { case text, number, boolean, null }
