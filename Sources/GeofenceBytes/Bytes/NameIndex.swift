/// A hash table that gives each device an index by its name's bytes, in order of first appearance.
package struct NameIndex: Hashable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The indices of devices, −1 for none, each at its name's hash or in the next free bucket. The
  /// count is a power of two, and at least twice that of names.
  private var buckets = Array(repeating: Int32(-1), count: 64)
  private var last = 0

  package init() {}

  package var count: Int { ends.count }

  @inline(__always)
  private func range(_ index: Int) -> Range<Int> {
    Range(uncheckedBounds: (index == 0 ? 0 : ends[index &- 1], ends[index]))
  }

  package func bytes(_ index: Int) -> [UInt8] { Array(bytes[range(index)]) }

  package func name(_ index: Int) -> String? {
    let range = range(index)
    return range.isEmpty ? nil : String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns the index of the device called `name`, `count` for a new one. O(n) on average.
  package mutating func index(of name: Span<UInt8>) -> Int { find(name) ?? add(name) }

  /// Returns the index of a known device, at once if it is the last found or, by turns, the next.
  @inline(__always)
  package mutating func find(_ name: Span<UInt8>) -> Int? {
    if isEqual(last, name) { return last }
    let next = last &+ 1 < ends.count ? last &+ 1 : 0
    guard let index = isEqual(next, name) ? next : index(ofKnown: name) else { return nil }
    last = index
    return index
  }

  /// Returns the index of a known device; several threads may call it at once. O(n) on average.
  package func index(ofKnown name: Span<UInt8>) -> Int? {
    var position = Int(truncatingIfNeeded: name.hash) & (buckets.count - 1)
    while buckets[position] >= 0 {
      let index = Int(buckets[position])
      if isEqual(index, name) { return index }
      position = (position + 1) & (buckets.count - 1)
    }
    return nil
  }

  @inline(never)
  package mutating func add(_ name: Span<UInt8>) -> Int {
    last = ends.count
    name.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    ends.append(bytes.count)
    if ends.count * 2 > buckets.count { grow() } else { place(last, name.hash) }
    return last
  }

  private mutating func place(_ index: Int, _ hash: UInt32) {
    var position = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[position] >= 0 { position = (position + 1) & (buckets.count - 1) }
    buckets[position] = Int32(index)
  }

  private mutating func grow() {
    buckets = Array(repeating: -1, count: buckets.count * 2)
    for index in ends.indices { place(index, bytes.span.extracting(range(index)).hash) }
  }

  @inline(__always)
  private func isEqual(_ index: Int, _ name: Span<UInt8>) -> Bool {
    guard index < ends.count, case let range = range(index), range.count == name.count else {
      return false
    }
    for offset in stride(from: 0, to: name.count, by: 8) {
      let rest = name.count &- offset
      let word = UInt64(littleEndianAt: range.lowerBound &+ offset, count: rest, of: bytes.span)
      if word != name.word(at: offset) { return false }
    }
    return true
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.ends == other.ends && one.bytes == other.bytes
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
