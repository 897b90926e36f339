extension String {
  /// The text as one word of a shell command, with quotation marks only if it needs them.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || "./_-=".utf8.contains(byte)
    }
    return isPlain ? self : shellQuoted
  }

  package var shellQuoted: String { "'\(replacing("'", with: "'\\''"))'" }
}
