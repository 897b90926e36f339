/// Elements of which mostly the oldest is removed, in O(1) on average; any other takes O(n).
struct Queue<Element: Sendable>: RandomAccessCollection, MutableCollection, Sendable {
  private var elements: [Element] = []
  /// The number of removed elements at the front of the array.
  private var removed: Int32 = 0

  var startIndex: Int { 0 }
  var endIndex: Int { elements.count - Int(removed) }

  subscript(index: Int) -> Element {
    get { elements[index + Int(removed)] }
    _modify { yield &elements[index + Int(removed)] }
  }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() -> Element {
    let first = self[0]
    removed += 1
    // At most half of the array holds removed elements.
    if Int(removed) > count {
      elements.removeFirst(Int(removed))
      removed = 0
    }
    return first
  }

  mutating func remove(at index: Int) -> Element {
    index == 0 ? removeFirst() : elements.remove(at: index + Int(removed))
  }
}
