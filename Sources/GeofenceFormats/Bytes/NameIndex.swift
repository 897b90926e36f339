/// Gives each device an index, in order of first appearance, by the bytes of its name.
///
/// Open addressing: finding a known name allocates nothing, and what is probed among many thousands of
/// names stays small enough for a processor's cache. A name needs some forty bytes, and its own from
/// the seventeenth on.
struct NameIndex {
  private struct Name {
    let head: (UInt64, UInt64)
    let length: Int32
    /// Of its first word in `tails`.
    let tail: UInt32
  }

  private struct Bucket {
    /// Of the name.
    var hash: UInt32 = 0
    /// Of the device; −1 for an empty bucket.
    var index = Int32(-1)
  }

  private var names: [Name] = []
  /// What follows the sixteenth byte of long names, each filled up with zeros.
  private var tails: [UInt64] = []
  /// Their count is a power of two and at least twice that of the names.
  private var buckets = Array(repeating: Bucket(), count: 64)
  private var last = 0

  var count: Int { names.count }

  /// The bytes of a device's name.
  ///
  /// - Complexity: O(n) for n bytes.
  func bytes(_ index: Int) -> [UInt8] {
    let name = names[index]
    return (0..<Int(name.length)).map { offset in
      let word =
        switch offset / 8 {
        case 0: name.head.0
        case 1: name.head.1
        default: tails[Int(name.tail) + (offset - NameKey.headLength) / 8]
        }
      return UInt8(truncatingIfNeeded: word >> UInt64(offset % 8 * 8))
    }
  }

  /// The index of the device called `name`, which is `count` from before the call when it is new.
  ///
  /// - Complexity: O(n) for n bytes on average.
  @inline(__always)
  mutating func index(of name: Span<UInt8>) -> Int {
    let key = NameKey(name)
    return find(key, name) ?? add(key, name)
  }

  /// The index of a device by the key of its name; `nil` for a new one.
  ///
  /// Of a short name the bytes are not looked at. Finding the names of many rows one after the other
  /// lets their ways through memory overlap.
  ///
  /// - Complexity: no search where the device is the last one's or the one that first appeared after
  ///   it: many recorders take turns.
  @inline(__always)
  mutating func find(_ key: NameKey, _ name: Span<UInt8>) -> Int? {
    if isEqual(last, key, name) { return last }
    let next = last &+ 1 < names.count ? last &+ 1 : 0
    guard let index = isEqual(next, key, name) ? next : search(key, name) else { return nil }
    last = index
    return index
  }

  @inline(__always)
  private func search(_ key: NameKey, _ name: Span<UInt8>) -> Int? {
    let hash = key.hash(name)
    var position = Int(hash) & (buckets.count - 1)
    while buckets[position].index >= 0 {
      let bucket = buckets[position]
      if bucket.hash == hash, isEqual(Int(bucket.index), key, name) { return Int(bucket.index) }
      position = (position + 1) & (buckets.count - 1)
    }
    return nil
  }

  /// Gives a new device the next index.
  ///
  /// - Precondition: it has none.
  @inline(never)
  mutating func add(_ key: NameKey, _ name: Span<UInt8>) -> Int {
    let hash = key.hash(name)
    var position = Int(hash) & (buckets.count - 1)
    while buckets[position].index >= 0 { position = (position + 1) & (buckets.count - 1) }
    let index = names.count
    last = index
    names.append(Name(head: key.head, length: key.length, tail: UInt32(tails.count)))
    for offset in stride(from: NameKey.headLength, to: name.count, by: 8) {
      tails.append(name.word(at: offset))
    }
    buckets[position] = Bucket(hash: hash, index: Int32(index))
    if names.count * 2 > buckets.count { grow() }
    return index
  }

  private mutating func grow() {
    var grown = Array(repeating: Bucket(), count: buckets.count * 2)
    for bucket in buckets where bucket.index >= 0 {
      var position = Int(bucket.hash) & (grown.count - 1)
      while grown[position].index >= 0 { position = (position + 1) & (grown.count - 1) }
      grown[position] = bucket
    }
    buckets = grown
  }

  @inline(__always)
  private func isEqual(_ index: Int, _ key: NameKey, _ name: Span<UInt8>) -> Bool {
    guard index < names.count, names[index].length == key.length, names[index].head == key.head
    else { return false }
    return key.length <= NameKey.headLength || hasTail(of: name, Int(names[index].tail))
  }

  private func hasTail(of name: Span<UInt8>, _ tail: Int) -> Bool {
    var word = tail
    for offset in stride(from: NameKey.headLength, to: name.count, by: 8) {
      if tails[word] != name.word(at: offset) { return false }
      word += 1
    }
    return true
  }
}

extension NameIndex: Hashable {
  /// Whether the same names have come in the same order.
  static func == (one: Self, other: Self) -> Bool {
    one.count == other.count
      && (0..<one.count).allSatisfy { one.bytes($0) == other.bytes($0) }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
