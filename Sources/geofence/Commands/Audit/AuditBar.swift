import GeofenceCore
import GeofenceWriting

struct AuditBar: Sendable {
  let option: String
  let name: String
  let least: Double
  let share: @Sendable (CrossingCounts) -> Share

  /// Returns the complaint about a strategy that is below it, or that leaves it nothing to judge;
  /// `nil` of one that reaches it.
  func complaint(_ counts: CrossingCounts) -> String? {
    let share = share(counts)
    guard let value = share.value else {
      return "\(option) \(least.plain) has nothing to judge: \(counts.emptiness)"
    }
    guard value < least else { return nil }
    return
      "\(name) \(share.text) (\(share.part) of \(share.whole)) is below \(option) \(least.plain)"
  }

  /// Returns the complaint about a strategy that is below it in too many trials, or that leaves it
  /// nothing to judge.
  func complaint(_ strategy: AuditedStrategy, confidence: Double) -> String? {
    let reached = strategy.share(reaching: least, share)
    let empty = strategy.trials(without: share)
    if empty == reached.whole {
      return "\(option) \(least.plain) has nothing to judge in any trial: "
        + strategy.counts.emptiness
    }
    guard let value = reached.value, value < confidence else { return nil }
    return
      "\(name) reaches \(option) \(least.plain) in \(reached.part) of \(reached.whole) trials, "
      + "less than --confidence \(confidence.plain)"
      + (empty > 0 ? "; \(empty) of them had nothing to judge" : "")
  }
}

extension CrossingCounts {
  fileprivate var emptiness: String {
    if geometry == 0 { return "no region was crossed" }
    if geometry == undecided { return "every crossing is undecided when the track ends" }
    return "the rules confirm no crossing"
  }
}

struct BarResult {
  let bar: String
  /// The options that tell the strategy from the others; `nil` where it is the only one.
  let options: String?
  let problem: String?
  /// The sentences on what brought about the problem.
  var details: [String] = []

  var complaint: String? {
    problem.map { (options.map { "\($0): " } ?? "") + $0 }
  }
}

extension AuditOptions {
  var bars: [AuditBar] {
    [
      minimumRecall.map {
        AuditBar(option: "--min-recall", name: "recall", least: $0) { $0.recall }
      },
      minimumReach.map { AuditBar(option: "--min-reach", name: "reach", least: $0) { $0.reach } },
    ].compactMap(\.self)
  }
}

extension [AuditBar] {
  /// Holds every strategy against every bar, by the bar's complaint; `nil` where it is reached.
  func results(
    on all: [AuditedStrategy], _ complaint: (AuditBar, AuditedStrategy) -> String?
  ) -> [BarResult] {
    let choices = all.map(\.strategy)
    return flatMap { bar in
      all.map { strategy in
        BarResult(
          bar: bar.name,
          options: all.count > 1
            ? AuditColumn.options(of: strategy.strategy, among: choices) : nil,
          problem: complaint(bar, strategy))
      }
    }
  }
}

extension JUnitReport {
  init(_ results: [BarResult], file: String, startingAt start: Timestamp?) {
    self.init(
      results.map { result in
        JUnitCase(
          group: "geofence.audit",
          name: [result.bar, result.options].compactMap(\.self).joined(separator: " "),
          file: file,
          problem: result.problem.map {
            .init(
              type: result.bar, message: $0,
              details: ([$0] + result.details).joined(separator: "\n"))
          })
      }, named: "geofence audit", startingAt: start)
  }
}
