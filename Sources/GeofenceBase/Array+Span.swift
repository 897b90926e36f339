extension Array {
  /// A view of the elements, as the standard library's own property of this name, which only macOS
  /// 26 and later have; here it takes its place.
  ///
  /// https://forums.swift.org/t/using-span-on-pre-26-apple-os-versions/80513
  @inlinable @inline(__always)
  package var span: Span<Element> {
    @_lifetime(borrow self)
    borrowing get {
      let elements = withUnsafeBufferPointer { $0 }
      return _overrideLifetime(Span(_unsafeElements: elements), borrowing: self)
    }
  }

  /// A view by which the elements can be changed.
  @inlinable @inline(__always)
  package var mutableSpan: MutableSpan<Element> {
    @_lifetime(&self)
    mutating get {
      let elements = withUnsafeMutableBufferPointer { $0 }
      return _overrideLifetime(MutableSpan(_unsafeElements: elements), mutating: &self)
    }
  }
}
