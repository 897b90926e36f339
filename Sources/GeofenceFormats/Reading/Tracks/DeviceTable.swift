/// Gives each device an index, in order of first appearance, by the bytes of its name.
///
/// Open addressing over one array that holds all names: finding a known name allocates nothing.
struct DeviceTable {
  /// All names, one behind the other.
  private var names: [UInt8] = []
  /// Where each name ends in `names`.
  private var ends: [Int] = []
  private var hashes: [Int] = []
  /// An index or -1; the count is a power of two and at least twice that of the devices.
  private var buckets = Array(repeating: -1, count: 64)
  private var last = 0

  var count: Int { ends.count }

  /// The index of the device called `name`, which is `count` from before the call when it is new.
  ///
  /// - Complexity: O(n) for n bytes on average, and no hashing where the device is the last one's.
  @inline(__always)
  mutating func index(of name: Span<UInt8>) -> Int {
    if last < ends.count, isEqual(name, last) { return last }
    last = search(name)
    return last
  }

  @inline(never)
  private mutating func search(_ name: Span<UInt8>) -> Int {
    let hash = Self.hash(name)
    var bucket = hash & (buckets.count - 1)
    while buckets[bucket] >= 0 {
      let index = buckets[bucket]
      if hashes[index] == hash, isEqual(name, index) { return index }
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    let index = ends.count
    for offset in 0..<name.count { names.append(name[offset]) }
    ends.append(names.count)
    hashes.append(hash)
    buckets[bucket] = index
    if ends.count * 2 > buckets.count { grow() }
    return index
  }

  private mutating func grow() {
    buckets = Array(repeating: -1, count: buckets.count * 2)
    for (index, hash) in hashes.enumerated() {
      var bucket = hash & (buckets.count - 1)
      while buckets[bucket] >= 0 { bucket = (bucket + 1) & (buckets.count - 1) }
      buckets[bucket] = index
    }
  }

  @inline(__always)
  private func isEqual(_ name: Span<UInt8>, _ index: Int) -> Bool {
    let start = index == 0 ? 0 : ends[index - 1]
    guard ends[index] - start == name.count else { return false }
    for offset in 0..<name.count where names[start + offset] != name[offset] { return false }
    return true
  }

  /// The standard library's keyed hash, so that no file can be made to collide.
  private static func hash(_ name: Span<UInt8>) -> Int {
    var hasher = Hasher()
    let bytes = name.bytes
    var offset = 0
    while offset + 8 <= name.count {
      hasher.combine(bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    while offset < name.count {
      hasher.combine(name[offset])
      offset += 1
    }
    return hasher.finalize()
  }
}
