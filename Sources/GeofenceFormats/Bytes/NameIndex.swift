/// Gives each device an index, in order of first appearance, by the bytes of its name.
///
/// Open addressing: finding a known name allocates nothing. A name of up to sixteen bytes is compared
/// within its bucket, so that a lookup among thousands of devices touches one place in memory.
struct NameIndex {
  private struct Bucket {
    /// The first sixteen bytes of the name, zeros after its end.
    var head: (UInt64, UInt64) = (0, 0)
    /// Of the name, in bytes; -1 for an empty bucket.
    var length = Int32(-1)
    var index = Int32(0)
  }

  /// All names, one behind the other.
  private var names: [UInt8] = []
  /// Where each name ends in `names`.
  private var ends: [Int] = []
  /// The buckets in the order of their indices.
  private var devices: [Bucket] = []
  /// Their count is a power of two and at least twice that of the devices.
  private var buckets = Array(repeating: Bucket(), count: 64)
  private var last = Bucket()

  var count: Int { ends.count }

  /// The index of the device called `name`, which is `count` from before the call when it is new.
  ///
  /// - Complexity: O(n) for n bytes on average, and no hashing where the device is the last one's or
  ///   the one that first appeared after it: many recorders take turns.
  @inline(__always)
  mutating func index(of name: Span<UInt8>) -> Int {
    let key = Self.key(name)
    if !isEqual(last, key, name) {
      let next = Int(last.index) &+ 1 < devices.count ? Int(last.index) &+ 1 : 0
      let isNext = next < devices.count && isEqual(devices[next], key, name)
      last = isNext ? devices[next] : search(key, name)
    }
    return Int(last.index)
  }

  @inline(never)
  private mutating func search(_ key: Bucket, _ name: Span<UInt8>) -> Bucket {
    var position = Self.hash(name) & (buckets.count - 1)
    while buckets[position].length >= 0 {
      if isEqual(buckets[position], key, name) { return buckets[position] }
      position = (position + 1) & (buckets.count - 1)
    }
    var bucket = key
    bucket.index = Int32(ends.count)
    for offset in 0..<name.count { names.append(name[offset]) }
    ends.append(names.count)
    devices.append(bucket)
    buckets[position] = bucket
    if ends.count * 2 > buckets.count { grow() }
    return bucket
  }

  private mutating func grow() {
    var grown = Array(repeating: Bucket(), count: buckets.count * 2)
    for bucket in devices {
      var position = Self.hash(names.span.extracting(range(bucket))) & (grown.count - 1)
      while grown[position].length >= 0 { position = (position + 1) & (grown.count - 1) }
      grown[position] = bucket
    }
    buckets = grown
  }

  @inline(__always)
  private func isEqual(_ bucket: Bucket, _ key: Bucket, _ name: Span<UInt8>) -> Bool {
    guard bucket.length == key.length, bucket.head == key.head else { return false }
    return name.count <= 16 || hasSameTail(bucket, name)
  }

  private func hasSameTail(_ bucket: Bucket, _ name: Span<UInt8>) -> Bool {
    let start = range(bucket).lowerBound
    for offset in 16..<name.count where names[start + offset] != name[offset] { return false }
    return true
  }

  private func range(_ bucket: Bucket) -> Range<Int> {
    let end = ends[Int(bucket.index)]
    return (end - Int(bucket.length))..<end
  }

  @inline(__always)
  private static func key(_ name: Span<UInt8>) -> Bucket {
    var key = Bucket(length: Int32(name.count))
    for offset in 0..<min(name.count, 8) {
      key.head.0 |= UInt64(name[offset]) << UInt64(8 * offset)
    }
    guard name.count > 8 else { return key }
    for offset in 8..<min(name.count, 16) {
      key.head.1 |= UInt64(name[offset]) << UInt64(8 * offset - 64)
    }
    return key
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
