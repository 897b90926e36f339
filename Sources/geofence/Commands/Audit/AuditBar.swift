import GeofenceCore
import GeofenceFormats

/// A share that every strategy has to reach.
struct AuditBar: Sendable {
  let option: String
  let name: String
  let least: Double
  let share: @Sendable (CrossingCounts) -> Share

  /// Whether a strategy is below it; where there is nothing to deliver, none is.
  private func isMissed(by counts: CrossingCounts) -> Bool {
    share(counts).value.map { $0 < least } ?? false
  }

  /// What is said of a strategy that is below it; `nil` of one that is not.
  func complaint(_ counts: CrossingCounts) -> String? {
    guard isMissed(by: counts) else { return nil }
    let share = share(counts)
    return
      "\(name) \(share.text) (\(share.part) of \(share.whole)) is below \(option) \(least.plain)"
  }

  /// What is said of a strategy that is below it in too many trials.
  func complaint(_ strategy: TrialReport.Strategy, confidence: Double) -> String? {
    let reached = strategy.share(reaching: least, share)
    guard let value = reached.value, value < confidence else { return nil }
    return
      "\(name) reaches \(option) \(least.plain) in \(reached.part) of \(reached.whole) trials, "
      + "less than --confidence \(confidence.plain)"
  }
}

/// What has become of a strategy at a bar.
struct AuditVerdict {
  let bar: String
  /// What the strategy is called among the others, as options; `nil` where it is the only one.
  let options: String?
  /// What is wrong, if anything is.
  let problem: String?

  var complaint: String? {
    problem.map { (options.map { "\($0): " } ?? "") + $0 }
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

extension [AuditBar] {
  /// Holds every strategy against every bar.
  ///
  /// - Parameter complaint: what a bar says of a strategy by its number; `nil` where it is reached.
  func verdicts(on all: [AuditStrategy], _ complaint: (AuditBar, Int) -> String?) -> [AuditVerdict]
  {
    flatMap { bar in
      all.enumerated().map { number, strategy in
        AuditVerdict(
          bar: bar.name,
          options: all.count > 1 ? AuditColumn.options(of: strategy, among: all) : nil,
          problem: complaint(bar, number))
      }
    }
  }
}

extension JUnitReport {
  /// A test case for each strategy and bar.
  init(_ verdicts: [AuditVerdict], file: String, startingAt start: Timestamp?) {
    self.init(
      verdicts.map { verdict in
        JUnitCase(
          group: "geofence.audit",
          name: [verdict.bar, verdict.options].compactMap(\.self).joined(separator: " "),
          file: file, problem: verdict.problem.map { .init(type: verdict.bar, message: $0) })
      }, named: "geofence audit", startingAt: start)
  }
}
