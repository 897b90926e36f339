import GeofenceBase
import GeofenceBytes

package struct ValueKind<Value>: Sendable {
  package let expected: String
  package var completion = Completion.none
  package let parse: @Sendable (String) -> Value?

  package init(
    expected: String, completion: Completion = .none, parse: @escaping @Sendable (String) -> Value?
  ) {
    (self.expected, self.completion, self.parse) = (expected, completion, parse)
  }

  /// Returns the kind of what is made of a value, which is written in the same way.
  package func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ValueKind<Other> {
    ValueKind<Other>(expected: expected, completion: completion) { parse($0).map(transform) }
  }
}

extension ValueKind where Value == String {
  package static let text = ValueKind(expected: "a text") { $0 }
  package static let file = ValueKind(expected: "a file", completion: .files) {
    $0.isEmpty ? nil : $0
  }
}

extension ValueKind where Value == UInt64 {
  package static let seed = ValueKind(expected: "a whole number, 0 or more") { UInt64($0) }
}

extension ValueKind where Value == Int {
  package static let count = ValueKind(expected: "a whole number from 1") { text in
    Int(text).flatMap { $0 >= 1 ? $0 : nil }
  }

  package static func count(upTo limit: Int) -> Self {
    ValueKind(expected: "a whole number from 1 to \(limit)") { text in
      count.parse(text).flatMap { $0 <= limit ? $0 : nil }
    }
  }
}

extension ValueKind where Value == Double {
  /// Returns the kind of a finite number.
  ///
  /// - Parameter units: the units that may stand behind it, with their sizes.
  package static func number(
    _ expected: String, units: [(name: String, size: Double)] = [],
    where isAllowed: @escaping @Sendable (Double) -> Bool
  ) -> Self {
    ValueKind(expected: expected) { text in
      let unit = units.first { text.hasSuffix($0.name) }
      let digits = text.dropLast(unit?.name.count ?? 0)
      guard let number = decimal(String(digits)).map({ $0 * (unit?.size ?? 1) }), isAllowed(number)
      else { return nil }
      return number
    }
  }

  /// The units of a length; a longer name comes before the one that it ends with.
  private static let lengths = LengthUnit.allCases.reversed().map { ($0.rawValue, $0.inMetres) }

  package static let metres = number("metres, 0 or more, such as 150 or 500ft", units: lengths) {
    $0 >= 0
  }
  package static let positiveMetres = number("metres above 0, such as 150 or 500ft", units: lengths)
  { $0 > 0 }
  package static let metresPerSecond = number("metres per second above 0") { $0 > 0 }
  package static let share = number("a share from 0 to 1") { (0...1).contains($0) }
  package static let rate = number("a number above 0") { $0 > 0 }

  private static func decimal(_ text: String) -> Double? {
    // `Double` also reads hexadecimal, "inf" and "nan".
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension ValueKind where Value == Interval {
  /// Returns the kind of a number of seconds, with a resolution of at most a millisecond.
  private static func seconds(_ expected: String, _ isAllowed: @escaping @Sendable (Double) -> Bool)
    -> Self
  {
    let units = [("min", 60.0), ("h", 3600.0), ("s", 1.0)]
    let number = ValueKind<Double>.number(expected, units: units) { isAllowed($0) && $0 < 1e12 }
    return ValueKind(expected: expected) { text in number.parse(text).map { Interval(seconds: $0) }
    }
  }

  package static let seconds = seconds("seconds, 0 or more") { $0 >= 0 }
  package static let positiveSeconds = seconds("seconds, 0.001 or more") { $0 >= 0.001 }
}

extension ValueKind where Value == Timestamp {
  package static let time = ValueKind(expected: "a time such as 2024-05-01T09:10:00Z") { text in
    Timestamp(parsing: text)
  }
}

extension ValueKind
where Value: RawRepresentable & CaseIterable & SendableMetatype, Value.RawValue == String {
  package static var choice: Self {
    let words = Value.allCases.map(\.rawValue)
    return ValueKind(expected: "one of \(words.joined(separator: ", "))", completion: .words(words))
    { text in Value(rawValue: text) ?? Value(rawValue: text.lowercased()) }
  }
}

extension ValueKind {
  /// Returns the kind of a list of values.
  ///
  /// - Parameter separators: the characters between values, the usual one first.
  package static func list<Element>(of kind: ValueKind<Element>, separators: String = "/,") -> Self
  where Value == [Element] {
    ValueKind(
      expected: "\(kind.expected); several with '\(separators.prefix(1))' between them",
      completion: separators.reduce(kind.completion) { $0.separated(by: $1) }
    ) { text in
      var values: [Element] = []
      for part in text.split(omittingEmptySubsequences: false, whereSeparator: separators.contains)
      {
        guard let value = kind.parse(String(part)) else { return nil }
        values.append(value)
      }
      return values
    }
  }
}
