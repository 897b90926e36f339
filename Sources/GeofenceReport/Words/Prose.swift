import GeofenceBytes

/// A way to write sentences: as plain text or as HTML.
struct Prose {
  /// Returns text of the user's own, such as a message about a file.
  let text: (String) -> String
  /// Returns the name of a region, isolated from the direction of the text beside it.
  let name: (String) -> String
  /// Returns options as they are typed.
  let code: (String) -> String

  static var plain: Prose { Prose(text: { $0 }, name: { $0 }, code: { $0 }) }

  static var html: Prose {
    Prose(
      text: XMLText.escaped, name: { HTML.name($0) },
      code: { options in
        let words = options.split(separator: " ").map {
          "<span class=\"span\">\(XMLText.escaped(String($0)))</span>"
        }
        return "<code>\(words.joined(separator: " "))</code>"
      })
  }
}
