/// What the columns of a table mean, where its header does not say it in known names.
public enum ColumnChoice: Hashable, Sendable {
  /// The header's names, by what they mean.
  case named([String: String])
  /// What the columns of a table without header mean; `nil` for one that is passed over.
  case inOrder([String?])

  /// Reads `time=recorded_at,latitude=Breite`, or `time,-,latitude,longitude`.
  ///
  /// - Parameter known: gives what a name means; `nil` for one that means nothing.
  public init?(parsing text: String, _ known: (String) -> String?) {
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

/// The columns that a reader of tables wants.
struct ColumnSlots {
  /// What each of them means, such as `latitude`.
  let fields: [String]
  /// The names that each may bear, the most preferred first.
  let names: [[String]]
  /// What the user says of this table.
  var choice: ColumnChoice?
  /// What the name of a column ends with that fills a slot which has no other.
  var suffixes: [Int: String] = [:]
  /// If this one is missing, all columns of a row are located, for another to be found.
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

  /// The names as they are compared.
  var comparable: [[String]] {
    zip(fields, names).map { field, names in
      if case .named(let chosen) = choice, let name = chosen[field] {
        return [ColumnName(name).text]
      }
      return names.map { ColumnName($0).text }
    }
  }
}
