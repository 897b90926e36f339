import GeofenceCore

/// The choices of a strategy that an audit varies, as columns.
package struct AuditColumn: Sendable {
  package let title: String
  package let value: @Sendable (AuditStrategy) -> String
  /// A Boolean value that indicates whether it says nothing where it is as it is by default.
  let isOptional: Bool

  init(
    _ title: String, isOptional: Bool = false,
    _ value: @escaping @Sendable (AuditStrategy) -> String
  ) {
    self.title = title
    self.isOptional = isOptional
    self.value = value
  }

  package static let all: [AuditColumn] = [
    AuditColumn("api") { $0.settings.api.rawValue },
    AuditColumn("rank") { $0.settings.ranking.rawValue },
    AuditColumn("reselect-on") { $0.settings.triggers.optionNames.joined(separator: ",") },
    AuditColumn("limit") { "\($0.settings.limit)" },
    AuditColumn("renew") { $0.settings.renewal.rawValue },
    AuditColumn("dwell") { $0.settings.crossing.dwell.text },
    AuditColumn("cushion") { "\($0.settings.crossing.cushion.plain) m" },
    AuditColumn("cushion-in", isOptional: true) {
      "\($0.settings.crossing.inwardCushion.plain) m"
    },
    AuditColumn("min-radius", isOptional: true) { "\($0.minimumRadius.plain) m" },
  ]

  /// Returns whether `strategies` differ in it.
  func varies(among strategies: [AuditStrategy]) -> Bool {
    Set(strategies.map(value)).count > 1
  }

  /// Returns a line with the choices that strategies have in common.
  static func common(_ strategies: [AuditStrategy]) -> String {
    guard let first = strategies.first else { return "" }
    let columns = all.filter { column in
      !column.varies(among: strategies) && !(column.isOptional && column.value(first) == "0 m")
    }
    // An interface is known by its name alone.
    let interface = columns.filter { $0.title == "api" }.map { $0.value(first) }
    return (strategies.count > 1 ? "in common: " : "strategy: ")
      + (columns.filter { $0.title != "api" }.map { "\($0.title) \($0.value(first))" } + interface)
      .joined(separator: ", ")
  }

  /// Returns the options that tell a strategy from the others.
  package static func options(
    of strategy: AuditStrategy, among all: [AuditStrategy]
  ) -> String {
    Self.all.filter { $0.varies(among: all) }
      .map { "--\($0.title) \($0.value(strategy).prefix { $0 != " " })" }
      .joined(separator: " ")
  }
}

/// Strategies that differ in nothing but the choices listed: every combination of these is one.
struct StrategyBlock {
  /// The values in the order of the columns.
  private(set) var values: [[String]]

  /// The fewest blocks that neighbours can be put together to.
  static func blocks(of strategies: [AuditStrategy], _ columns: [AuditColumn]) -> [StrategyBlock] {
    var blocks = strategies.map { strategy in
      StrategyBlock(values: columns.map { [$0.value(strategy)] })
    }
    var index = 0
    while index < blocks.count {
      let partner = blocks.indices.dropFirst(index + 1).first { blocks[index].join(blocks[$0]) }
      if let partner {
        blocks.remove(at: partner)
        index = 0
      } else {
        index += 1
      }
    }
    return blocks
  }

  /// Takes in `other` where it differs in one column alone.
  private mutating func join(_ other: StrategyBlock) -> Bool {
    let columns = values.indices.filter { values[$0] != other.values[$0] }
    guard columns.count == 1 else { return false }
    values[columns[0]] += other.values[columns[0]]
    return true
  }

  /// The cells, one for each column; values that have commas of their own stand between slashes.
  var cells: [String] {
    values.map { values in
      values.joined(separator: values.contains { $0.contains(",") } ? " / " : ", ")
    }
  }
}
