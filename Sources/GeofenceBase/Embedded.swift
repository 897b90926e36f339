// What Embedded Swift lacks. Nothing of this is compiled elsewhere.
#if hasFeature(Embedded)
  /// A lock that excludes nobody: the engine in a page has one thread.
  package final class Mutex<Value>: @unchecked Sendable {
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
  }

  // The standard library's own catch an error by a dynamic cast, which Embedded Swift refuses.
  extension Dictionary {
    package init<S: Sequence>(_ pairs: S, uniquingKeysWith combine: (Value, Value) -> Value)
    where S.Element == (Key, Value) {
      self.init()
      for (key, value) in pairs { self[key] = self[key].map { combine($0, value) } ?? value }
    }

    package mutating func merge(
      _ other: [Key: Value], uniquingKeysWith combine: (Value, Value) -> Value
    ) {
      for (key, value) in other { self[key] = self[key].map { combine($0, value) } ?? value }
    }
  }

  extension StringProtocol {
    package func contains(_ other: String) -> Bool { utf8.firstRange(of: other.utf8) != nil }

    package func firstRange(of other: String) -> Range<Index>? { utf8.firstRange(of: other.utf8) }
  }

  extension String {
    package func replacing(_ other: String, with replacement: String, maxReplacements: Int = .max)
      -> String
    {
      var (text, rest, left): ([UInt8], Substring.UTF8View, Int) = (
        [], self[...].utf8, maxReplacements
      )
      while left > 0, let range = rest.firstRange(of: other.utf8) {
        left -= 1
        text += rest[..<range.lowerBound]
        text += replacement.utf8
        rest = rest[range.upperBound...]
      }
      return String(decoding: text + rest, as: UTF8.self)
    }
  }

  extension Collection where Element == UInt8 {
    package func contains(_ other: [UInt8]) -> Bool { firstRange(of: other) != nil }

    package func firstRange(of other: some Collection<UInt8>) -> Range<Index>? {
      var start = startIndex
      while start != endIndex {
        var (end, rest) = (start, other.startIndex)
        while rest != other.endIndex, end != endIndex, self[end] == other[rest] {
          (end, rest) = (index(after: end), other.index(after: rest))
        }
        if rest == other.endIndex { return start..<end }
        start = index(after: start)
      }
      return nil
    }
  }
#endif
