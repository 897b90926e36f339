import GeofenceBytes

/// The keys of all open objects, to find a key that stands twice in its object.
struct JSONKeys {
  private struct Key {
    let hash: UInt32
    /// The place between the quotation marks.
    let range: Range<Int>
  }

  /// The keys of all open objects, those of the innermost object last.
  private var keys: [Key] = []
  /// The index in `keys` of the first key of each open object.
  private var starts: [Int] = []
  /// The test for keys that must not stand twice.
  private let counts: (String) -> Bool

  /// The number of keys in an object up to which each is compared with each.
  private static var few: Int { 16 }

  init(counting counts: @escaping (String) -> Bool) { self.counts = counts }

  mutating func beginObject() { starts.append(keys.count) }

  /// Adds a key to the innermost object.
  mutating func add(_ hash: UInt32, at range: Range<Int>) {
    keys.append(Key(hash: hash, range: range))
  }

  /// Removes the keys of the innermost object. O(n log n) for n keys.
  mutating func endObject(_ bytes: Span<UInt8>) throws(JSONFault) {
    guard let start = starts.popLast() else { return }
    if let repeated = repeated(from: start, bytes) {
      throw .mistake(
        "the key \(repeated.text.quotedExcerpt()) is there twice in one object",
        help: "keep one of them", at: repeated.offset)
    }
    keys.removeSubrange(start...)
  }

  private func repeated(from start: Int, _ bytes: Span<UInt8>) -> (text: String, offset: Int)? {
    let areFew = keys.count - start <= Self.few
    let own =
      areFew
      ? keys[start...]
      : keys[start...].sorted { ($0.hash, $0.range.lowerBound) < ($1.hash, $1.range.lowerBound) }[
        ...]
    var first: (text: String, offset: Int)?
    for index in own.indices {
      for other in own[(index + 1)...] {
        guard other.hash == own[index].hash else {
          if areFew { continue } else { break }
        }
        let text = JSONEscapes.decoded(bytes.extracting(other.range))
        guard text == JSONEscapes.decoded(bytes.extracting(own[index].range)) else { continue }
        let key = String(decoding: text, as: UTF8.self)
        // The range of a key begins behind its quotation mark.
        let offset = other.range.lowerBound - 1
        if counts(key), offset < first?.offset ?? .max { first = (key, offset) }
        break
      }
    }
    return first
  }
}
