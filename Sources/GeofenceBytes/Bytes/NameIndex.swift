/// A table that gives each device an index by the bytes of its name, in order of first appearance.
///
/// It is a hash table with open addressing. Finding a known name allocates nothing, and a name of
/// up to fifteen bytes takes about twenty-four, so that the entries of many thousands of names stay
/// in a processor's cache.
package struct NameIndex {
  /// A name of up to fifteen bytes, or a longer one's head and its tail's place.
  private struct Name: Equatable {
    let low: UInt64
    let high: UInt64

    /// The length in bytes of the longest name that is stored as a whole.
    static let longest = 15

    @inline(__always)
    init(short key: NameKey) {
      low = key.head.0
      high = key.head.1 | UInt64(truncatingIfNeeded: key.length) &<< 56
    }

    init(long key: NameKey, tail: Int) {
      low = key.head.0
      high = UInt64(tail) | 0xFF << 56
    }

    var length: Int? { high >> 56 == 0xFF ? nil : Int(high >> 56) }
    var tail: Int { Int(high & ~(0xFF << 56)) }

    /// The key of a name of up to fifteen bytes; `nil` for a longer one.
    var key: NameKey? {
      length.map { NameKey(head: (low, high & ~(0xFF << 56)), length: Int32($0)) }
    }
  }

  private var names: [Name] = []
  /// The length of each long name, followed by its bytes from the ninth on, padded with zeros.
  private var tails: [UInt64] = []
  /// The indices of devices, −1 for none, each at its name's hash or in the next free bucket. The
  /// count is a power of two, and at least twice that of names.
  private var buckets = Array(repeating: Int32(-1), count: 64)
  private var last = 0

  package init() {}

  package var count: Int { names.count }

  /// Returns the bytes of a device's name. O(n) for n bytes.
  package func bytes(_ index: Int) -> [UInt8] {
    let name = names[index]
    let (length, tail) = (name.length, name.tail)
    return (0..<(length ?? Int(tails[tail]))).map { offset in
      let word =
        switch offset / 8 {
        case 0: name.low
        case let number: length == nil ? tails[tail + number] : name.high
        }
      return UInt8(truncatingIfNeeded: word >> UInt64(offset % 8 * 8))
    }
  }

  /// Returns a device's name, if it has one, with ill-formed UTF-8 repaired. O(n).
  package func name(_ index: Int) -> String? {
    let bytes = bytes(index)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the index of the device called `name`, `count` for a new one. O(n) on average.
  package mutating func index(of name: Span<UInt8>) -> Int { index(of: NameKey(name), name) }

  package mutating func index(of key: NameKey, _ name: Span<UInt8>) -> Int {
    find(key, name) ?? add(key, name)
  }

  /// Returns the index of a device by the key of its name, or `nil` for a new device.
  ///
  /// The bytes of a short name are not read, since the key holds them. If the names of many rows
  /// are searched for one after the other, a processor overlaps their accesses to memory.
  ///
  /// - Complexity: O(n) for n bytes on average. There is no search if the device is the one found
  ///   last or the one that first appeared after it, since many recorders take turns.
  @inline(__always)
  package mutating func find(_ key: NameKey, _ name: Span<UInt8>) -> Int? {
    if isEqual(last, key, name) { return last }
    let next = last &+ 1 < names.count ? last &+ 1 : 0
    guard let index = isEqual(next, key, name) ? next : search(key, name) else { return nil }
    last = index
    return index
  }

  /// Returns the index of a known device; several threads may call it at once. O(n) on average.
  package func index(ofKnown name: Span<UInt8>) -> Int? { search(NameKey(name), name) }

  @inline(__always)
  private func search(_ key: NameKey, _ name: Span<UInt8>) -> Int? {
    var position = Int(key.hash(name)) & (buckets.count - 1)
    while buckets[position] >= 0 {
      let index = Int(buckets[position])
      if isEqual(index, key, name) { return index }
      position = (position + 1) & (buckets.count - 1)
    }
    return nil
  }

  /// Gives a new device the next index, and returns it. Precondition: the name has no index yet.
  @inline(never)
  package mutating func add(_ key: NameKey, _ name: Span<UInt8>) -> Int {
    let index = names.count
    last = index
    if name.count <= Name.longest {
      names.append(Name(short: key))
    } else {
      names.append(Name(long: key, tail: tails.count))
      tails.append(UInt64(name.count))
      for offset in stride(from: 8, to: name.count, by: 8) { tails.append(name.word(at: offset)) }
    }
    if names.count * 2 > buckets.count { grow() } else { place(index, key.hash(name)) }
    return index
  }

  private mutating func place(_ index: Int, _ hash: UInt32) {
    var position = Int(hash) & (buckets.count - 1)
    while buckets[position] >= 0 { position = (position + 1) & (buckets.count - 1) }
    buckets[position] = Int32(index)
  }

  private mutating func grow() {
    buckets = Array(repeating: -1, count: buckets.count * 2)
    for index in names.indices { place(index, hash(of: index)) }
  }

  private func hash(of index: Int) -> UInt32 {
    if let key = names[index].key { return key.hash(Span()) }
    let bytes = bytes(index)
    return NameKey(bytes.span).hash(bytes.span)
  }

  @inline(__always)
  private func isEqual(_ index: Int, _ key: NameKey, _ name: Span<UInt8>) -> Bool {
    guard index < names.count, names[index].low == key.head.0 else { return false }
    if key.length <= Name.longest { return names[index] == Name(short: key) }
    return names[index].length == nil && isLong(name, at: names[index].tail)
  }

  private func isLong(_ name: Span<UInt8>, at tail: Int) -> Bool {
    guard tails[tail] == name.count else { return false }
    var word = tail + 1
    for offset in stride(from: 8, to: name.count, by: 8) {
      if tails[word] != name.word(at: offset) { return false }
      word += 1
    }
    return true
  }
}

extension NameIndex: Hashable {
  /// Returns whether both tables have the same names in the same order.
  package static func == (one: Self, other: Self) -> Bool {
    one.count == other.count && (0..<one.count).allSatisfy { one.bytes($0) == other.bytes($0) }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
