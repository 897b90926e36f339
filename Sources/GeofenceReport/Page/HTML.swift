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

extension RegionLabel {
  /// The name as HTML, followed by the identifier where that is another.
  var html: String {
    HTML.name(short)
      + (name == nil ? "" : " <bdi class=\"identifier\">\(identifier.html)</bdi>")
  }
}
