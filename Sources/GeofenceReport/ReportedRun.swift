import GeofenceCore
import GeofenceWriting

/// The run of one strategy of a report on all devices.
final class ReportedRun {
  let report: Report
  let number: StrategyNumber

  init(_ report: Report, strategy number: StrategyNumber) {
    (self.report, self.number) = (report, number)
  }

  var strategy: AuditedStrategy { report.audit.strategies[number] }
  var settings: Settings { strategy.settings }
  var counts: CrossingCounts { strategy.counts }
  var devices: [DeviceRecord] { report.records[Int(number.value)] }
  /// True if the page opens on it.
  var isBest: Bool { number == report.opening }

  /// What became of the crossings, with the sentences on them.
  var judgements: Judgements {
    Judgements(of: strategy.account, settings, phrasing)
  }

  /// The words of every sentence on it.
  var phrasing: Phrasing {
    report.audit.phrasing(report.clock) { [report] in
      report.nameInSentences(of: report.audit.names[$0])
    }
  }

  /// Returns the crossings of a device, given by its position among the devices, with what became of
  /// them.
  func judged(ofDevice device: Int) -> [JudgedCrossing] {
    let all = strategy.account.crossings
    let first = all.partitioningIndex { $0.device >= Int32(device) }
    return all[first...].prefix { $0.device == Int32(device) }.compactMap(\.judged)
  }

  var verdict: VerdictCounts { strategy.account.verdict }

  /// Returns the causes of what was missed in the words of the page, each with its count.
  func causes(of verdict: VerdictCounts) -> [(clause: String, count: Int)] {
    LossCause.allCases.reduce(into: []) { causes, cause in
      guard let count = verdict.causes[cause] else { return }
      let clause = cause.clause(settings)
      if let place = causes.firstIndex(where: { $0.clause == clause }) {
        causes[place].count += count
      } else {
        causes.append((clause, count))
      }
    }
  }

  /// The options that tell the strategy from the others; `nil` where it is the only one.
  var options: String? {
    let all = report.audit.strategies.map(\.strategy)
    guard all.count > 1 else { return nil }
    return AuditColumn.options(of: strategy.strategy, among: all)
  }

  /// The name of the interface, which tells it from others.
  var interface: String {
    PictureInterface.all(of: report).first { $0.api == settings.api }?.name
      ?? settings.api.rules.name
  }

  /// Returns the command line that makes a page of this run alone, with a change of its strategy; `nil`
  /// where it is not known.
  func command(with change: String = "") -> String? {
    report.command?.line(of: settings.api, with: [options ?? "", change])
  }

  /// The events that the app should not have received.
  var falseEvents: Int { verdict.events.outside + verdict.events.repeated }

  /// The differences from the expectations; empty where nothing was expected.
  var differences: [Comparison.Finding] { report.expectations?.comparison.differences ?? [] }

  var trial: AuditedStrategy? {
    report.trials?.strategies.first { $0.strategy == strategy.strategy }
  }

  /// The share of the arrivals and departures that reached the app in many trials, where some did
  /// not.
  var reachedInTrials: Double? {
    guard let reached = trial?.reached?.mean, reached < 1 else { return nil }
    return reached
  }

  /// The changes that were tried and are better, the best first; `nil` where nothing was tried.
  ///
  /// Changes are tried for the best strategy of each interface.
  var advice: [Advice]? { advised.advice[number] }

  /// True if changes were tried for the best strategy of the same interface.
  var hasAdviceForBest: Bool {
    advised.bestOfInterfaces.contains {
      advised.strategies[$0].settings.api == settings.api && advised.advice[$0] != nil
    }
  }

  /// The options of the changes that were tried.
  var tried: [String] { advised.tried[number] ?? [] }

  private var advised: AuditReport { report.trials ?? report.audit }
}
