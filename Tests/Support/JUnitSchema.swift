import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A document that is checked against the schemas of JUnit XML.
///
/// It may contain what both Ant's `JUnit.xsd` and Jenkins' `junit-10.xsd` allow, and the `file` and
/// `line` of a test case, which GitHub's and GitLab's readers accept.
package struct JUnitSchema {
  package struct Element {
    package let name: String
    package let attributes: [String: String]
    package internal(set) var children: [Element] = []
    package internal(set) var text = ""

    /// Returns the descendants with a name, at any depth, and this element if it has that name.
    package func all(_ name: String) -> [Element] {
      (self.name == name ? [self] : []) + children.flatMap { $0.all(name) }
    }
  }

  package let root: Element
  /// The ways in which the document violates the schemas.
  package private(set) var violations: [String] = []

  /// Parses a document and checks it.
  ///
  /// - Throws: the parser's error if the document is not well-formed.
  package init(_ document: String) throws {
    let builder = Builder()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = builder
    guard parser.parse(), let root = builder.stack.first?.children.first else {
      throw parser.parserError ?? CocoaError(.propertyListReadCorrupt)
    }
    self.root = root
    if root.name != "testsuites" { violations.append("the root is \(root.name)") }
    check(root)
    for suite in root.all("testsuite") { count(suite) }
  }

  private struct Rule {
    /// The children in their order; a star means any number, and a question mark none or one.
    var children: [String] = []
    var required: [String: Kind] = [:]
    var optional: [String: Kind] = [:]
    var hasText = false
  }

  private enum Kind {
    case text, count, seconds, moment

    func allows(_ value: String) -> Bool {
      switch self {
      case .text: !value.isEmpty
      case .count: value.wholeMatch(of: /0|[1-9][0-9]*/) != nil
      case .seconds: value.wholeMatch(of: /[0-9]+(\.[0-9]{1,3})?/) != nil
      case .moment: value.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/) != nil
      }
    }
  }

  private static let problem = Rule(required: ["type": .text, "message": .text], hasText: true)
  private static let rules: [String: Rule] = [
    "testsuites": Rule(children: ["testsuite*"]),
    "testsuite": Rule(
      children: ["properties", "testcase*", "system-out", "system-err"],
      required: [
        "id": .count, "package": .text, "name": .text, "timestamp": .moment, "hostname": .text,
        "tests": .count, "failures": .count, "errors": .count, "time": .seconds,
      ]),
    "properties": Rule(),
    "testcase": Rule(
      children: ["error?", "failure?"],
      required: ["name": .text, "classname": .text, "file": .text, "time": .seconds],
      optional: ["line": .count]),
    "error": problem, "failure": problem,
    "system-out": Rule(hasText: true), "system-err": Rule(hasText: true),
  ]

  private mutating func check(_ element: Element) {
    guard let rule = Self.rules[element.name] else {
      violations.append("no element of JUnit: \(element.name)")
      return
    }
    for (name, kind) in rule.required.merging(rule.optional, uniquingKeysWith: { $1 }) {
      guard let value = element.attributes[name] else {
        if rule.optional[name] == nil { violations.append("\(element.name) without \(name)") }
        continue
      }
      if !kind.allows(value) { violations.append("\(element.name) with \(name) \(value)") }
    }
    for name in element.attributes.keys
    where rule.required[name] == nil && rule.optional[name] == nil {
      violations.append("\(element.name) with an attribute \(name)")
    }
    if !rule.hasText, element.text.contains(where: { !$0.isWhitespace }) {
      violations.append("\(element.name) with a text")
    }
    var rest = element.children.map(\.name)[...]
    for child in rule.children {
      let name = child.trimmingCharacters(in: ["*", "?"])
      let found = rest.prefix { $0 == name }
      let allowed = child.hasSuffix("*") ? 0...Int.max : child.hasSuffix("?") ? 0...1 : 1...1
      if !allowed.contains(found.count) {
        violations.append("\(element.name) with \(found.count) \(name)")
      }
      rest = rest.dropFirst(found.count)
    }
    if let first = rest.first { violations.append("\(first) has no place in \(element.name)") }
    for child in element.children { check(child) }
  }

  /// Compares the sums of a suite with its cases, whose names have to distinguish them.
  private mutating func count(_ suite: Element) {
    let cases = suite.all("testcase")
    let sums = [
      ("tests", cases.count), ("failures", suite.all("failure").count),
      ("errors", suite.all("error").count),
    ]
    for (name, sum) in sums where suite.attributes[name] != "\(sum)" {
      violations.append("\(name) is \(suite.attributes[name] ?? "-") instead of \(sum)")
    }
    let names = cases.map { [$0.attributes["classname"], $0.attributes["name"]] }
    if Set(names).count < names.count { violations.append("two cases of one name") }
  }

  private final class Builder: NSObject, XMLParserDelegate {
    var stack = [Element(name: "", attributes: [:])]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) { stack.append(Element(name: name, attributes: attributes)) }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      stack[stack.count - 1].text += string
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      let element = stack.removeLast()
      stack[stack.count - 1].children.append(element)
    }
  }
}
