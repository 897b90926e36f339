/// A tag behind which plain track points may come.
enum TrackMark {
  case segmentStart, pointEnd

  /// In bytes, of either.
  static let length = 8

  /// - Parameter word: the tag's bytes, the first of them the lowest.
  init?(word: UInt64) {
    switch word {
    case Self.word("<trkseg>"): self = .segmentStart
    case Self.word("</trkpt>"): self = .pointEnd
    default: return nil
    }
  }

  /// How many more elements are open behind it.
  var depth: Int { self == .segmentStart ? 1 : -1 }

  @inline(__always)
  private static func word(_ text: StaticString) -> UInt64 {
    text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
  }
}

/// Finds the marks of a document that are worth a piece of their own.
///
/// One that hardly any plain point follows makes the next ones less likely.
struct TrackMarks {
  /// So many bytes from the window's start on are no place for a mark.
  private var unmarked = 0
  private var marksToPass = 0
  private var fruitlessMarks = 0

  private static let mostFruitless = 64
  /// The last point of a run is read twice, and the mark before it was a piece of its own.
  private static let fruitfulPoints = 3

  /// The mark at `offset` of the window, unless it is to be passed over.
  ///
  /// - Precondition: the window has as many bytes from there on as a mark is long.
  @inline(__always)
  mutating func mark(at offset: Int, _ source: borrowing ByteSource) -> TrackMark? {
    guard offset >= unmarked else { return nil }
    let word = source.buffer.span.bytes.unsafeLoadUnaligned(
      fromByteOffset: source.start + offset, as: UInt64.self)
    guard let mark = TrackMark(word: UInt64(littleEndian: word)) else { return nil }
    guard marksToPass == 0 else {
      marksToPass -= 1
      return nil
    }
    return mark
  }

  /// Passes over bytes of the window.
  mutating func consume(_ count: Int) { unmarked = max(unmarked - count, 0) }

  /// Notes what came behind a mark; the last point is still in the window.
  mutating func note(_ run: PlainTrackPoints?) {
    unmarked = run?.last.upperBound ?? 0
    let isFruitful = run.map { $0.count >= Self.fruitfulPoints } ?? false
    fruitlessMarks = isFruitful ? 0 : min(fruitlessMarks * 2 + 1, Self.mostFruitless)
    marksToPass = fruitlessMarks
  }
}
