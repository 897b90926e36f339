import GeofenceCore

/// An audit for programs: one JSON object, keys sorted, an element of a list a line; the strategies
/// in the order of their rank. Totals, regions and losses are those of the best.
///
/// Distances are in metres to 0.1 m, spans of time in seconds, times as RFC 3339.
package struct AuditJSON {
  private let report: AuditReport
  /// Whether the regions and crossings of every strategy are listed.
  private let isComplete: Bool

  package init(_ report: AuditReport, isComplete: Bool) {
    self.report = report
    self.isComplete = isComplete
  }

  /// Writes the text piece by piece: of many crossings it is long.
  package func write(to stream: inout some TextOutputStream) {
    let ranking = report.ranking
    guard let best = ranking.first.map({ report.strategies[$0] }) else { return }
    var object = JSONObject(to: &stream)
    if let advice = report.advice { object.list("advice", advice.map(\.text), to: &stream) }
    object.value("devices", report.input.devices, to: &stream)
    object.value("fixes", report.input.fixes, to: &stream)
    object.value("from", report.input.times?.lowerBound, to: &stream)
    object.list("losses", best.account.losses.lazy.map(entry), to: &stream)
    object.value("positioning", report.positioning, to: &stream)
    object.list("regions", regions(of: best), to: &stream)
    object.list("strategies", ranking.lazy.map { strategy(report.strategies[$0]) }, to: &stream)
    object.value("to", report.input.times?.upperBound, to: &stream)
    object.value("totals", Totals(best.counts, best.account.delays), to: &stream)
    object.value("tracks", report.input.tracks, to: &stream)
    object.end(to: &stream)
  }

  private func entry(_ crossing: AuditedCrossing) -> Crossing { Crossing(crossing, report) }

  private func regions(of strategy: AuditReport.Strategy) -> [Region] {
    strategy.account.regions.indices.map { Region($0, strategy, report) }
  }

  private func strategy(_ strategy: AuditReport.Strategy) -> Strategy {
    var entry = Strategy(strategy)
    if isComplete {
      entry.regions = regions(of: strategy)
      entry.crossings = strategy.account.crossings.map(self.entry)
    }
    return entry
  }
}

extension AuditJSON {
  private struct Strategy: Encodable {
    let settings: Choices
    let totals: Totals
    let reselections: Int
    let registrationsChanged: Int
    let registrationsPerHour: Double?
    /// Enters beside the crossings.
    let otherEnters: Int
    /// Events that tell of no crossing, where the phone does not see every fix.
    var spurious: Int?
    var regions: [Region]?
    var crossings: [Crossing]?

    init(_ strategy: AuditReport.Strategy) {
      settings = Choices(strategy.strategy)
      totals = Totals(strategy.counts, strategy.account.delays)
      reselections = strategy.account.efforts.tally.reselections
      registrationsChanged = strategy.account.efforts.tally.changes
      registrationsPerHour = strategy.changesPerHour?.tenths
      otherEnters = strategy.account.efforts.otherEnters
      spurious = strategy.account.efforts.spurious > 0 ? strategy.account.efforts.spurious : nil
    }
  }

  struct Choices: Encodable {
    let api: String
    let rank: String
    let reselectOn: [String]
    let limit: Int
    let renew: String
    let dwell: Double
    let cushion: Double
    let cushionIn: Double
    let minRadius: Double

    init(_ strategy: AuditStrategy) {
      let settings = strategy.settings
      api = settings.api.rawValue
      rank = settings.ranking.rawValue
      reselectOn = settings.triggers.optionNames
      limit = settings.limit
      renew = settings.renewal.rawValue
      dwell = settings.crossing.dwell.seconds
      cushion = settings.crossing.cushion
      cushionIn = settings.crossing.inwardCushion
      minRadius = strategy.minimumRadius
    }
  }

