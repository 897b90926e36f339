import GeofenceBytes

/// A reader of the tool's options from a JSON object, whose keys are the options' names.
package enum SettingsReader {
  package struct Entry: Sendable {
    package let name: String
    package let value: Value
    /// The value as the file has it.
    package let text: String
  }

  package enum Value: Hashable, Sendable {
    case none
    case toggle(Bool)
    case texts([String])
  }

  package static func read(path: String) throws(InputError) -> [Entry] {
    try JSONDocument.read(
      path: path,
      example: "write an object of options, such as {\"reselect-on\": [\"significant\", \"event\"]}"
    ) { (root, _) throws(Diagnosis) in
      var entries: [Entry] = []
      let members = try root.requireObject().members.sorted { $0.key < $1.key }
      // Only a key that is ignored may be there twice.
      for (key, value) in members where key != entries.last?.name {
        guard let known = Value(value) else {
          throw Diagnosis(
            "no value of an option",
            help: "write a text, a number, true, false, or a list of texts", at: .path(key))
        }
        entries.append(Entry(name: key, value: known, text: value.source))
      }
      return entries
    }
  }
}

extension SettingsReader.Value {
  /// Creates the value of an option; `nil` for an object, and for a list of other values.
  fileprivate init?(_ value: JSONElement) {
    if value.isNull {
      self = .none
    } else if let isOn = value.boolean {
      self = .toggle(isOn)
    } else if let texts = value.list.map({ $0.all(Self.text) }) ?? Self.text(value).map({ [$0] }) {
      self = .texts(texts)
    } else {
      return nil
    }
  }

  /// Returns a text, or a number as the command line has it: a whole one without a fraction.
  private static func text(_ value: JSONElement) -> String? {
    if let text = value.text { return text }
    guard let number = value.number, let digits = value.digits else { return nil }
    if let whole = UInt64(digits) { return "\(whole)" }
    let whole = number <= 0x1p53 ? UInt64(exactly: number) : nil
    return whole.map { "\($0)" } ?? "\(number)"
  }
}
