package struct BufferedOutput: TextOutputStream {
  private var buffer: [UInt8] = []
  private var state = Console.OutputState.open
  private static let capacity = 1 << 16

  package init() {}

  package mutating func write(_ text: String) {
    guard state == .open else { return }
    buffer += text.utf8
    if buffer.count >= Self.capacity { flush() }
  }

  private mutating func flush() {
    state = Console.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  package mutating func finish() -> ExitStatus {
    if state == .open { flush() }
    return ExitStatus.printed(state)
  }
}
