/// The best few of many ranked regions: a heap with the worst on top.
package struct Nearest: Sendable {
  let capacity: Int
  private var heap: [Candidate] = []

  private struct Candidate: Comparable {
    /// Metres; less is better.
    let rank: Double
    let region: Int32

    static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.rank == rhs.rank ? lhs.region < rhs.region : lhs.rank < rhs.rank
    }
  }

  package init(capacity: Int) {
    self.capacity = capacity
    heap.reserveCapacity(min(capacity, 1024))
  }

  /// The regions kept, ascending.
  package var regions: [Int32] { heap.map(\.region).sorted() }

  /// The rank of the last region kept, metres; `nil` until as many are kept as there is room for.
  var worstRank: Double? { heap.count == capacity ? heap.first?.rank : nil }

  mutating func removeAll() { heap.removeAll(keepingCapacity: true) }

  /// Whether a region that ranks no better than `rank`, and comes no earlier than `region` among
  /// equals, could still be kept.
  func mayTake(_ rank: Double, _ region: Int32) -> Bool {
    heap.count < capacity || Candidate(rank: rank, region: region) < heap[0]
  }

  /// - Complexity: O(log k) for k kept regions.
  mutating func offer(_ rank: Double, _ region: Int32) {
    let candidate = Candidate(rank: rank, region: region)
    if heap.count < capacity {
      heap.append(candidate)
      siftUp()
    } else if candidate < heap[0] {
      heap[0] = candidate
      siftDown()
    }
  }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[parent] < heap[child] else { return }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while 2 * parent + 1 < heap.count {
      var child = 2 * parent + 1
      if child + 1 < heap.count, heap[child] < heap[child + 1] { child += 1 }
      guard heap[parent] < heap[child] else { return }
      heap.swapAt(parent, child)
      parent = child
    }
  }
}
