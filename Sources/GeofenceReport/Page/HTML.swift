import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// Elements of a page as text.
enum HTML {
  /// Returns a table whose rows begin with their heading; on a narrow screen each other cell bears
  /// the title of its column.
  static func table(_ titles: [String], _ rows: [[String]], style: String? = nil) -> String {
    let rows = rows.map { row in
      let cells = zip(titles, row).dropFirst().map { title, cell in
        "<td data-title=\"\(title.html)\">\(cell)</td>"
      }
      return "<tr><th scope=\"row\">\(row[0])</th>\(cells.joined())</tr>"
    }
    let heads = titles.map { "<th scope=\"col\">\($0.html)</th>" }.joined()
    return """
      <table\(style.map { " class=\"\($0)\"" } ?? "")>
      <thead><tr>\(heads)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }

  static func list(_ items: some Sequence<String>) -> String {
    "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
  }

  /// Returns terms with their definitions.
  static func terms(_ terms: some Sequence<(String, String)>) -> String {
    terms.map { "<dt>\($0.html)</dt> <dd>\($1.html)</dd>" }.joined(separator: "\n")
  }

  /// Returns a name, isolated from the direction of the text beside it.
  static func name(_ name: String) -> String { "<bdi>\(name.html)</bdi>" }
}

extension String {
  /// This text between tags or quotes.
  var html: String { XMLText.escaped(self) }

  fileprivate var percentEncoded: String {
    utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(UnicodeScalar(byte))
      case _ where "-_.~".utf8.contains(byte): String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

extension RegionLabel {
  /// The name as HTML, followed by the identifier where that is another.
  var html: String {
    HTML.name(short)
      + (name == nil ? "" : " <bdi class=\"identifier\">\(identifier.html)</bdi>")
  }
}

/// The addresses of moments and regions within a page.
enum PageLink {
  static func moment(
    _ time: Timestamp, region: String? = nil, device: String? = nil, strategy: String? = nil
  ) -> String {
    let parts = [("region", region), ("device", device), ("strategy", strategy)]
    return "#t=\(time.rfc3339)"
      + parts.map { key, value in value.map { "&amp;\(key)=\($0.percentEncoded)" } ?? "" }.joined()
  }

  static func region(_ identifier: String) -> String { "#region=\(identifier.percentEncoded)" }

  /// Returns the address of changes under "What if", which are given as JSON.
  static func changes(_ json: String) -> String { "#try=\(json.percentEncoded)" }

  /// Returns the address of a file by its path from the folder of a page.
  static func path(_ path: String) -> String {
    path.split(separator: "/").map { String($0).percentEncoded }.joined(separator: "/")
  }
}
