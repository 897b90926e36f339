/// A reason why scanning XML cannot continue; offsets count from the start of the scanned piece.
enum XMLFault: Error {
  /// The piece ends before the document does; the bytes that follow may not have arrived yet.
  case breakOff
  case notWellFormed(StaticString, at: Int)
  /// The document has declarations of its own, which could change the meaning of its text.
  case declarations(at: Int)
  /// A record stands within a record, so that its values could be taken for those of the outer one.
  case nested(at: Int)

  static func mismatch(at offset: Int) -> XMLFault {
    .notWellFormed("an end tag that does not match its start tag", at: offset)
  }
}
