/// The declaration that an XML document may begin with: `<?xml version="1.0" encoding="UTF-8"?>`.
struct XMLDeclaration {
  private(set) var encoding: String?
  /// Whether there is nothing outside of the document that it needs.
  private(set) var isStandalone = false
  /// In bytes; 0 where a document has none.
  private(set) var length = 0

  /// Reads the declaration at a document's beginning.
  init(_ source: borrowing ByteSource) throws(XMLFault) {
    let bytes = source.buffer.span.extracting(source.window())
    var cursor = XMLCursor(offset: 0)
    for byte in "<?xml".utf8 {
      guard try cursor.next(bytes) == byte else { return }
      cursor.offset += 1
    }
    guard try XMLCharacters.isBlank(cursor.next(bytes)) else { return }
    cursor.offset = 1
    var tag = try cursor.startTag(bytes)
    var (names, values) = ([String](), [String: String]())
    while let attribute = try cursor.attribute(of: &tag, bytes, endMark: ASCII.questionMark) {
      let name = bytes.extracting(attribute.name.range).text
      names.append(name)
      values[name] = bytes.extracting(attribute.value).text
    }
    let rules = [
      ("version", /1\.[0-9]+/), ("encoding", /[A-Za-z][A-Za-z0-9._-]*/), ("standalone", /yes|no/),
    ]
    guard tag.isEnd, names.first == "version", names == rules.map(\.0).filter(names.contains),
      rules.allSatisfy({ name, rule in values[name].map { $0.wholeMatch(of: rule) != nil } ?? true }
      )
    else { throw .notWellFormed("a declaration that is wrong", at: 0) }
    (encoding, isStandalone) = (values["encoding"], values["standalone"] == "yes")
    length = cursor.offset
  }

  /// The encoding to turn into UTF-8 from; `nil` where there is nothing to be done.
  ///
  /// - Parameter shown: the encoding that the document's first bytes show.
  func encoding(shown: TextEncoding?) throws(XMLFault) -> TextEncoding? {
    guard let name = encoding else { return nil }
    let isBigEndian = shown == .utf16(isBigEndian: true)
    switch (TextEncoding(name: name, isBigEndian: isBigEndian), shown) {
    case (nil, _): throw .encoding(name, "is not one that is read")
    case (.codePage(let characters), nil): return .codePage(characters)
    // A byte order mark is believed more than a name.
    case (.codePage, .utf8), (.utf8, nil): return nil
    case (let named, _) where named == shown: return nil
    default: throw .encoding(name, "is not the one that it has")
    }
  }
}
