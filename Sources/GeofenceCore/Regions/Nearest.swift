/// The best few of many ranked regions, ranked in metres and kept in a heap with the worst on top.
///
/// The heap is built once as many regions are kept as there is room for.
package struct Nearest: Sendable {
  let capacity: Int
  /// The greatest rank, in metres, of a region that may be kept.
  let greatest: Double
  private var heap: [Candidate] = []
  /// The worst candidate kept; a candidate behind every other as long as there is room.
  private var worst: Candidate

  /// A region with its rank; candidates of equal rank are ordered by position.
  private struct Candidate: Comparable {
    /// The rank in metres; less is better.
    let rank: Double
    let region: Int32

    @inline(__always)
    static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.rank < rhs.rank || lhs.rank == rhs.rank && lhs.region < rhs.region
    }
  }

  /// - Parameter within: the greatest rank, in metres, of a region that may be kept; `nil` where any
  ///   may.
  package init(capacity: Int, within: Double? = nil) {
    self.capacity = capacity
    greatest = within ?? .infinity
    worst = Candidate(rank: greatest, region: .max)
    heap.reserveCapacity(min(capacity, 1024))
  }

  /// The positions of the regions kept, ascending.
  ///
  /// - Complexity: O(k log k) for k kept regions.
  package var regions: [Int32] {
    var regions = heap.map { $0.region }
    regions.sort()
    return regions
  }

  /// The rank in metres of the worst region kept; `nil` until as many are kept as there is room
  /// for.
  package var worstRank: Double? { heap.count == capacity ? heap.first?.rank : nil }

  mutating func removeAll() {
    heap.removeAll(keepingCapacity: true)
    worst = Candidate(rank: greatest, region: .max)
  }

  /// Returns whether a region could still be kept that ranks no better than `rank`, in metres, and
  /// that stands no earlier than `region` among equals.
  @inline(__always)
  func mayTake(_ rank: Double, _ region: Int32) -> Bool {
    Candidate(rank: rank, region: region) < worst
  }

  /// Keeps a region with a rank in metres if it is among the best offered so far.
  ///
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

  /// Moves a candidate down until no child of it is worse.
  private mutating func siftDown(_ top: Int) {
    let count = heap.count
    var heap = heap.mutableSpan
    let candidate = heap[top]
    var parent = top
    while 2 &* parent &+ 1 < count {
      var child = 2 &* parent &+ 1
      if child &+ 1 < count, heap[unchecked: child] < heap[unchecked: child &+ 1] { child &+= 1 }
      guard candidate < heap[unchecked: child] else { break }
      heap[unchecked: parent] = heap[unchecked: child]
      parent = child
    }
    heap[unchecked: parent] = candidate
  }
}
