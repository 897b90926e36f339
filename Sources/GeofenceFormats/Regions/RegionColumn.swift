/// What a file says of a region, with the names that tables and JSON have for it, first the most
/// preferred.
enum RegionColumn: Int, CaseIterable {
  case identifier, otherIdentifier, name, title, description
  case latitude, longitude, radius, notifyOnEntry, notifyOnExit

  var names: [String] {
    switch self {
    case .identifier: ["identifier", "id"]
    // Whatever ends in `_id`.
    case .otherIdentifier: []
    case .name: ["name", "stop_name"]
    case .title: ["title"]
    case .description: ["desc"]
    case .latitude: TrackColumn.latitude.names
    case .longitude: TrackColumn.longitude.names
    case .radius: ["radius", "rad", "r", "radius_m", "radius_km"]
    case .notifyOnEntry: ["notifyonentry"]
    case .notifyOnExit: ["notifyonexit"]
    }
  }

  /// The names for a message: those of single programs are left out.
  var usualNames: [String] {
    switch self {
    case .identifier: ["identifier", "id", "name", "title", "desc"]
    case .latitude: TrackColumn.latitude.usualNames
    case .longitude: TrackColumn.longitude.usualNames
    default: names
    }
  }

  /// What can identify a region, the most preferred first.
  static let labels: [RegionColumn] = [.identifier, .otherIdentifier, .name, .title, .description]

  /// What an identifier of another name ends with.
  static let suffix = "_id"

  /// The column that a key or a header means.
  init?(_ written: String) {
    guard let meaning = Meaning(written) else { return nil }
    self = meaning.column
  }

  /// A column as one of its names means it.
  struct Meaning {
    let column: RegionColumn
    /// How many names of the column are preferred.
    let rank: Int
    /// What a value has to be multiplied by.
    let factor: Double

    /// By the names as they are compared: a file may have a hundred thousand objects with five keys.
    private static let known = Dictionary(
      RegionColumn.allCases.flatMap { column in
        column.names.enumerated().map { rank, name in
          (
            ColumnName(name).text,
            Meaning(column: column, rank: rank, factor: column.factor(name))
          )
        }
      }, uniquingKeysWith: { first, _ in first })

    private init(column: RegionColumn, rank: Int, factor: Double) {
      self.column = column
      self.rank = rank
      self.factor = factor
    }

    init?(_ written: String) {
      // Most are written as they are compared.
      if let known = Self.known[written] {
        self = known
      } else if let known = Self.known[ColumnName(written).text] {
        self.init(column: known.column, rank: known.rank, factor: known.column.factor(written))
      } else if written.lowercased().hasSuffix(RegionColumn.suffix) {
        self.init(column: .otherIdentifier, rank: 0, factor: 1)
      } else {
        return nil
      }
    }
  }

  /// What a value under a name has to be multiplied by.
  func factor(_ written: String) -> Double {
    switch self {
    case .latitude: 1 / TrackColumn.latitude.divisor(ColumnName(written))
    case .longitude: 1 / TrackColumn.longitude.divisor(ColumnName(written))
    case .radius:
      ColumnName(written).text == "radiuskm" || ColumnName(written).note == "km" ? 1000 : 1
    default: 1
    }
  }

  var slot: Int { rawValue }

  /// What a user calls it.
  var word: String { "\(self)" }

  /// The columns of a table.
  static func slots(_ choice: ColumnChoice?) -> ColumnSlots {
    ColumnSlots(
      fields: allCases.map(\.word), names: allCases.map(\.names), choice: choice,
      suffixes: [RegionColumn.otherIdentifier.slot: suffix],
      axes: ColumnSlots.Axes(slots: [latitude.slot, longitude.slot], others: []))
  }
}

extension ColumnChoice {
  /// What the columns of regions may mean.
  public static let ofRegions = RegionColumn.allCases.filter { $0 != .otherIdentifier }.map(\.word)

  /// Reads what a user says of the columns of regions; see `init(parsing:_:)`.
  public init?(ofRegions text: String) {
    self.init(parsing: text) { word in
      RegionColumn.allCases.first { $0.word.lowercased() == word.lowercased() }?.word
        ?? RegionColumn(word)?.word
    }
  }
}

extension LengthUnit {
  /// Reads `150`, `150m`, `0.15 km`, `500 ft` or `1 mi`.
  ///
  /// - Returns: metres; `nil` for what is no finite number.
  static func length(_ text: Span<UInt8>, factor: Double = 1, comma: Bool = false) -> Double? {
    if let number = Double(decimal: text, comma: comma) {
      return number.isFinite ? number * factor : nil
    }
    let written = text.text.lowercased()
    let inner = Array(written.utf8)
    let trimmed = inner.span.trimmedText
    // Kilometres end in an m, too.
    guard let unit = allCases.last(where: { trimmed.hasSuffix($0.rawValue) }) else { return nil }
    let number = Array(trimmed.dropLast(unit.rawValue.count).utf8)
    guard let count = Double(decimal: number.span, comma: comma), count.isFinite else { return nil }
    return count * unit.inMetres
  }
}
