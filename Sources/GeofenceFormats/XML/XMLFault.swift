/// Why an XML document cannot be read on; offsets are those of the piece that is scanned.
enum XMLFault: Error {
  /// It ends, or goes on in bytes that have not come yet.
  case breakOff
  case notWellFormed(StaticString, at: Int)
  /// It has declarations of its own, which could make it anything.
  case declarations(at: Int)
  /// A record within a record: what is in it could be taken for the outer one's.
  case nested(at: Int)

  static func mismatch(at offset: Int) -> XMLFault {
    .notWellFormed("an end tag that does not match its start tag", at: offset)
  }
}
