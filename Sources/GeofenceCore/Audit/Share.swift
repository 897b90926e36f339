package struct Share: Comparable, Sendable {
  package let part: Int
  package let whole: Int

  package init(_ part: Int, of whole: Int) {
    (self.part, self.whole) = (part, whole)
  }

  /// From 0 to 1; `nil` of nothing.
  package var value: Double? { whole == 0 ? nil : Double(part) / Double(whole) }

  package static func == (lhs: Self, rhs: Self) -> Bool { !(lhs < rhs) && !(rhs < lhs) }

  /// Returns whether it is less; a share of nothing is less than every other.
  package static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.whole == 0 || rhs.whole == 0 { return lhs.whole == 0 && rhs.whole > 0 }
    return lhs.part * rhs.whole < rhs.part * lhs.whole
  }
}
