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
#endif
