/// The best few of many ranked regions: a heap with the worst on top, once there are as many.
package struct Nearest: Sendable {
  let capacity: Int
  private var heap: [Candidate] = []
  /// The last one kept; behind every other as long as there is room.
  private var worst = Candidate.last

  private struct Candidate: Comparable {
    /// Metres; less is better.
    let rank: Double
    let region: Int32

    static let last = Candidate(rank: .infinity, region: .max)

    @inline(__always)
    static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.rank < rhs.rank || lhs.rank == rhs.rank && lhs.region < rhs.region
    }
  }

  package init(capacity: Int) {
    self.capacity = capacity
    heap.reserveCapacity(min(capacity, 1024))
  }

  /// The regions kept, ascending.
  package var regions: [Int32] {
    var regions = heap.map(\.region)
    regions.sort()
    return regions
  }

  /// The rank of the last region kept, metres; `nil` until as many are kept as there is room for.
  var worstRank: Double? { heap.count == capacity ? heap.first?.rank : nil }

  mutating func removeAll() {
    heap.removeAll(keepingCapacity: true)
    worst = .last
  }

  /// Whether a region that ranks no better than `rank`, and comes no earlier than `region` among
  /// equals, could still be kept.
  @inline(__always)
  func mayTake(_ rank: Double, _ region: Int32) -> Bool {
    Candidate(rank: rank, region: region) < worst
  }

  /// - Complexity: O(log k) for k kept regions.
  @inline(__always)
  mutating func offer(_ rank: Double, _ region: Int32) {
    if mayTake(rank, region) { take(Candidate(rank: rank, region: region)) }
  }

  private mutating func take(_ candidate: Candidate) {
    if heap.count == capacity {
      heap[0] = candidate
      siftDown(0)
    } else {
      heap.append(candidate)
      guard heap.count == capacity else { return }
      for parent in (0..<capacity / 2).reversed() { siftDown(parent) }
    }
    worst = heap[0]
  }

  private mutating func siftDown(_ top: Int) {
    var heap = heap.mutableSpan
    let candidate = heap[top]
    var parent = top
    while 2 * parent + 1 < heap.count {
      var child = 2 * parent + 1
      if child + 1 < heap.count, heap[child] < heap[child + 1] { child += 1 }
      guard candidate < heap[child] else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = candidate
  }
}
