import GeofenceBytes

/// A consumer of JSON: it names the keys that it knows, and receives the values under them, those
/// of an array under the array's key.
protocol JSONHandler {
  associatedtype Name

  mutating func name(of key: Span<UInt8>, at offset: Int) -> Name?

  /// Receives the beginning of an object or array under `name`; true to get its contents.
  mutating func begin(_ container: JSONContainer, _ name: Name?, line: Int) throws(Diagnosis)
    -> Bool

  mutating func take(_ value: JSONScalar, _ text: Span<UInt8>, _ name: Name) throws(Diagnosis)

  mutating func end(_ container: JSONContainer, _ name: Name?) throws(Diagnosis) -> Bool

  /// Receives the bytes before an object on its line; true if they may stand there.
  mutating func take(prefix: Span<UInt8>) -> Bool
}

enum JSONContainer { case object, array }

enum JSONScalar { case text, number, boolean, null }
