import GeofenceBytes

/// A reader of the tool's options from a JSON object, whose keys are the options' names.
///
///     {"reselect-on": ["significant", "event"], "min-radius": 150, "positioning": "phone"}
package enum SettingsReader {
  /// An option of the object.
  package struct Entry: Sendable {
    /// The name of the option, without dashes.
    package let name: String
    package let value: Value
  }

  /// The value under a key.
  package enum Value: Hashable, Sendable {
    /// The value `null`, which stands for the option's default.
    case none
    case toggle(Bool)
    /// The texts of a text or a number, or of a list of them.
    case texts([String])
  }

  /// Reads the options of a file.
  ///
  /// - Parameter path: A file, or `-` for standard input.
  /// - Returns: The options in the order of their names.
  /// - Throws: An error that names the file and the place, with a hint.
  package static func read(path: String) throws(InputError) -> [Entry] {
    let (bytes, source) = try JSONMistake.contents(of: path)
    do {
      return try JSONText.decoded(Document.self, bytes).entries
    } catch {
      throw InputError(
        decoding: error, source: source,
        example:
          "write an object of options, such as {\"reselect-on\": [\"significant\", \"event\"]}")
    }
  }

  private struct Document: Decodable {
    let entries: [Entry]

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: RegionJSON.Key.self)
      entries = try object.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
        guard let value = try? object.decode(Parsed.self, forKey: key).value else {
          throw Diagnosis(
            "no value of an option",
            help: "write a text, a number, true, false, or a list of texts",
            at: .path(key.stringValue))
        }
        return Entry(name: key.stringValue, value: value)
      }
    }
  }

  private struct Parsed: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
      if var list = try? decoder.unkeyedContainer() {
        var texts: [String] = []
        while !list.isAtEnd { texts.append(try list.decode(Scalar.self).text) }
        value = .texts(texts)
        return
      }
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        value = .none
      } else if let isOn = try? single.decode(Bool.self) {
        value = .toggle(isOn)
      } else {
        value = .texts([try single.decode(Scalar.self).text])
      }
    }
  }

  private struct Scalar: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let single = try decoder.singleValueContainer()
      if let text = try? single.decode(String.self) {
        self.text = text
      } else if let number = try? single.decode(UInt64.self) {
        text = "\(number)"
      } else {
        text = "\(try single.decode(Double.self))"
      }
    }
  }
}
