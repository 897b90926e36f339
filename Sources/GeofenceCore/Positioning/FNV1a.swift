/// The 64-bit hash FNV-1a (Fowler, Noll, Vo).
///
/// It tells names apart and detects damage; it does not protect against intent.
package struct FNV1a {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init(of bytes: ArraySlice<UInt8> = []) { add(bytes) }

  package mutating func add(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
