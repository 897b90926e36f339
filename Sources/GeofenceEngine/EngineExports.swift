// The functions that a page calls, which exist in WebAssembly alone: a page has one thread.
#if arch(wasm32)
  nonisolated(unsafe) private var session = EngineSession()
  /// The message of the page, and the answer to it.
  nonisolated(unsafe) package var message: [Double] = []
  nonisolated(unsafe) package var answer: [UInt8] = []

  /// Returns the place to which the page writes a message of so many numbers.
  @_cdecl("message_place")
  public func placeOfMessage(_ count: Int32) -> UnsafeMutableRawPointer? {
    message = Array(repeating: 0, count: Int(count))
    return message.withUnsafeMutableBytes { $0.baseAddress }
  }

  /// Answers the message, and returns the number of bytes of the answer.
  @_cdecl("answer_message")
  public func answerMessage() -> Int32 {
    let text =
      EngineMessage(message).map { session.answer(to: $0) }
      ?? "{\"error\":\"an incomplete message\"}"
    answer = Array(text.utf8)
    return Int32(answer.count)
  }

  @_cdecl("answer_place")
  public func placeOfAnswer() -> UnsafeRawPointer? {
    answer.withUnsafeBytes { $0.baseAddress }
  }
#endif
