/// Gives each device an index, in order of first appearance, by the bytes of its name.
///
/// Open addressing: finding a known name allocates nothing, and what is probed among many thousands of
/// names stays small enough for a processor's cache. A name of up to fifteen bytes needs some twenty-four.
struct NameIndex {
  /// A name of up to fifteen bytes and its length; of a longer one its head and where the rest lies.
  private struct Name: Equatable {
    let low: UInt64
    let high: UInt64

    /// The longest that is whole here.
    static let longest = 15

    @inline(__always)
    init(short key: NameKey) {
      low = key.head.0
      high = key.head.1 | UInt64(truncatingIfNeeded: key.length) &<< 56
    }

    /// - Parameter tail: where its length and its bytes from the ninth on lie.
    init(long key: NameKey, tail: Int) {
      low = key.head.0
      high = UInt64(tail) | 0xFF << 56
    }

    var length: Int? { high >> 56 == 0xFF ? nil : Int(high >> 56) }
    var tail: Int { Int(high & ~(0xFF << 56)) }

    /// That of a name of up to fifteen bytes.
    var key: NameKey? {
      length.map { NameKey(head: (low, high & ~(0xFF << 56)), length: Int32($0)) }
    }
  }

  private var names: [Name] = []
  /// The length of each long name and what follows its eighth byte, filled up with zeros.
  private var tails: [UInt64] = []
  /// The indices of devices, −1 in an empty one, each at or after the place that its name's hash says.
  /// Their count is a power of two and at least twice that of the names.
  private var buckets = Array(repeating: Int32(-1), count: 64)
  private var last = 0

  var count: Int { names.count }

  /// The bytes of a device's name.
  ///
  /// - Complexity: O(n) for n bytes.
  func bytes(_ index: Int) -> [UInt8] {
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

  /// A device's name, ill-formed UTF-8 repaired; `nil` for the one without.
  ///
  /// - Complexity: O(n) for n bytes.
  func name(_ index: Int) -> String? {
    guard let key = names[index].key else { return String(decoding: bytes(index), as: UTF8.self) }
    if key.length == 0 { return nil }
    let words = (key.head.0.littleEndian, key.head.1.littleEndian)
    return withUnsafeBytes(of: words) {
      String(decoding: $0.prefix(Int(key.length)), as: UTF8.self)
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

  /// The index of the device called `name`; `nil` where there is none. Nothing is changed, so that several
  /// threads may ask.
  ///
  /// - Complexity: O(n) for n bytes on average.
  func index(ofKnown name: Span<UInt8>) -> Int? { search(NameKey(name), name) }

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

  /// Gives a new device the next index.
  ///
  /// - Precondition: it has none.
  @inline(never)
  mutating func add(_ key: NameKey, _ name: Span<UInt8>) -> Int {
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
  /// Whether the same names have come in the same order.
  static func == (one: Self, other: Self) -> Bool {
    one.count == other.count
      && (0..<one.count).allSatisfy { one.bytes($0) == other.bytes($0) }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
