import GeofenceBase
import GeofenceBytes

package enum ColumnChoice: Hashable, Sendable {
  /// The names in the header by their meaning, `-` for none, and forms of values.
  case named([String: String], forms: [String: ColumnForm] = [:])
  /// The meaning of each column of a table without a header; `nil` for one that is ignored.
  case inOrder([String?])

  /// Reads `time=recorded_at:ms,latitude=Breite,position=place:longitude-first`, or
  /// `time,-,latitude`.
  package init?(parsing text: String, _ known: (String) -> String?) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    if parts.allSatisfy({ $0.count == 2 }) {
      var names: [String: String] = [:]
      var forms: [String: ColumnForm] = [:]
      for part in parts {
        guard let field = known(part[0]) else { return nil }
        var name = part[1][...]
        if let colon = name.lastIndex(of: ":"),
          let form = ColumnForm(word: name[name.index(after: colon)...], of: field)
        {
          (name, forms[field]) = (name[..<colon], form)
        }
        guard !name.isEmpty, names.updateValue(String(name), forKey: field) == nil else {
          return nil
        }
      }
      self = .named(names, forms: forms)
    } else {
      var fields: [String?] = []
      for part in parts {
        let field = known(part[0])
        guard part.count == 1, field != nil || part[0] == Self.none,
          field == nil || !fields.contains(field)
        else { return nil }
        fields.append(field)
      }
      self = .inOrder(fields)
    }
  }

  /// The user's word for no column.
  static let none = "-"

  package var text: String {
    switch self {
    case .named(let names, let forms):
      names.sorted { $0.key < $1.key }.map { field, name in
        "\(field)=\(name)" + (forms[field].map { ":\($0.word)" } ?? "")
      }.joined(separator: ",")
    case .inOrder(let fields): fields.map { $0 ?? Self.none }.joined(separator: ",")
    }
  }

  package var names: [String: String]? {
    if case .named(let names, _) = self { names } else { nil }
  }

  private func form<Form>(_ read: (ColumnForm) -> Form?) -> Form? {
    guard case .named(_, let forms) = self else { return nil }
    return forms.values.lazy.compactMap(read).first
  }

  var timeScale: TimeScale? { form { if case .scale(let scale) = $0 { scale } else { nil } } }

  var dateOrder: DateOrder? { form { if case .dates(let order) = $0 { order } else { nil } } }

  package var isLongitudeFirst: Bool { form { $0 == .longitudeFirst ? true : nil } ?? false }
}

package enum ColumnForm: Hashable, Sendable {
  case scale(TimeScale)
  case dates(DateOrder)
  case longitudeFirst

  /// Creates the form of a user's word: a unit, `apple`, `day-first`, `longitude-first`.
  fileprivate init?(word: Substring, of field: String) {
    let forms: [TrackColumn: [Self]] = [
      .time: Self.scales + DateOrder.allCases.map { .dates($0) },
      .date: DateOrder.allCases.map { .dates($0) }, .position: [.longitudeFirst],
    ]
    let unit = FieldUnit.ofTimes.first { $0.names.contains(String(word)) }
    let form = forms.first { $0.key.word == field }?.value.first {
      $0.word == unit?.names.first ?? String(word)
    }
    guard let form else { return nil }
    self = form
  }

  private static let scales: [Self] = [Timestamp(milliseconds: 0), .apple].flatMap { epoch in
    FieldUnit.ofTimes.map { .scale(TimeScale(unitsPerSecond: $0.count, epoch: epoch)) }
  }

  var word: String {
    switch self {
    case .scale(let scale):
      let unit = FieldUnit.ofTimes.first { $0.count == scale.unitsPerSecond }?.names.first ?? ""
      return scale.epoch != .apple ? unit : scale.unitsPerSecond == 1 ? "apple" : "apple-\(unit)"
    case .dates(let order): return order.rawValue
    case .longitudeFirst: return "longitude-first"
    }
  }
}

package struct ColumnSlots {
  let fields: [String]
  private let names: [[String]]
  private let units: [[FieldUnit]]
  private(set) var choice: ColumnChoice?
  /// The suffix of a column name that fills a slot for which there is no other column.
  let suffixes: [Int: String]
  /// The slot whose column may be found later: all columns are located if its own is missing.
  let sought: Int?
  /// The slots of which a header fills all of one list; lines before such a one are passed over.
  package let required: [[Int]]
  /// Names that mean a place only where nothing else does.
  let axes: Axes?

  /// Columns called `x` and `y`: a place, or two of a sensor's three axes.
  package struct Axes {
    let slots: [Int]
    /// The slots of other columns that hold a place.
    let others: [Int]
  }

  /// Creates the slots of a table of fields, whose hundred names are normalized once.
  package init(
    fields: [String], names: [[String]], units: [[FieldUnit]]? = nil, suffixes: [Int: String] = [:],
    sought: Int? = nil, required: [[Int]] = [], axes: Axes? = nil
  ) {
    self.fields = fields
    self.names = names.map { $0.map { ColumnName($0).text } }
    self.units = units ?? names.map { _ in [] }
    (self.suffixes, self.sought, self.required, self.axes) = (suffixes, sought, required, axes)
  }

  package func chosen(by choice: ColumnChoice?) -> Self {
    var slots = self
    slots.choice = choice
    return slots
  }

  var comparable: [[String]] {
    guard case .named(let chosen, _) = choice else { return names }
    return zip(fields, names).map { field, names in
      chosen[field].map { $0 == ColumnChoice.none ? [] : [ColumnName($0).text] } ?? names
    }
  }

  /// Returns a name's rank among a slot's, some of which may have a unit, if it is one.
  func rank(_ name: ColumnName, _ slot: Int, _ comparable: [[String]]) -> Int? {
    name.rank(among: comparable[slot], units[slot])?.rank
  }

  func match(_ name: ColumnName) -> (slot: Int, rank: Int)? {
    let comparable = comparable
    let ranks = fields.indices.map { rank(name, $0, comparable) }
    // A name as it stands goes before one with a unit at its end.
    let slot = fields.indices.min { ranks[$0] ?? .max < ranks[$1] ?? .max }
    return slot.flatMap { slot in ranks[slot].map { (slot, $0) } }
  }
}
