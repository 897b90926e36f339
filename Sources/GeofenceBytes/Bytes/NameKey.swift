/// The first bytes and the length of a name, which identify a short one without its other bytes.
@usableFromInline package struct NameKey: Sendable {
  /// The first sixteen bytes, with zeros after the name's end.
  @usableFromInline package let head: (UInt64, UInt64)
  @usableFromInline package let length: Int32

  /// The number of bytes that the head holds.
  @inlinable package static var headLength: Int { 16 }

  @usableFromInline static let secrets = (secret(1), secret(2), secret(3))

  package init(head: (UInt64, UInt64), length: Int32) {
    (self.head, self.length) = (head, length)
  }

  @inlinable @inline(__always)
  package init(_ name: Span<UInt8>) { self.init(at: 0..<name.count, of: name) }

  /// Creates the key of the name at `range`, which is fastest if more bytes follow it.
  @inlinable @inline(__always)
  package init(at range: Range<Int>, of bytes: Span<UInt8>) {
    head = (
      UInt64(littleEndianAt: range.lowerBound, count: range.count, of: bytes),
      UInt64(littleEndianAt: range.lowerBound &+ 8, count: max(range.count &- 8, 0), of: bytes)
    )
    length = Int32(truncatingIfNeeded: range.count)
  }

  /// Returns a hash of all bytes, another in each process, so that no file can make them collide.
  /// `name`: read if longer than the head. O(n), eight at a time.
  @inlinable @inline(__always)
  package func hash(_ name: Span<UInt8>) -> UInt32 {
    let secrets = Self.secrets
    var hash = Self.fold(head.0 ^ secrets.0, head.1 ^ secrets.1)
    var offset = Self.headLength
    while offset < length {
      hash = Self.fold(hash ^ name.word(at: offset), secrets.1)
      offset &+= 8
    }
    hash = Self.fold(hash ^ UInt64(truncatingIfNeeded: length), secrets.2)
    return UInt32(truncatingIfNeeded: hash)
  }

  /// Returns whether this key's `name` is ASCII. O(n) for n bytes, eight at a time.
  @inlinable @inline(__always)
  package func isASCII(_ name: Span<UInt8>) -> Bool {
    var bits = head.0 | head.1
    var offset = Self.headLength
    while offset < name.count {
      bits |= name.word(at: offset)
      offset &+= 8
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  /// Returns both halves of a product combined, so that every bit of either factor has an effect.
  @inlinable @inline(__always)
  static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }

  /// Returns an odd number that is derived from the standard library's own random seed.
  @usableFromInline static func secret(_ number: Int) -> UInt64 {
    UInt64(bitPattern: Int64(number.hashValue)) | 1
  }
}

extension Span<UInt8> {
  /// Returns the eight bytes at `offset` as a little-endian number, with zeros after the end.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    UInt64(littleEndianAt: offset, count: count &- offset, of: self)
  }
}
