/// So many of so many.
public struct Share: Comparable, Sendable {
  public let part: Int
  public let whole: Int

  public init(_ part: Int, of whole: Int) {
    (self.part, self.whole) = (part, whole)
  }

  /// From 0 to 1; `nil` of nothing.
  public var value: Double? { whole == 0 ? nil : Double(part) / Double(whole) }

  public static func == (lhs: Self, rhs: Self) -> Bool { !(lhs < rhs) && !(rhs < lhs) }

  /// Whether it is less; a share of nothing is less than every other.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.whole == 0 || rhs.whole == 0 { return lhs.whole == 0 && rhs.whole > 0 }
    return lhs.part * rhs.whole < rhs.part * lhs.whole
  }
}
