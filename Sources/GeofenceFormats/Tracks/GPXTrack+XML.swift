// The only file that imports FoundationXML: XMLParser drives the document.

import Foundation
import GeofenceCore

#if canImport(FoundationXML)
  import FoundationXML
#endif

extension GPXTrack {
  /// Reads `source` to its end, unless `body` returns `false`.
  static func read(
    _ source: consuming ByteSource, _ filter: inout PointFilter,
    newDevice: (Int, String?) -> Void, _ body: (Fix, Int) -> Bool
  ) throws(InputError) {
    filter.add(device: nil)
    newDevice(0, nil)
    let stream = XMLStream(source)
    let taken = filter
    let (ended, error) = withoutActuallyEscaping(body) { body in
      let delegate = GPXDelegate(GPXTrack(taken, body), stream)
      let error = delegate.parse()
      return (delegate.filter, error)
    }
    filter = ended
    if let error { throw error }
  }
}

/// Hands what XMLParser tells to the document.
private final class GPXDelegate: NSObject, XMLParserDelegate {
  /// The parser calls one method after another, never one within another; checking that for every
  /// call would cost a twentieth of the whole.
  @exclusivity(unchecked) private var document: GPXDocument
  private let stream: XMLStream
  private let parser: XMLParser

  var filter: PointFilter { document.track.filter }
  private var source: String { filter.report.source }

  init(_ track: GPXTrack, _ stream: XMLStream) {
    document = GPXDocument(track)
    self.stream = stream
    parser = XMLParser(stream: stream)
  }

  /// - Returns: what is wrong with the input, if anything is.
  func parse() -> InputError? {
    parser.delegate = self
    stream.reader = self
    // A prefix that is not declared ends `parse` though the document can be read on: so it is
    // called again, and takes up where it was.
    var reads = 0
    while !parser.parse(), stream.reads > reads, !stream.isAtEnd { reads = stream.reads }
    if let error = stream.error { return error }
    if stream.wasInterrupted {
      document.track.filter.report.wasStopped = true
      return nil
    }
    if !document.ignoresEvents, !document.hasEnded {
      document.fault = faultAtEnd(line: parser.lineNumber, column: parser.columnNumber)
    }
    if document.hasRoot { document.track.end() }
    if let error = document.track.error { return error }
    if document.track.isDone { return nil }
    if let fault = document.fault {
      return fault.error(source: source, lineOffset: stream.skippedLines)
    }
    guard filter.report.pointsRead > 0 else {
      return InputError(
        source: source, problem: "the GPX file has no point",
        help: "a track is made of trkpt, rtept or wpt elements")
    }
    return nil
  }

  /// Why the document has ended though its root element has not.
  private func faultAtEnd(line: Int, column: Int) -> XMLFault {
    switch stream.obstacle {
    case nil: .breakOff(line: line, column: column)
    case .declarations: .declarations
    case .badBytes: .notWellFormed(code: XMLFault.badBytes, line: line, column: column)
    case .unknownEncoding:
      .notWellFormed(code: XMLFault.unknownEncoding, line: line, column: column)
    }
  }

  /// The parser is about to get a mark.
  func willTakeMark() { document.depthAtMark = document.builder.depth }

  /// The parser has taken what it got, and the input is at a mark's end or within a run.
  ///
  /// - Returns: whether there is a reason to read on.
  func takePlainPoints(_ input: inout XMLInput) throws(InputError) -> Bool {
    let isBehind = input.mark.map(document.isBehind) == true
    let line = isBehind ? parser.lineNumber + input.skippedLines : nil
    return try document.takePlainPoints(&input, line: line)
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let goesOn = document.start(elementName, attributes) {
      parser.lineNumber + stream.skippedLines
    }
    if !goesOn { stream.stop() }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    document.characters(string)
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    document.characters(String(decoding: block, as: UTF8.self))
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    if !document.end() { stream.stop() }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    if document.ignoresEvents { return }
    let code = (error as NSError).code
    if XMLFault.isHarmless(code) { return }
    let (line, column) = (parser.lineNumber, parser.columnNumber)
    if document.hasEnded {
      document.fault = .dataAfterEnd(line: line, column: column)
    } else if stream.isAtEnd, XMLFault.isBreakOff(code, lastByte: stream.lastByte) {
      document.fault = .breakOff(line: line, column: column)
    } else {
      document.fault = .notWellFormed(code: code, line: line, column: column)
    }
    stream.stop()
  }
}

/// A document as XMLParser wants to read it: what is there is handed on at once.
private final class XMLStream: InputStream {
  private var input: XMLInput
  weak var reader: GPXDelegate?
  private(set) var error: InputError?
  /// Whether the parser gets no more.
  private(set) var isAtEnd = false
  /// The reads that gave the parser something.
  private(set) var reads = 0
  /// The last byte that the parser was given.
  private(set) var lastByte: UInt8 = 0

  var wasInterrupted: Bool { input.source.wasInterrupted }
  var skippedLines: Int { input.skippedLines }
  var obstacle: XMLInput.Obstacle? { input.obstacle }

  init(_ source: consuming ByteSource) {
    input = XMLInput(source)
    super.init(data: Data())
  }

  /// Reads no more, whatever the parser asks for.
  func stop() { isAtEnd = true }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
    if isAtEnd { return -1 }
    do throws(InputError) {
      if input.mark != nil || input.isInRun, try reader?.takePlainPoints(&input) == false {
        isAtEnd = true
        return -1
      }
      let count = try input.next(limit: maxLength)
      if input.mark != nil { reader?.willTakeMark() }
      if count > 0 {
        let target = UnsafeMutableRawBufferPointer(start: buffer, count: count)
        input.source.copy(count, to: target)
        input.consume(count)
        lastByte = buffer[count - 1]
        reads += 1
        return count
      }
    } catch {
      self.error = error
    }
    isAtEnd = true
    // 0 lets the parser look for what is missing; there is no sense in that unless all is read.
    return error == nil && !wasInterrupted && obstacle == nil ? 0 : -1
  }

  override func open() {}
  override func close() {}
  override var hasBytesAvailable: Bool { !isAtEnd }
  override var streamStatus: Stream.Status { isAtEnd ? .atEnd : .open }
  override var streamError: (any Error)? { nil }
  override func getBuffer(
    _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
  ) -> Bool { false }
}
