/// The digits of base 64 (RFC 4648).
package enum Base64 {
  package static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}

extension [UInt8] {
  /// Appends bytes in base 64, without padding.
  package mutating func append(base64 other: some Sequence<UInt8>) {
    var (word, bits) = (0, 0)
    for byte in other {
      (word, bits) = (word << 8 | Int(byte), bits + 8)
      while bits >= 6 {
        bits -= 6
        append(Base64.digits[word >> bits & 63])
      }
      word &= 63
    }
    if bits > 0 { append(Base64.digits[word << (6 - bits) & 63]) }
  }
}
