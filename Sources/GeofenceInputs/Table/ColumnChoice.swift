import GeofenceBytes

/// The meaning that a user gives to a table's columns, if its header has no known names.
package enum ColumnChoice: Hashable, Sendable {
  /// The names in the header, by their meaning.
  ///
  /// The scale is that of times that are numbers.
  case named([String: String], times: TimeScale? = nil)
  /// The meaning of each column of a table without a header; `nil` for one that is ignored.
  case inOrder([String?])

  /// Reads `time=recorded_at,latitude=Breite`, or `time,-,latitude,longitude`.
  ///
  /// Behind the name of a time may stand the unit or the beginning of its numbers: `time=t:ms`,
  /// `time=t:apple`.
  ///
  /// - Parameter known: Returns the meaning of a name, or `nil` if it has none.
  package init?(parsing text: String, _ known: (String) -> String?) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    if parts.allSatisfy({ $0.count == 2 }) {
      var names: [String: String] = [:]
      var times: TimeScale?
      for part in parts {
        guard let field = known(part[0]) else { return nil }
        var name = part[1][...]
        if field == TrackColumn.time.word, let colon = name.lastIndex(of: ":"),
          let scale = TimeScale(word: name[name.index(after: colon)...])
        {
          (name, times) = (name[..<colon], scale)
        }
        guard !name.isEmpty, names.updateValue(String(name), forKey: field) == nil else {
          return nil
        }
      }
      self = .named(names, times: times)
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

  /// The choice as a user may write it, the names in the order of their meanings.
  package var text: String {
    switch self {
    case .named(let names, let times):
      names.sorted { $0.key < $1.key }.map { field, name in
        let word = field == TrackColumn.time.word ? times?.word : nil
        return "\(field)=\(name)" + (word.map { ":\($0)" } ?? "")
      }.joined(separator: ",")
    case .inOrder(let fields): fields.map { $0 ?? "-" }.joined(separator: ",")
    }
  }
}

extension TimeScale {
  /// Creates the scale that a user's word means: a unit, or `apple`.
  fileprivate init?(word: Substring) {
    if word == "apple" {
      self = .apple
    } else if let unit = FieldUnit.ofTimes.first(where: { $0.names.contains(String(word)) }) {
      self.init(unitsPerSecond: unit.count)
    } else {
      return nil
    }
  }
}

extension TimeScale {
  /// The word from which a user's choice makes this scale.
  fileprivate var word: String? {
    if self == .apple { return "apple" }
    return FieldUnit.ofTimes.first { TimeScale(unitsPerSecond: $0.count) == self }?.names.first
  }
}

extension ColumnChoice {
  /// The scale that the user gives to times that are numbers.
  var timeScale: TimeScale? {
    if case .named(_, let times) = self { times } else { nil }
  }
}

/// The columns that a reader of tables asks for.
struct ColumnSlots {
  /// The meaning of each slot, such as `latitude`.
  let fields: [String]
  /// The names that a column of each slot may have, in the form in which they are compared, the most
  /// preferred first.
  private let names: [[String]]
  /// The meaning that the user gives to the columns.
  private(set) var choice: ColumnChoice?
  /// The suffix of a column name that fills a slot for which there is no other column.
  let suffixes: [Int: String]
  /// The slot whose column may be found later: all columns are located if its own is missing.
  let sought: Int?
  /// The slots of which a header fills all of one list; lines before such a one are passed over.
  let required: [[Int]]
  /// Names that mean a place only where nothing else does.
  let axes: Axes?

  /// Columns called `x` and `y`: a place, or two of a sensor's three axes.
  struct Axes {
    /// Those of the place.
    let slots: [Int]
    /// Those that tell of a place, too.
    let others: [Int]
  }

  /// Creates the slots of a table of fields, which are the same for all files: some hundred names
  /// are brought into the form in which they are compared.
  ///
  /// - Parameter names: The names that a column of each slot may have, as people write them.
  init(
    fields: [String], names: [[String]], suffixes: [Int: String] = [:], sought: Int? = nil,
    required: [[Int]] = [], axes: Axes? = nil
  ) {
    self.fields = fields
    self.names = names.map { $0.map { ColumnName($0).text } }
    (self.suffixes, self.sought, self.required, self.axes) = (suffixes, sought, required, axes)
  }

  /// Returns these slots with the meaning that a user gives to the columns.
  func chosen(by choice: ColumnChoice?) -> Self {
    var slots = self
    slots.choice = choice
    return slots
  }

  /// The accepted names of each slot, in the form in which they are compared.
  var comparable: [[String]] {
    guard case .named(let chosen, _) = choice else { return names }
    return zip(fields, names).map { field, names in
      chosen[field].map { [ColumnName($0).text] } ?? names
    }
  }
}
