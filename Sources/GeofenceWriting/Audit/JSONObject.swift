import GeofenceBytes

/// Writes a JSON object key by key, so that a long list is never whole in memory.
///
/// Keys are given in their order.
struct JSONObject {
  private var isEmpty = true

  init(to stream: inout some TextOutputStream) { stream.write("{") }

  /// A value; a `nil` leaves its key out.
  mutating func value(
    _ key: String, _ value: (some Encodable)?, to stream: inout some TextOutputStream
  ) {
    guard let value else { return }
    begin(key, &stream)
    stream.write(JSONText.compact(value))
  }

  /// A list with an element a line.
  mutating func list(
    _ key: String, _ elements: some Sequence<some Encodable>,
    to stream: inout some TextOutputStream
  ) {
    begin(key, &stream)
    stream.write("[")
    var separator = "\n"
    for element in elements {
      stream.write(separator + JSONText.compact(element))
      separator = ",\n"
    }
    stream.write("]")
  }

  func end(to stream: inout some TextOutputStream) { stream.write("}") }

  private mutating func begin(_ key: String, _ stream: inout some TextOutputStream) {
    stream.write("\(isEmpty ? "" : ",\n")\"\(key)\":")
    isEmpty = false
  }
}
