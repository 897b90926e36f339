extension Span<UInt8> {
  /// A hash of all bytes, another in each process, so that no file can make them collide. O(n),
  /// eight at a time.
  @inlinable @inline(__always)
  package var hash: UInt32 {
    let secrets = HashSecrets.values
    var hash = secrets.0
    for offset in stride(from: 0, to: count, by: 8) {
      hash = Self.fold(hash ^ word(at: offset), secrets.1)
    }
    return UInt32(truncatingIfNeeded: Self.fold(hash ^ UInt64(count), secrets.2))
  }

  /// Returns both halves of a product combined, so that every bit of either factor has an effect.
  @inlinable @inline(__always)
  static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }

  /// Returns the eight bytes at `offset` as a little-endian number, with zeros after the end.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    UInt64(littleEndianAt: offset, count: count &- offset, of: self)
  }
}

/// Odd numbers that are derived from the standard library's own random seed.
@usableFromInline enum HashSecrets {
  @usableFromInline static let values = (secret(1), secret(2), secret(3))

  private static func secret(_ number: Int) -> UInt64 {
    UInt64(bitPattern: Int64(number.hashValue)) | 1
  }
}
