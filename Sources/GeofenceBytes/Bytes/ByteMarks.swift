#if arch(x86_64) || arch(arm64)
  public import ByteMasks
#endif

/// The places of three bytes among 64 that follow each other, a bit for each place.
@usableFromInline package struct ByteMarks: Hashable, Sendable {
  @usableFromInline package var first: UInt64
  @usableFromInline package var others: UInt64

  @inlinable package static var width: Int { 64 }

  /// Finds three bytes among 64, all readable, by a vector instruction where the processor is
  /// known.
  @inlinable @inline(__always)
  package init(at bytes: UnsafePointer<UInt8>, _ first: UInt8, _ second: UInt8, _ third: UInt8) {
    #if arch(x86_64) || arch(arm64)
      let masks = byte_masks_at(bytes, first, second, third)
      (self.first, others) = (masks.first, masks.others)
    #else
      self.init(wordwiseAt: bytes, first, second, third)
    #endif
  }

  @inlinable
  package init(
    wordwiseAt bytes: UnsafePointer<UInt8>, _ first: UInt8, _ second: UInt8, _ third: UInt8
  ) {
    (self.first, others) = (0, 0)
    for offset in stride(from: 0, to: Self.width, by: 8) {
      let word = UInt64(
        littleEndian: UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt64.self))
      let (one, two, three) = (
        (word ^ UInt64(repeating: first)).zeroBytes,
        (word ^ UInt64(repeating: second)).zeroBytes, (word ^ UInt64(repeating: third)).zeroBytes
      )
      self.first |= one.gatheredHighBits &<< UInt64(offset)
      others |= (two | three).gatheredHighBits &<< UInt64(offset)
    }
  }

  @inlinable @inline(__always)
  package mutating func cut(at offset: Int) {
    guard offset < Self.width else { return }
    let kept = ~(UInt64.max &<< UInt64(truncatingIfNeeded: offset))
    first &= kept
    others &= kept
  }

  /// Drops the marks up to an offset, and the one there. Precondition: the offset is at most 63.
  @inlinable @inline(__always)
  package mutating func drop(through offset: Int) {
    let kept = (UInt64.max &- 1) &<< UInt64(truncatingIfNeeded: offset)
    first &= kept
    others &= kept
  }
}

extension UInt64 {
  /// The high bits of the eight bytes as the lowest eight bits. Precondition: no other bit is set.
  @inlinable @inline(__always)
  package var gatheredHighBits: UInt64 {
    // The product adds up each byte's bit at a place of its own in the highest byte.
    ((self &>> 7) &* 0x0102_0408_1020_4080) &>> 56
  }
}