  private struct Totals: Encodable {
    let geometry: Int
    let confirmed: Int
    let delivered: Int
    let deliveredInitially: Int
    let unconfirmed: Int
    let undecided: Int
    let lostToRules: Int
    let lostToApp: Int
    let lostToCircles: Int
    /// Where the phone does not see every fix.
    var lostToPositioning: Int?
    let late: Int
    let missed: Int
    let recall: Double?
    let reach: Double?
    var medianDelay: Double?
    var worstDelay: Double?
    /// Those without a loss are left out.
    let causes: [String: Int]

    init(_ counts: CrossingCounts, _ delays: Delays? = nil) {
      geometry = counts.geometry
      confirmed = counts.confirmed
      delivered = counts.delivered
      deliveredInitially = counts.deliveredInitially
      unconfirmed = counts.unconfirmed
      undecided = counts.undecided
      lostToRules = counts.lost(to: .rules)
      lostToApp = counts.lost(to: .app)
      lostToCircles = counts.lost(to: .circles)
      lostToPositioning = counts.lost(to: .positioning) > 0 ? counts.lost(to: .positioning) : nil
      late = counts.late
      missed = counts.missed
      recall = counts.recall.value
      reach = counts.reach.value
      medianDelay = delays?.median?.seconds
      worstDelay = delays?.worst?.seconds
      causes = Dictionary(
        uniqueKeysWithValues: counts.losses().map { ($0.cause.rawValue, $0.count) })
    }
  }

  private struct Region: Encodable {
    let region: String
    /// How near a device came, where none was in it.
    var nearest: Nearest?
    let neverEntered: Bool?
    let neverLeft: Bool?
    let totals: Totals

    init(_ number: Int, _ strategy: AuditReport.Strategy, _ report: AuditReport) {
      region = report.names[number].rawValue
      totals = Totals(strategy.account.regions[number])
      let visits = report.visits[number]
      neverEntered = visits.isEmpty ? true : nil
      neverLeft = visits == .inside ? true : nil
      nearest = report.approaches[Int32(number)].map { Nearest($0, report.devices) }
    }
  }

  struct Nearest: Encodable {
    let at: Timestamp
    let device: String?
    let distance: Double

    /// - Parameter devices: what they are called where there are several, by their numbers.
    init(_ approach: Approach, _ devices: [String?]) {
      at = approach.time
      device = devices[Int(approach.device)]
      distance = approach.distance.tenths
    }
  }

  private struct Crossing: Encodable {
    /// What else has to go for it to come, beside the cause; missing where that is not known.
    let and: [String]?
    let cause: String?
    let confirmedAt: Timestamp?
    let crossedAt: Timestamp
    /// Metres past the boundary at the deepest fix, of what the rules lost.
    var deepest: Double?
    let delay: Double?
    let deliveredAt: Timestamp?
    let device: String?
    let event: String
    let initial: Bool?
    let late: Bool?
    /// How long the device stayed, of what the rules lost.
    var lasted: Double?
    let region: String
    let undecided: Bool?
    /// The crossing that this one takes back, where that one was lost.
    let undoes: Timestamp?
    let why: String?

    init(_ crossing: AuditedCrossing, _ report: AuditReport) {
      and = crossing.loss.flatMap { loss in
        loss.remedy.map { _ in loss.others.map(\.rawValue) }
      }
      cause = crossing.loss?.cause.rawValue
      confirmedAt = crossing.confirmedAt
      crossedAt = crossing.time
      delay = crossing.delay?.seconds
      deliveredAt = crossing.delivery?.time
      device = report.name(ofDevice: crossing.device)
      event = crossing.name.rawValue
      initial = crossing.delivery?.isInitial == true ? true : nil
      late = crossing.isLate ? true : nil
      region = report.names[Int(crossing.region)].rawValue
      undecided = crossing.outcome == .undecided ? true : nil
      undoes = crossing.loss?.undoes
      why = LossText(crossing, report.names)?.text
      if case .stay(let stay, _) = crossing.loss?.detail {
        (lasted, deepest) = (stay.lasted.seconds, stay.deepest.tenths)
      }
    }
  }
}
