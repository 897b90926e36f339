import GeofenceBytes

/// A writer of JSON, which is written piece by piece and without blanks.
struct LineText {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ other: some Collection<UInt8>) { bytes += other }

  mutating func append(_ json: StaticString) {
    json.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ number: Int64) {
    if number < 0 { bytes.append(ASCII.minus) }
    append(number.magnitude)
  }

  mutating func append(_ number: UInt64) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(ASCII.zero + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Appends a number that reads back to the last bit; an infinite one or `nan` becomes the
  /// greatest number.
  mutating func append(_ number: Double) {
    let finite = number.isFinite ? number : Double.greatestFiniteMagnitude
    bytes += finite.description.utf8
  }

  /// Appends bytes in base 64, without padding.
  mutating func append(base64 other: [UInt8]) { bytes.append(base64: other) }

  mutating func append(_ text: String) {
    bytes.append(ASCII.quote)
    for byte in text.utf8 {
      switch byte {
      case ASCII.quote, ASCII.backslash:
        bytes.append(ASCII.backslash)
        bytes.append(byte)
      case ..<ASCII.space: bytes += "\\u\(UInt64(byte).padded(to: 4, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(ASCII.quote)
  }
}
