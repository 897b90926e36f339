import Testing

@testable import GeofenceBytes

/// The index of the devices' names, which are found by their bytes.
struct NameIndexTests {
  /// Names that differ only in their length, their end, or a zero.
  private static let names: [[UInt8]] =
    (0...40).map { Array(repeating: 65, count: $0) }
    + [14, 15, 16, 17].map { Array(repeating: 255, count: $0) }
    + (0...40).map { Array(repeating: 65, count: $0) + [0] } + [[0, 0], Array("Č".utf8)]
    + (0..<3000).map { Array("vehicle of the fleet \($0)".utf8) }

  private static func index(of names: [[UInt8]]) -> NameIndex {
    var index = NameIndex()
    for name in names { _ = index.index(of: name.span) }
    return index
  }

  @Test func `each name is kept, byte for byte, in the order of its first appearance`() {
    let index = Self.index(of: Self.names + Self.names.reversed())
    #expect(index.count == Self.names.count)
    #expect((0..<index.count).map(index.bytes) == Self.names)
  }

  @Test func `indexes are equal where the same names came in the same order`() {
    let index = Self.index(of: Self.names)
    #expect(index == Self.index(of: Self.names))
    #expect(index.hashValue == Self.index(of: Self.names).hashValue)
    #expect(index != Self.index(of: Self.names.reversed()))
    #expect(index != Self.index(of: Self.names.dropLast()))
  }
}
