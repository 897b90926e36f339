import GeofenceBytes

/// The YAML that Home Assistant shows and keeps, made JSON: mappings and lists in blocks, with a
/// value in a line each, and what is written as JSON between them.
///
/// Events copied below each other are several documents, each from the first key on. A `!secret NAME`
/// is the value that a `secrets.yaml` beside the file, or in a folder above it, has under the name.
package struct YAMLText {
  private struct Line {
    /// The number of blanks before it.
    var indent: Int
    var text: Substring
    let number: Int
  }

  private var lines: [Line] = []
  private var next = 0
  private let source: String
  /// The values under the names of secrets, as written; `nil` until the first is asked for.
  private var secrets: [String: Substring]?

  /// Returns JSON with a document a line; `nil` for a text that is no YAML.
  ///
  /// - Parameter source: the path of the file, near which its secrets are.
  package static func json(of bytes: [UInt8], from source: String) throws(Diagnosis) -> [UInt8]? {
    // A large table of regions is not searched for a line that it does not have.
    let head = Array(bytes.prefix(4096)).span.text.split(whereSeparator: { $0.isNewline })
    let first = head.first { line in line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false }
    guard let first, begins(Array(first.utf8).span) else { return nil }
    var reader = YAMLText(bytes.span.text, from: source)
    var documents = ""
    while reader.next < reader.lines.count {
      if reader.lines[reader.next].text.hasPrefix("---") {
        reader.next += 1
        continue
      }
      documents += try reader.block(at: reader.lines[reader.next].indent) + "\n"
    }
    return Array(documents.utf8)
  }

  /// Returns whether a line is the beginning of a document, or of a mapping or a list of mappings in
  /// it, and not the names of a table such as `Unnamed: 0,time,lat,lon`.
  static func begins(_ line: Span<UInt8>) -> Bool {
    let text = line.text
    if text.hasPrefix("---"), text.allSatisfy({ $0 == "-" || $0.isWhitespace }) { return true }
    guard let (key, rest) = key(of: text.drop { $0 == "-" || $0 == " " }),
      key.first?.isLetter == true,
      key.allSatisfy({ $0.isLetter || $0.isNumber || "_-. ".contains($0) })
    else { return false }
    return text.hasPrefix("-") || !areNames(rest)
  }

  /// Returns whether delimiters without a blank behind them part a text, which is no value in quotes
  /// or in the form of JSON.
  private static func areNames(_ text: Substring) -> Bool {
    guard let first = text.first, !"\"'{[#".contains(first) else { return false }
    let delimiters = zip(text.utf8, text.utf8.dropFirst()).count { byte, next in
      TableHeader.delimiters.contains(byte) && !ASCII.isBlank(next)
    }
    return delimiters > 1
  }

  private init(_ text: String, from source: String) {
    self.source = source
    for (number, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }
    )
    .enumerated() {
      let words = line.drop { $0 == " " }
      guard let first = words.first(where: { !$0.isWhitespace }), first != "#" else { continue }
      lines.append(
        Line(indent: line.count - words.count, text: words, number: number + 1))
    }
  }

  /// Returns the key before a colon and what follows it; `nil` where there is none.
  private static func key(of text: Substring) -> (key: String, rest: Substring)? {
    guard let first = text.first else { return nil }
    var (key, rest) = (text[..<text.startIndex], text)
    if first == "\"" || first == "'" {
      let inner = text.dropFirst()
      guard let end = inner.firstIndex(of: first) else { return nil }
      (key, rest) = (inner[..<end], inner[inner.index(after: end)...].drop { $0 == " " })
    } else {
      guard first.isLetter || first.isNumber || "_*.".contains(first),
        let colon = text.indices.first(where: {
          text[$0] == ":" && text[text.index(after: $0)...].first?.isWhitespace != false
        })
      else { return nil }
      (key, rest) = (text[..<colon], text[colon...])
    }
    guard rest.first == ":", rest.dropFirst().first?.isWhitespace != false else { return nil }
    return (String(key), rest.dropFirst().drop { $0.isWhitespace })
  }

  // MARK: blocks

  /// Reads the mapping, the list or the value whose lines begin at an indentation.
  private mutating func block(at indent: Int) throws(Diagnosis) -> String {
    let line = lines[next]
    if line.text == "-" || line.text.hasPrefix("- ") { return try list(at: indent) }
    guard Self.key(of: line.text) != nil else {
      next += 1
      return scalar(line.text)
    }
    return try mapping(at: indent)
  }

  private mutating func list(at indent: Int) throws(Diagnosis) -> String {
    var elements: [String] = []
    while next < lines.count, lines[next].indent == indent,
      lines[next].text == "-" || lines[next].text.hasPrefix("- ")
    {
      let rest = lines[next].text.dropFirst().drop { $0 == " " }
      if rest.isEmpty {
        next += 1
        elements.append(try inner(than: indent))
      } else {
        lines[next].indent += lines[next].text.count - rest.count
        lines[next].text = rest
        elements.append(try block(at: lines[next].indent))
      }
    }
    return "[\(elements.joined(separator: ","))]"
  }

  private mutating func mapping(at indent: Int) throws(Diagnosis) -> String {
    var members: [String] = []
    var keys: Set<String> = []
    while next < lines.count, lines[next].indent >= indent {
      let line = lines[next]
      guard line.indent == indent, let (key, rest) = Self.key(of: line.text) else {
        // What ends a document, or is a list beside its key, belongs to no member.
        if line.indent == indent { break }
        throw Diagnosis(
          "a line of YAML under no key: \(String(line.text).quotedExcerpt())",
          help: "indent it as the lines before", at: .line(line.number))
      }
      guard keys.insert(key).inserted else { break }
      next += 1
      let value =
        rest.isEmpty || rest.hasPrefix("#") ? try inner(than: indent) : try value(rest, indent)
      members.append("\(key.jsonText):\(value)")
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// Reads what follows a key without a value: a block that is indented more, or a list beside it.
  private mutating func inner(than indent: Int) throws(Diagnosis) -> String {
    guard next < lines.count else { return "null" }
    let line = lines[next]
    if line.indent == indent, line.text.hasPrefix("- ") { return try list(at: indent) }
    return line.indent > indent ? try block(at: line.indent) : "null"
  }

  private mutating func value(_ text: Substring, _ indent: Int) throws(Diagnosis) -> String {
    guard text.first == "|" || text.first == ">" else { return scalar(text) }
    var words: [Substring] = []
    while next < lines.count, lines[next].indent > indent {
      words.append(lines[next].text)
      next += 1
    }
    return words.joined(separator: "\n").jsonText
  }

  // MARK: values

  private mutating func scalar(_ written: Substring) -> String {
    var text = String(written)
    if text.hasPrefix("!secret "), let name = text.split(separator: " ").dropFirst().first {
      if secrets == nil { secrets = Self.secrets(near: source) }
      if let secret = secrets?[String(name)], !secret.hasPrefix("!secret") { return scalar(secret) }
    }
    if let quote = text.first, quote == "\"" || quote == "'",
      let end = text.dropFirst().lastIndex(of: quote)
    {
      let inner = String(text[text.index(after: text.startIndex)..<end])
      let words =
        quote == "'" ? inner.replacing("''", with: "'") : inner.replacing("\\\"", with: "\"")
      return words.jsonText
    }
    if let comment = text.firstRange(of: " #") { text = String(text[..<comment.lowerBound]) }
    text = Array(text.utf8).span.trimmedText
    if ["~", "null", "None"].contains(text) { return "null" }
    if let value = try? JSONDocument(Array(text.utf8), counting: { _ in false }).root {
      // A number, a flag, or JSON between braces.
      return value.text == nil ? text : text.jsonText
    }
    return text.jsonText
  }

  /// Returns the secrets of the folder of a file, then of those above it up to the one that has the
  /// configuration: the nearest has precedence.
  private static func secrets(near source: String) -> [String: Substring] {
    var secrets: [String: Substring] = [:]
    var folder = FilePath.parts(of: source).folder
    for _ in 0..<4 {
      if let file = try? ByteSource.contents(of: "\(folder)/secrets.yaml") {
        for line in YAMLText(file.bytes.span.text, from: source).lines {
          guard let (key, value) = key(of: line.text), secrets[key] == nil else { continue }
          secrets[key] = value
        }
      }
      if FilePath.exists("\(folder)/configuration.yaml") { break }
      folder += "/.."
    }
    return secrets
  }
}
