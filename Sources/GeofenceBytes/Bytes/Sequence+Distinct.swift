extension Sequence where Element: Hashable {
  package var distinct: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
