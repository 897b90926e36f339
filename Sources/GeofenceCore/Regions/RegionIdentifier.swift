/// The identifier of a region, equal scalar by scalar and ordered by Unicode scalar value.
///
/// `String` itself compares after normalisation, so "é" written in two ways would be one
/// identifier; Core Location and this simulator take them as two.
///
///     RegionIdentifier("\u{E9}") == RegionIdentifier("e\u{301}")  // false
package struct RegionIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  package var description: String { rawValue }

  // The order of UTF-8 bytes is the order of scalars. Strings that differ after normalisation
  // differ in their bytes, too, and comparing them as strings first is faster.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue == rhs.rawValue && lhs.rawValue.utf8.elementsEqual(rhs.rawValue.utf8)
  }

  package static func < (lhs: Self, rhs: Self) -> Bool {
    let (first, second) = (lhs.rawValue.utf8, rhs.rawValue.utf8)
    return first.withContiguousStorageIfAvailable { first in
      second.withContiguousStorageIfAvailable { first.lexicographicallyPrecedes($0) }
    }.flatMap({ $0 }) ?? first.lexicographicallyPrecedes(second)
  }
}

extension RegionIdentifier: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}
