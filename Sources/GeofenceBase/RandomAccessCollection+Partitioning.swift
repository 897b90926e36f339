extension RandomAccessCollection where Index == Int {
  /// Returns the first index from which on every element satisfies a condition.
  ///
  ///     [1, 3, 5, 7].partitioningIndex { $0 >= 4 }  // 2
  ///
  /// - Precondition: no element that satisfies it comes before one that does not.
  /// - Complexity: O(log n) for n elements.
  @inlinable
  package func partitioningIndex(where belongsInSecondPartition: (Element) -> Bool) -> Int {
    var range = startIndex..<endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if belongsInSecondPartition(self[middle]) {
        range = range.lowerBound..<middle
      } else {
        range = middle + 1..<range.upperBound
      }
    }
    return range.lowerBound
  }
}
