import GeofenceBytes
import GeofenceCore

package struct AuditColumn: Sendable {
  package let title: String
  package let value: @Sendable (AuditStrategy) -> String
  /// True if it says nothing where it is as it is by default.
  let isOptional: Bool
  /// True if it is a rule that a positioning model may bring.
  let isOfDistances: Bool
  private static let nothing = "-"

  init(
    _ title: String, isOptional: Bool = false, isOfDistances: Bool = false,
    _ value: @escaping @Sendable (AuditStrategy) -> String
  ) {
    self.title = title
    self.isOptional = isOptional
    self.isOfDistances = isOfDistances
    self.value = value
  }

  package static let all: [AuditColumn] = [
    AuditColumn("api") { $0.settings.api.rawValue },
    AuditColumn("positioning") { $0.model ?? nothing },
    AuditColumn("rank") { $0.settings.ranking.rawValue },
    AuditColumn("reselect-on") { $0.settings.triggers.optionNames.joined(separator: ",") },
    AuditColumn("limit") { "\($0.settings.limit)" },
    AuditColumn("renew") { $0.settings.renewal.rawValue },
    ofDistances("dwell") { $0.dwell.text },
    ofDistances("dwell-out", isOptional: true) { $0.outwardDwell?.text ?? nothing },
    ofDistances("cushion") { "\($0.cushion.plain) m" },
    ofDistances("cushion-in", isOptional: true) { "\($0.inwardCushion.plain) m" },
    AuditColumn("overlap") { strategy in
      strategy.settings.crossing.overlap.map { "\($0.inside.plain),\($0.outside.plain)" } ?? nothing
    },
    AuditColumn("min-radius", isOptional: true) { "\($0.minimumRadius.plain) m" },
  ]

  /// Returns the column of a rule that only interfaces without an overlap have.
  private static func ofDistances(
    _ title: String, isOptional: Bool = false,
    _ value: @escaping @Sendable (CrossingRules) -> String
  ) -> AuditColumn {
    AuditColumn(title, isOptional: isOptional, isOfDistances: true) { strategy in
      let rules = strategy.settings.crossing
      return rules.overlap == nil ? value(rules) : nothing
    }
  }

  package func hasValue(_ strategy: AuditStrategy) -> Bool { value(strategy) != Self.nothing }

  private func isSaid(of strategy: AuditStrategy) -> Bool {
    hasValue(strategy) && !(isOptional && value(strategy) == "0 m")
  }

  func varies(among strategies: [AuditStrategy]) -> Bool {
    let interfaces = Dictionary(grouping: strategies, by: \.settings.api).values
    if title == "api" { return interfaces.count > 1 }
    return interfaces.contains { Set($0.map(value)).count > 1 }
  }

  static func common(_ strategies: [AuditStrategy]) -> [String] {
    guard let first = strategies.first else { return [] }
    let choices = all.filter { $0.title != "api" && !$0.varies(among: strategies) }
    let shared = choices.filter { Set(strategies.map($0.value)).count == 1 }
    let interfaces = strategies.map(\.settings.api).distinct
    // An interface is known by its name alone.
    let name = interfaces.count == 1 ? [first.settings.api.rawValue] : []
    let line =
      (strategies.count > 1 ? "in common: " : "strategy: ")
      + (words(shared, of: first) + name).joined(separator: ", ")
    return [line]
      + interfaces.compactMap { interface in
        guard let strategy = strategies.first(where: { $0.settings.api == interface }) else {
          return nil
        }
        let own = choices.filter { column in !shared.contains { $0.title == column.title } }
        return own.isEmpty
          ? nil : "\(interface.rawValue): \(words(own, of: strategy).joined(separator: ", "))"
      }
  }

  private static func words(_ columns: [AuditColumn], of strategy: AuditStrategy) -> [String] {
    columns.filter { $0.isSaid(of: strategy) }.map { "\($0.title) \($0.value(strategy))" }
  }

  /// - Parameter ofModel: the strategies under its positioning model; `nil` where they name theirs.
  package static func options(
    of strategy: AuditStrategy, among all: [AuditStrategy], ofModel: [AuditStrategy]? = nil
  ) -> String {
    let ofModel = ofModel ?? all.filter { $0.model == strategy.model }
    // A rule that the model brings, given as an option, would replace the numbers that it draws.
    return Self.all.filter {
      $0.varies(among: $0.isOfDistances ? ofModel : all) && $0.hasValue(strategy)
    }
    .map { "--\($0.title) \($0.value(strategy).prefix { $0 != " " })" }
    .joined(separator: " ")
  }
}

/// Strategies that differ in nothing but the choices listed: every combination of these is one.
struct StrategyBlock {
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
