import GeofenceCore

/// An audit of many trials for programs: one JSON object, keys sorted, an element of a list a line; the
/// strategies in the order of their rank, the regions under the best.
///
/// Counts are means of a trial, spans of time in seconds.
package struct TrialJSON {
  private let report: TrialReport

  package init(_ report: TrialReport) { self.report = report }

  /// Writes the text piece by piece: of many regions it is long.
  package func write(to stream: inout some TextOutputStream) {
    guard let best = report.strategies.first else { return }
    var object = JSONObject(to: &stream)
    if let advice = report.advice { object.list("advice", advice.map(\.text), to: &stream) }
    object.value("devices", report.input.devices, to: &stream)
    object.value("fixes", report.input.fixes, to: &stream)
    object.value("from", report.input.times?.lowerBound, to: &stream)
    object.value("positioning", report.positioning, to: &stream)
    object.list(
      "regions", report.names.indices.lazy.map { Region($0, best, report) }, to: &stream)
    object.list("strategies", report.strategies.lazy.map { Strategy($0, report) }, to: &stream)
    object.value("to", report.input.times?.upperBound, to: &stream)
    object.value("tracks", report.input.tracks, to: &stream)
    object.value("trials", report.count, to: &stream)
    object.end(to: &stream)
  }

  private struct Values: Encodable {
    let mean: Double
    /// Where 90 % of the trials lie.
    let low: Double
    let high: Double
    /// Where, in nine of ten cases, the mean of very many trials lies.
    let meanLow: Double?
    let meanHigh: Double?

    init?(_ spread: Spread?) {
      guard let spread else { return nil }
      mean = spread.mean
      low = spread.within.lowerBound
      high = spread.within.upperBound
      let isKnown = spread.uncertainty.isFinite
      meanLow = isKnown ? spread.mean - spread.uncertainty : nil
      meanHigh = isKnown ? spread.mean + spread.uncertainty : nil
    }
  }

  private struct Strategy: Encodable {
    let settings: AuditJSON.Choices
    let recall: Values?
    let reach: Values?
    /// How much recall is less than under the best, trial by trial.
    let behind: Values?
    let bestShare: Double
    let counts: Counts
    let delayP50: Double?
    let delayP90: Double?
    let registrationsPerHour: Double?

    init(_ strategy: TrialReport.Strategy, _ report: TrialReport) {
      settings = AuditJSON.Choices(strategy.strategy)
      recall = Values(strategy.recall)
      reach = Values(strategy.reach)
      behind = Values(strategy.behind)
      bestShare = strategy.bestShare
      counts = Counts(strategy.total.counts, report, strategy.total.efforts.spurious)
      delayP50 = strategy.total.delays.quantile(0.5)?.seconds
      delayP90 = strategy.total.delays.quantile(0.9)?.seconds
      registrationsPerHour = report.changesPerHour(strategy)?.tenths
    }
  }

  private struct Counts: Encodable {
    let geometry: Double
    let confirmed: Double
    let delivered: Double
    let unconfirmed: Double
    let undecided: Double
    let late: Double
    let missed: Double
    let spurious: Double?
    /// Those without a loss are left out.
    let causes: [String: Double]

    init(_ counts: CrossingCounts, _ report: TrialReport, _ spurious: Int? = nil) {
      geometry = report.mean(counts.geometry)
      confirmed = report.mean(counts.confirmed)
      delivered = report.mean(counts.delivered)
      unconfirmed = report.mean(counts.unconfirmed)
      undecided = report.mean(counts.undecided)
      late = report.mean(counts.late)
      missed = report.mean(counts.missed)
      self.spurious = spurious.map(report.mean)
      causes = Dictionary(
        uniqueKeysWithValues: counts.losses().map { ($0.cause.rawValue, report.mean($0.count)) })
    }
  }

  private struct Region: Encodable {
    let region: String
    /// The probability of being told of a crossing.
    let told: Double?
    let counts: Counts
    let nearest: AuditJSON.Nearest?
    let neverEntered: Bool?
    let neverLeft: Bool?

    init(_ number: Int, _ best: TrialReport.Strategy, _ report: TrialReport) {
      let counts = best.total.regions[number]
      region = report.names[number].rawValue
      told = counts.reach.value
      self.counts = Counts(counts, report)
      nearest = report.approaches[Int32(number)].map {
        AuditJSON.Nearest($0, report.devices)
      }
      neverEntered = report.visits[number].isEmpty ? true : nil
      neverLeft = report.visits[number] == .inside ? true : nil
    }
  }
}
