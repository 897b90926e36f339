/// The meaning that a user gives to a table's columns, if its header has no known names.
package enum ColumnChoice: Hashable, Sendable {
  /// The names in the header, by their meaning.
  case named([String: String])
  /// The meaning of each column of a table without a header; `nil` for one that is ignored.
  case inOrder([String?])

  /// Reads `time=recorded_at,latitude=Breite`, or `time,-,latitude,longitude`.
  ///
  /// - Parameter known: Returns the meaning of a name, or `nil` if it has none.
  package init?(parsing text: String, _ known: (String) -> String?) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    if parts.allSatisfy({ $0.count == 2 }) {
      var names: [String: String] = [:]
      for part in parts {
        guard let field = known(part[0]), !part[1].isEmpty,
          names.updateValue(part[1], forKey: field) == nil
        else { return nil }
      }
      self = .named(names)
    } else {
      var fields: [String?] = []
      for part in parts {
        let field = known(part[0])
        guard part.count == 1, field != nil || part[0] == "-",
          field == nil || !fields.contains(field)
        else { return nil }
        fields.append(field)
      }
      self = .inOrder(fields)
    }
  }
}

/// The columns that a reader of tables asks for.
struct ColumnSlots {
  /// The meaning of each slot, such as `latitude`.
  let fields: [String]
  /// The names that a column of each slot may have, the most preferred first.
  let names: [[String]]
  /// The meaning that the user gives to the columns.
  var choice: ColumnChoice?
  /// The suffix of a column name that fills a slot for which there is no other column.
  var suffixes: [Int: String] = [:]
  /// The slot whose column may be found later: all columns are located if its own is missing.
  var sought: Int?
  /// The slots of which a header fills all of one list; lines before such a one are passed over.
  var required: [[Int]] = []
  /// Names that mean a place only where nothing else does.
  var axes: Axes?

  /// Columns called `x` and `y`: a place, or two of a sensor's three axes.
  struct Axes {
    /// Those of the place.
    let slots: [Int]
    /// Those that tell of a place, too.
    let others: [Int]
  }

  /// The accepted names of each slot, in the form in which they are compared.
  var comparable: [[String]] {
    zip(fields, names).map { field, names in
      if case .named(let chosen) = choice, let name = chosen[field] {
        return [ColumnName(name).text]
      }
      return names.map { ColumnName($0).text }
    }
  }
}
