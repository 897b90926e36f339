import GeofenceBytes

/// A reader of JSON from a source as bytes arrive: one document, or a sequence of objects.
package struct JSONReader<Handler: JSONHandler>: ~Copyable {
  private var source: ByteSource
  private var scanner: JSONScanner<Handler>

  package init(_ source: consuming ByteSource, isSequence: Bool) {
    self.source = source
    scanner = JSONScanner(isSequence: isSequence)
  }

  var wasInterrupted: Bool { source.wasInterrupted }

  /// Reads to the end, or until `handler` stops it, which keeps what it got before an error.
  package mutating func read(_ handler: inout Handler) throws(InputError) {
    while !scanner.isStopped {
      do throws(JSONFault) {
        try scanner.scan(source, &handler)
      } catch {
        let fault = error.naming(commentsIn: source.buffer.span.extracting(source.window()))
        switch fault {
        case .breakOff:
          guard try !readOn() else { continue }
          if scanner.isComplete, source.count == 0 { return }
          guard source.isExhausted else {
            throw failure(
              0, "a text or a number of more than \(ByteSource.longestToken >> 20) MiB begins here",
              "look for a quotation mark that is not closed")
          }
          guard scanner.isSequence else {
            throw failure(
              source.count, "the file breaks off", "\(scanner.missing) is expected here")
          }
          throw failure(
            source.count, "the file breaks off: its last object does not end",
            "get the whole file; what was read before counts")
        case .mistake(let problem, let help, let offset): throw failure(offset, problem, help)
        }
      }
    }
  }

  private mutating func readOn() throws(InputError) -> Bool {
    let scanned = scanner.offset
    scanner.letGo(source)
    source.consume(scanned)
    guard !source.isExhausted, try source.fillAgain() || source.isExhausted else { return false }
    return source.count > 0
  }

  package func failure(_ offset: Int, _ problem: String, _ help: String) -> InputError {
    let place = scanner.position(of: offset, source.buffer.span.extracting(source.window()))
    return InputError(
      source: source.name, place: .line(place.line, column: place.column), problem: problem,
      help: help)
  }
}
