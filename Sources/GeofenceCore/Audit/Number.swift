/// The number of a thing among all of its kind: a region of a plan, a strategy, a choice of an app.
///
/// The numbers of different kinds are different types, so that none is taken for another.
package struct Number<Thing>: Hashable, Strideable, ExpressibleByIntegerLiteral, Sendable {
  package let value: Int32

  package init(_ value: Int) { self.value = Int32(clamping: value) }

  package init(integerLiteral value: Int) { self.init(value) }

  package func distance(to other: Self) -> Int { Int(other.value) - Int(value) }

  package func advanced(by count: Int) -> Self {
    Self(value: value &+ Int32(truncatingIfNeeded: count))
  }

  private init(value: Int32) { self.value = value }
}

/// A list whose elements are found by the numbers of things: the names of regions, the runs of an
/// audit.
package struct Numbered<Thing, Element>: RandomAccessCollection, MutableCollection {
  private var elements: [Element]

  package init() { elements = [] }

  package init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }

  package init(repeating element: Element, count: Int) {
    elements = Array(repeating: element, count: count)
  }

  package var startIndex: Number<Thing> { 0 }
  package var endIndex: Number<Thing> { Number(elements.count) }

  package subscript(number: Number<Thing>) -> Element {
    @inline(__always) _read { yield elements[Int(number.value)] }
    @inline(__always) _modify { yield &elements[Int(number.value)] }
  }

  package mutating func append(_ element: Element) { elements.append(element) }
}

extension Numbered: Sendable where Element: Sendable {}

extension Numbered where Element: Comparable {
  /// The number of an element in a list that ascends; `nil` where it is not there.
  ///
  /// - Complexity: O(log n) for n elements.
  package func number(of element: Element) -> Number<Thing>? {
    let index = elements.partitioningIndex { $0 >= element }
    return index < elements.count && elements[index] == element ? Number(index) : nil
  }
}

package typealias RegionNumber = Number<CircularRegion>
package typealias StrategyNumber = Number<AuditStrategy>
package typealias RegionNames = Numbered<CircularRegion, RegionIdentifier>
