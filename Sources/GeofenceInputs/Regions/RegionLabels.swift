/// The names of a region in a file, by kind; seldom more than two, found fastest in their order.
struct RegionLabels {
  private var labels: [(column: RegionColumn, text: String)] = []

  var isEmpty: Bool { labels.isEmpty }

  subscript(column: RegionColumn) -> String? {
    get { labels.first { $0.column == column }?.text }
    set {
      labels.removeAll { $0.column == column }
      if let newValue { labels.append((column, newValue)) }
    }
  }
}
