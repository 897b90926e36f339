import Testing

@testable import GeofenceCore

struct QueueTests {
  @Test func `it holds what an array holds from which the first is removed`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var queue = Queue<Int>()
      var array: [Int] = []
      for number in 0..<200 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0...1 where !array.isEmpty: #expect(queue.removeFirst() == array.removeFirst())
        case 2 where !array.isEmpty:
          let place = array.indices.randomElement(using: &random) ?? 0
          #expect(queue.remove(at: place) == array.remove(at: place))
        default:
          queue.append(number)
          array.append(number)
        }
        if let last = array.indices.last {
          queue[last] += 1
          array[last] += 1
        }
        #expect(Array(queue) == array)
      }
    }
  }
}
