import GeofenceBytes
import TestSupport
import Testing

@testable import GeofenceTracks

@Suite struct `A JSON document` {
  private static func root(_ text: String) throws -> JSONElement {
    try JSONDocument(Array(text.utf8)).root
  }

  @Test func `is a tree of its values, which know their paths`() throws {
    let root = try Self.root(#"{"a": [1, {"b\u0062": "x\n"}, [true, null]], "c": {}}"#)
    let object = try root.requireObject()
    let list = try #require(object["a"]?.list)
    #expect(list.map(\.path) == ["a[0]", "a[1]", "a[2]"])
    let inner = try #require(list.map(\.self)[1].object)
    #expect(inner["bb"]?.text == "x\n")
    #expect(inner["bb"]?.path == "a[1].bb")
    #expect(inner["c"] == nil)
    let last = try #require(list.map(\.self)[2].list).map(\.self)
    #expect(last.map(\.boolean) == [true, nil])
    #expect(last[1].isNull)
    #expect(last[1].path == "a[2][1]")
    #expect(object["c"]?.object?.members.map(\.key) == [])
    #expect(object.members.map(\.key) == ["a", "c"])
  }

  @Test(
    arguments: [
      ("5", 5.0), ("-0.5e1", -5), ("0.25", 0.25), ("1e400", nil), ("01", nil), ("1.", nil),
      ("-.5", nil), ("\"5\"", nil),
    ] as [(String, Double?)])
  func `has the numbers that JSON has`(text: String, number: Double?) throws {
    #expect(try Self.root(text).number == number)
    #expect(try Self.root("[\(text)]").numbers == number.map { [$0] })
  }

  /// Returns a value with all that it contains, each with its path from there.
  private static func described(_ value: JSONElement) -> [String] {
    func described(_ inner: JSONElement) -> [String] {
      #expect(inner.path.hasPrefix(value.path))
      let path = inner.path.dropFirst(value.path.count).drop { $0 == "." }
      let children = inner.list.map { $0.map(\.self) } ?? inner.object?.members.map(\.value) ?? []
      return [
        "\(path) \(inner.text ?? "") \(inner.digits ?? "") \(String(describing: inner.boolean))"
          + " \(inner.isNull) \(inner.object == nil) \(inner.object?["k3"] == nil)"
      ] + children.flatMap(described)
    }
    return described(value)
  }

  @Test func `reads the values of a list one by one as documents of their own`() throws {
    var generator = SeededGenerator(seed: 8)
    func value(_ depth: Int) -> String {
      let blank = ["", " ", "\n\t"].randomElement(using: &generator) ?? ""
      func values(_ one: () -> String) -> String {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in one() }
          .joined(separator: "\(blank),\(blank)")
      }
      switch Int.random(in: 0..<(depth > 3 ? 5 : 9), using: &generator) {
      case 0: return "null"
      case 1: return "true"
      case 2: return "-12.5e1"
      case 3: return #""a\u00e9]\"}""#
      case 4: return "\"\\ud800\""
      case 5, 6: return "[\(blank)\(values { value(depth + 1) })]"
      default:
        var number = Int.random(in: 0..<20, using: &generator)
        let members = values {
          number += 1
          let key = number == 9 ? "\\ud800" : number == 10 ? "list" : "k\(number)"
          return "\"\(key)\":\(blank)\(value(depth + 1))"
        }
        return "{\(blank)\(members)\(blank)}"
      }
    }
    for round in 0..<600 {
      let elements = (0..<(round % 5)).map { _ in value(0) }
      let list = "[\(elements.joined(separator: " , "))]"
      let expected = try elements.map { Self.described(try Self.root($0)) }
      for text in [list, "{\"x\": [0], \"list\": \(list), \"y\": {}}"] {
        let root = try Self.root(text)
        let found = try root.list ?? root.requireObject().require("list").requireList()
        #expect(found.map { Self.described($0) } == expected, "\(text)")
        let prefix = root.list == nil ? "list" : ""
        #expect(found.map(\.path) == elements.indices.map { "\(prefix)[\($0)]" })
      }
    }
  }

  /// Names are shown and compared, and so not repaired.
  @Test(
    arguments: [
      (#""\ud83d\ude00""#, "😀"), (#""\ud83d""#, nil), (#""\q""#, nil), (#""\u+041""#, nil),
    ] as [(String, String?)])
  func `has no text where an escape is no character`(text: String, value: String?) throws {
    #expect(try Self.root(text).text == value)
  }

  @Test(arguments: ["+5", ".5", "[1,\u{B}2]", "\u{1E}[]"])
  func `is none where only other readers go on`(text: String) {
    #expect(throws: JSONElement.misfit) { try Self.root(text) }
  }

  @Test(arguments: [#"{"\do": 1}"#, #"{"\ud800": 1}"#])
  func `has no object where a key is no text`(text: String) throws {
    let list = try Self.root("[\(text), {}]").requireList().map(\.self)
    #expect(list.map { $0.object == nil } == [true, false])
    #expect(throws: JSONElement.misfit) { try list[0].requireObject() }
  }

  @Test(arguments: [
    (#"{"a": 1, "b": {"a": 2}, "a": 3}"#, 1, 25), (#"{"a": 1, "a": 3, "b": [{}]}"#, 1, 10),
    ("[1,\n 2", 2, 3), (#"{"a" 1}"#, 1, 6),
  ])
  func `names the place of a mistake`(text: String, line: Int, column: Int) {
    #expect {
      try Self.root(text)
    } throws: { error in
      (error as? Diagnosis)?.place == .line(line, column: column)
    }
  }

  @Test func `may have a key twice that is ignored`() throws {
    let root = try Self.root(#"{"//": 1, "a": 2, "//": 3}"#)
    #expect(try root.requireObject()["//"]?.number == 1)
  }
}
