/// A queue, first in, first out: a megabyte in memory, the rest in a temporary file if possible.
package struct WaitingQueue<Element: BitwiseCopyable> {
  /// The oldest values; those before `position` have been taken.
  private var head: [Element] = []
  private var position = 0
  private var spill: Spill?
  private var tail: [Element] = []
  /// The largest number of values in `tail`; unlimited once a file has no room for more.
  private var capacity = portion
  package private(set) var count = 0

  private static var portion: Int { max(1, (1 << 20) / MemoryLayout<Element>.stride) }

  /// A file without a name, read from the beginning while more is appended, in whole portions.
  private final class Spill {
    let file: OpenFile
    var written = 0
    var taken = 0

    init() throws(WriteFailure) { file = try OpenFile.temporary() }
  }

  package init() {}

  package mutating func append(_ element: Element) {
    if tail.count == capacity { spillTail() }
    tail.append(element)
    count += 1
  }

  /// Removes the oldest value, if any; an error of kind `reading` if the file fails. O(1).
  package mutating func popFirst() throws(InputError) -> Element? {
    guard count > 0 else { return nil }
    if position == head.count { try refill() }
    defer { position += 1 }
    count -= 1
    return head[position]
  }

  private mutating func spillTail() {
    do throws(WriteFailure) {
      if spill == nil { spill = try Spill() }
      try spill?.file.write(tail.span.bytes)
      spill?.written += 1
      tail.removeAll(keepingCapacity: true)
    } catch {
      capacity = .max
    }
  }

  private mutating func refill() throws(InputError) {
    position = 0
    guard let spill, spill.taken < spill.written, let filler = head.first ?? tail.first else {
      spill = nil
      swap(&head, &tail)
      tail.removeAll(keepingCapacity: true)
      return
    }
    head = Array(repeating: filler, count: Self.portion)
    do throws(WriteFailure) {
      var span = head.mutableSpan
      var bytes = span.mutableBytes
      try spill.file.read(into: &bytes, at: spill.taken * bytes.byteCount)
    } catch {
      throw InputError(
        kind: .reading, source: OpenFile.temporaryFolder,
        problem: "what was kept there cannot be read again: \(error.reason)",
        help: "let TMPDIR name a folder on a sound disk")
    }
    spill.taken += 1
  }
}
