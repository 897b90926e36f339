extension Sequence where Element: Hashable {
  /// The elements in their order, each of them once.
  package var distinct: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
