/// A run of plain track points in an XML document, read past its parser.
///
/// The parser has to be where elements may stand, with nothing left over. Of the run it gets the
/// last point, which is to be ignored, and what stands before that on the same line as blanks: so
/// it tells lines and columns of what follows as if it had seen all.
struct PlainTrackPoints {
  /// Line breaks up to some place, and the offset of the last of them.
  private struct LineBreaks {
    var count = 0
    var last = -1

    mutating func move(_ offset: Int, lines: Int) {
      count -= lines
      last = max(last - offset, -1)
    }
  }

  /// What the parser does not get to see.
  private(set) var skippedLines = 0
  private(set) var skippedBytes = 0
  /// The points that have been read.
  private(set) var count = 0
  /// Where the last point is in the source's window; empty when there is none.
  private(set) var last = 0..<0

  /// The line at the window's start.
  private var line: Int
  /// The end of what has been looked at.
  private var position = 0
  /// Those before `position`, and those before the last point.
  private var breaks = LineBreaks()
  private var leadingBreaks = LineBreaks()

  /// So many blanks may go before the last point on its line; more are for the parser at once.
  private static let mostBlanks = 1 << 15

  /// - Parameter line: the one on which the run begins.
  init(line: Int) { self.line = line }

  /// Whether there are so many blanks before the last point that the parser has to take them.
  var isFull: Bool { last.lowerBound > Self.mostBlanks }

  /// Reads points as long as they come, and waits where the source has no more yet.
  ///
  /// - Parameter body: is given each point, its line and the bytes that its ranges are of; `false`
  ///   ends the run.
  /// - Returns: whether the run goes on when the parser has taken the blanks.
  /// - Complexity: O(n) for n bytes, without allocation.
  mutating func read(
    _ source: inout ByteSource, _ body: (PlainTrackPoint, Int, Span<UInt8>) -> Bool
  ) throws(InputError) -> Bool {
    while true {
      let window = source.start..<source.end
      do throws(PlainTrackPoint.Absence) {
        let (goesOn, obsolete) = try next(source.buffer.span.extracting(window), body)
        for index in obsolete { source.rewrite(ASCII.space, at: index) }
        guard goesOn else { return false }
        guard isFull else { continue }
        skipLines(&source)
        if isFull { return true }
      } catch {
        skipLines(&source)
        guard error == .cut, try source.fill() else { return false }
      }
    }
  }

  /// Passes over blanks that the parser has taken.
  mutating func consume(_ count: Int) {
    // What is before the last line break is not for the parser.
    move(count, lines: 0..<count ~= leadingBreaks.last ? 1 : 0)
  }
}

extension PlainTrackPoints {
  /// Reads the next point.
  ///
  /// - Returns: whether the run goes on, and what of the point before is to be blanked.
  @inline(__always)
  private mutating func next(
    _ bytes: Span<UInt8>, _ body: (PlainTrackPoint, Int, Span<UInt8>) -> Bool
  ) throws(PlainTrackPoint.Absence) -> (goesOn: Bool, obsolete: Range<Int>) {
    try skipBlanks(bytes)
    let point: PlainTrackPoint
    do throws(PlainTrackPoint.Absence) {
      point = try PlainTrackPoint(bytes, at: position)
    } catch {
      throw bytes.count - position < PlainTrackPoint.longest ? error : .other
    }
    let goesOn = body(point, line + breaks.count, bytes)
    let lineStart = breaks.last + 1
    let obsolete = max(last.lowerBound, lineStart)..<max(last.upperBound, lineStart)
    count += 1
    leadingBreaks = breaks
    last = position..<point.end
    position = point.end
    breaks.count += point.lineBreaks
    breaks.last = max(breaks.last, point.lastLineBreak)
    return (goesOn, obsolete)
  }

  @inline(__always)
  private mutating func skipBlanks(_ bytes: Span<UInt8>) throws(PlainTrackPoint.Absence) {
    while position < bytes.count {
      switch bytes[position] {
      case ASCII.lineFeed:
        breaks.count += 1
        breaks.last = position
      case ASCII.space, ASCII.tab, ASCII.carriageReturn: break
      default: return
      }
      position += 1
    }
    throw position - last.upperBound < PlainTrackPoint.longest ? .cut : .other
  }

  /// Passes over the lines before that of the last point, up to the last line break.
  private mutating func skipLines(_ source: inout ByteSource) {
    guard leadingBreaks.last > 0 else { return }
    source.consume(leadingBreaks.last)
    skippedLines += leadingBreaks.count - 1
    skippedBytes += leadingBreaks.last
    move(leadingBreaks.last, lines: leadingBreaks.count - 1)
  }

  /// Makes the window begin `count` bytes and so many lines later.
  private mutating func move(_ count: Int, lines: Int) {
    line += lines
    position -= count
    last = (last.lowerBound - count)..<(last.upperBound - count)
    breaks.move(count, lines: lines)
    leadingBreaks.move(count, lines: lines)
  }
}
