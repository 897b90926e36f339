/// JSON that is written without a value for each part, which Embedded Swift has no type for.
package enum EngineJSON {
  package static func list(_ elements: some Sequence<String>) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  package static func list(_ numbers: some Sequence<some BinaryInteger>) -> String {
    list(numbers.map { String($0) })
  }

  package static func list(_ numbers: some Sequence<Double>) -> String {
    list(numbers.map { $0.isFinite ? "\($0)" : "null" })
  }

  /// Returns an object; a member without a value is left out.
  package static func object(_ members: [(name: String, value: String?)]) -> String {
    let members = members.compactMap { member in
      member.value.map { "\"\(member.name)\":\($0)" }
    }
    return "{" + members.joined(separator: ",") + "}"
  }
}
