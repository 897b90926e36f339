/// The head of a name: what tells a short one apart without another look at its bytes.
struct NameKey {
  /// The first sixteen bytes, zeros after the name's end.
  let head: (UInt64, UInt64)
  /// Of the name, in bytes.
  let length: Int32

  /// How many bytes the head holds.
  static let headLength = 16

  private static let secrets = (secret(1), secret(2), secret(3))

  init(head: (UInt64, UInt64), length: Int32) {
    (self.head, self.length) = (head, length)
  }

  @inline(__always)
  init(_ name: Span<UInt8>) { self.init(at: 0..<name.count, of: name) }

  /// The key of the name at `range`, quickest where more bytes follow it.
  @inline(__always)
  init(at range: Range<Int>, of bytes: Span<UInt8>) {
    head = (
      UInt64(littleEndianAt: range.lowerBound, count: range.count, of: bytes),
      UInt64(littleEndianAt: range.lowerBound &+ 8, count: max(range.count &- 8, 0), of: bytes)
    )
    length = Int32(truncatingIfNeeded: range.count)
  }

  /// A hash of all bytes, another in each process, so that no file can be made to collide.
  ///
  /// - Parameter name: that of the key; of a short one it is not looked at.
  /// - Complexity: O(n) for n bytes, eight at a time.
  @inline(__always)
  func hash(_ name: Span<UInt8>) -> UInt32 {
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

  /// Whether all bytes are ASCII.
  ///
  /// - Parameter name: that of the key.
  /// - Complexity: O(n) for n bytes, eight at a time.
  @inline(__always)
  func isASCII(_ name: Span<UInt8>) -> Bool {
    var bits = head.0 | head.1
    var offset = Self.headLength
    while offset < name.count {
      bits |= name.word(at: offset)
      offset &+= 8
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  /// Both halves of a product, in which every bit of either factor counts.
  @inline(__always)
  private static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }

  /// An odd number from the standard library's own secret.
  private static func secret(_ number: Int) -> UInt64 {
    UInt64(bitPattern: Int64(number.hashValue)) | 1
  }
}

extension Span<UInt8> {
  /// Eight bytes as a little-endian number, zeros after the end.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndianAt: offset, count: count &- offset, of: self)
  }
}
