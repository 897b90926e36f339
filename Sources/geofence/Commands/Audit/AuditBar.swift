import GeofenceCore
import GeofenceFormats

/// A share that every strategy has to reach.
struct AuditBar: Sendable {
  let option: String
  let name: String
  let least: Double
  let share: @Sendable (CrossingCounts) -> Share

  /// Whether a strategy is below it; where there is nothing to deliver, none is.
  func isMissed(by counts: CrossingCounts) -> Bool {
    share(counts).value.map { $0 < least } ?? false
  }

  /// What is said of a strategy that is below it.
  func complaint(_ counts: CrossingCounts) -> String {
    let share = share(counts)
    return
      "\(name) \(share.text) (\(share.part) of \(share.whole)) is below \(option) \(least.plain)"
  }
}

extension AuditOptions {
  /// Those that the user sets.
  var bars: [AuditBar] {
    [
      minimumRecall.map {
        AuditBar(option: "--min-recall", name: "recall", least: $0) { $0.recall }
      },
      minimumReach.map { AuditBar(option: "--min-reach", name: "reach", least: $0) { $0.reach } },
    ].compactMap(\.self)
  }
}

extension AuditReport {
  /// What a strategy is called among the others, as options; `nil` where it is the only one.
  fileprivate func options(of number: Int) -> String? {
    strategies.count > 1 ? AuditColumn.options(of: strategies[number], among: strategies) : nil
  }

  /// Holds every strategy against bars.
  ///
  /// - Returns: a line for each that is missed, the best strategy first.
  func complaints(_ bars: [AuditBar]) -> [String] {
    bars.flatMap { bar in
      ranking.filter { bar.isMissed(by: strategies[$0].counts) }.map { number in
        (options(of: number).map { "\($0): " } ?? "") + bar.complaint(strategies[number].counts)
      }
    }
  }

  /// The same as JUnit XML: a test case for each strategy and bar.
  func junit(_ bars: [AuditBar], file: String) -> JUnitReport {
    JUnitReport(
      bars.flatMap { bar in
        ranking.map { number in
          let counts = strategies[number].counts
          return JUnitCase(
            group: "geofence.audit",
            name: [bar.name, options(of: number)].compactMap(\.self).joined(separator: " "),
            file: file,
            problem: bar.isMissed(by: counts)
              ? .init(type: bar.name, message: bar.complaint(counts)) : nil)
        }
      }, named: "geofence audit", startingAt: input.times?.lowerBound)
  }
}
