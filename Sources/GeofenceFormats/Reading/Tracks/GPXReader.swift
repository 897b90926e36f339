internal import Foundation
import GeofenceCore

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// Reads a track from GPX 1.0 or 1.1.
///
/// `trkpt` points are handed on as they are read. As long as none has come, points of the best lesser
/// kind are held back: a `trkpt` drops them, the end of the document delivers them.
enum GPXReader {
  /// - Parameter ignored: is given the number of dropped points by kind.
  static func read(
    _ source: consuming ByteSource, _ filter: inout PointFilter, ignored: inout [String: Int],
    _ body: (Fix) -> Bool
  ) throws(InputError) {
    let name = source.name
    let stream = ByteSourceStream(source)
    let parser = XMLParser(stream: stream)
    let delegate = GPXDelegate()
    parser.delegate = delegate
    var failure: InputError?
    // What the delegate calls is alive as long as the parser runs, and the parser runs here.
    withoutActuallyEscaping(body) { body in
      withUnsafeMutablePointer(to: &filter) { filter in
        delegate.deliver = { point, line in
          do throws(InputError) {
            guard let fix = try filter.pointee.fix(point, device: 0, line: line()) else {
              return true
            }
            return body(fix)
          } catch {
            failure = error
            return false
          }
        }
        _ = parser.parse()
        // A document that breaks off has no better kind to come.
        if !delegate.wasStopped { delegate.deliverHeld() }
        delegate.deliver = nil
      }
    }
    ignored = delegate.ignored
    if let failure = failure ?? stream.failure { throw failure }
    if delegate.wasStopped || stream.wasInterrupted { return }
    if let root = delegate.foreignRoot {
      let (problem, mend) = ForeignFormat.foreignRoot(root)
      throw InputError(source: name, problem: problem, mend: mend)
    }
    guard !delegate.hasEnded || parser.parserError != nil else { return }
    let breaksOff = stream.isAtEnd && !delegate.hasEnded
    throw InputError(
      source: name, place: .line(parser.lineNumber, column: parser.columnNumber),
      problem: breaksOff
        ? "the document breaks off here" : "not well-formed XML near here",
      mend: breaksOff
        ? "the events before it stand; was the recording or the download cut short?"
        : "the events before it stand; mend the document")
  }
}
