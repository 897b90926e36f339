/// What names a region: equal scalar by scalar, ordered by Unicode scalar value.
///
/// `String` itself compares after normalisation, so "é" written in two ways would be one name; Core
/// Location and the contract take them as two.
public struct RegionIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  public var description: String { rawValue }

  // The order of UTF-8 bytes is the order of scalars.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue.utf8.elementsEqual(rhs.rawValue.utf8)
  }

  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in rawValue.utf8 { hasher.combine(byte) }
  }
}

extension RegionIdentifier: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}
