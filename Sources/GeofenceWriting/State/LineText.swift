import GeofenceBytes

/// A writer of JSON, which is written piece by piece and without blanks.
struct LineText {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ other: some Collection<UInt8>) { bytes += other }

  mutating func append(json: String) { bytes += json.utf8 }

  /// Appends a list of numbers that read back to the last bit; an infinite one or `nan` becomes the
  /// greatest number.
  mutating func append(_ numbers: [Double]) {
    let finite = numbers.map { $0.isFinite ? $0 : Double.greatestFiniteMagnitude }
    append(json: "[\(finite.map(\.description).joined(separator: ","))]")
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
