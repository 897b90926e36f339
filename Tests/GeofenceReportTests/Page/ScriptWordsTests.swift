import Testing

@testable import GeofenceReport

/// The scripts of the pages say nothing of their own: what they show are the words of the data, of the
/// engine and of the page.
struct ScriptWordsTests {
  /// The texts between quotation marks of a script, each with the code before it on its line; of a text
  /// with values the parts between these are one.
  private static func texts(in script: String) -> [(before: Substring, text: String)] {
    var texts: [(before: Substring, text: String)] = []
    for line in script.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//")
    {
      var (open, text, depth, start): (Character?, String, Int, String.Index) = (
        nil, "", 0, line.startIndex
      )
      var outer: [(Character, String, String.Index)] = []
      var before: Character?
      for index in line.indices {
        let character = line[index]
        defer { before = character }
        switch open {
        case nil where "\"`".contains(character):
          (open, text, start) = (character, "", index)
        case nil where character == "}" && depth > 0 && !outer.isEmpty:
          depth -= 1
          if let last = outer.popLast() { (open, text, start) = last }
        case .some(let mark) where character == mark && before != "\\":
          texts.append((line[..<start], text))
          open = nil
        case "`" where character == "{" && before == "$":
          outer.append(("`", String(text.dropLast()) + "\u{0}", start))
          depth += 1
          open = nil
        case .some: text.append(character)
        case nil: break
        }
      }
    }
    return texts
  }

  /// Texts that nobody reads: styles, and what is looked for in the page.
  private static func isCode(_ before: Substring, _ text: String) -> Bool {
    let calls = ["querySelector(", "querySelectorAll(", "closest(", "matches(", "matchMedia("]
    let styles = ["sans-serif", "px", "%)", "gradient(", "use strict", "/.test("]
    return calls.contains(where: before.hasSuffix) || styles.contains(where: text.contains)
      || text.hasPrefix("<") || text.hasPrefix("switch \u{0}")
  }

  @Test(arguments: [Resource.script, Resource.playgroundScript])
  func `no sentence and no label is made in a script`(_ script: String) {
    let texts = Self.texts(in: script)
    #expect(texts.count > 20)
    let said = texts.filter { before, text in
      if Self.isCode(before, text) { return false }
      let isShown = ["textContent = ", "append(", "replaceChildren("].contains(
        where: before.hasSuffix)
      return text.contains(
        isShown ? #/[A-Za-z]{2}/# : #/[A-Za-z]{2,}[^A-Za-z0-9]* |[ \u{0}][A-Za-z]{2,}/#)
    }
    #expect(said.map(\.text) == [])
  }

  @Test func `a label in a script is found`() {
    let found = { Self.texts(in: $0).map(\.text) }
    #expect(
      found("a(`${n} region${n > 1 ? \"s\" : \"\"}`, \"to the end\")") == [
        "s", "", "\u{0} region\u{0}", "to the end",
      ])
  }
}
