/// The keys of the objects that are open, to find one that stands twice in its object.
struct JSONKeys {
  private struct Key {
    let hash: UInt32
    /// Of what is between the quotation marks.
    let range: Range<Int>
  }

  /// Those of the innermost object come last.
  private var keys: [Key] = []
  /// Where those of each open object begin.
  private var starts: [Int] = []
  /// Whether a key must not stand twice.
  private let counts: (String) -> Bool

  /// Keys are compared each with each up to here.
  private static var few: Int { 16 }

  init(counting counts: @escaping (String) -> Bool) { self.counts = counts }

  mutating func beginObject() { starts.append(keys.count) }

  /// - Parameters:
  ///   - key: without escapes.
  ///   - range: where it is written.
  mutating func add(_ key: Span<UInt8>, at range: Range<Int>) {
    keys.append(Key(hash: NameKey(key).hash(key), range: range))
  }

  /// Lets go of the keys of the innermost object.
  ///
  /// - Throws: an error for the first one that was there before.
  /// - Complexity: O(n log n) for n keys.
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
        // Its quotation mark stands before it.
        let offset = other.range.lowerBound - 1
        if counts(key), offset < first?.offset ?? .max { first = (key, offset) }
        break
      }
    }
    return first
  }
}
