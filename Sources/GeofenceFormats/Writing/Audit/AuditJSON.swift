import GeofenceCore

/// An audit for programs: one JSON object, keys sorted; the strategies in the order of their rank.
///
/// Distances are in metres to 0.1 m, spans of time in seconds, times as RFC 3339.
public enum AuditJSON {
  public static func text(_ report: AuditReport) -> String { JSONText.pretty(Document(report)) }

  private struct Document: Encodable {
    let tracks: Int
    let devices: Int
    let fixes: Int
    /// The first fix and the last; missing where there is none.
    let from: Timestamp?
    let to: Timestamp?
    let regions: Int
    let strategies: [Strategy]

    init(_ report: AuditReport) {
      tracks = report.input.tracks
      devices = report.input.devices
      fixes = report.input.fixes
      from = report.input.times?.lowerBound
      to = report.input.times?.upperBound
      regions = report.input.regions
      strategies = report.ranking.map(Strategy.init)
    }
  }

  private struct Strategy: Encodable {
    let settings: Choices
    let totals: Totals
    let reselections: Int
    let registrationsChanged: Int
    /// Enters beside the crossings.
    let otherEnters: Int
    let regions: [RegionTotals]
    let crossings: [Crossing]

    init(_ strategy: AuditReport.Strategy) {
      settings = Choices(strategy.settings)
      totals = Totals(strategy.totals)
      reselections = strategy.tally.reselections
      registrationsChanged = strategy.tally.changes
      otherEnters = strategy.otherEnters
      regions = strategy.regions.map {
        RegionTotals(region: $0.region.rawValue, totals: Totals($0.totals))
      }
      crossings = strategy.crossings.map { Crossing($0, strategy.settings) }
    }
  }

  private struct Choices: Encodable {
    let api: String
    let rank: String
    let reselectOn: [String]
    let limit: Int
    let renew: String
    let dwell: Double
    let cushion: Double

    init(_ settings: Settings) {
      api = settings.api.rawValue
      rank = settings.ranking.rawValue
      reselectOn = settings.triggers.names
      limit = settings.limit
      renew = settings.renewal.rawValue
      dwell = settings.crossing.dwell.seconds
      cushion = settings.crossing.cushion
    }
  }

  private struct Totals: Encodable {
    let geometry: Int
    let confirmed: Int
    let delivered: Int
    let deliveredInitially: Int
    let late: Int
    let missed: Int
    let recall: Double?
    let medianDelay: Double?
    let worstDelay: Double?
    /// Every cause, those without a loss included.
    let causes: [String: Int]

    init(_ totals: AuditTotals) {
      geometry = totals.crossings
      confirmed = totals.confirmed
      delivered = totals.delivered
      deliveredInitially = totals.deliveredInitially
      late = totals.late
      missed = totals.missed
      recall = totals.recall
      medianDelay = totals.medianDelay?.seconds
      worstDelay = totals.worstDelay?.seconds
      causes = Dictionary(
        uniqueKeysWithValues: LossCause.allCases.map { ($0.rawValue, totals.causes[$0] ?? 0) })
    }
  }

  private struct RegionTotals: Encodable {
    let region: String
    let totals: Totals
  }

  private struct Crossing: Encodable {
    let device: String?
    let region: String
    let event: String
    let crossedAt: Timestamp
    let confirmedAt: Timestamp?
    let deliveredAt: Timestamp?
    let delay: Double?
    let initial: Bool?
    let late: Bool?
    let cause: String?
    /// The crossing that this one takes back, where that one was lost.
    let undoes: Timestamp?
    let why: String?
    /// How long the device stayed on the new side and how far past the boundary it went, as far as
    /// any rule asks.
    let lasted: Double
    let deepest: Double

    init(_ item: AuditReport.Crossing, _ settings: Settings) {
      let crossing = item.crossing
      device = item.device
      region = crossing.region.rawValue
      event = crossing.name.rawValue
      crossedAt = crossing.time
      confirmedAt = crossing.confirmedAt
      deliveredAt = crossing.delivery?.time
      delay = crossing.delay?.seconds
      initial = crossing.delivery?.isInitial == true ? true : nil
      late = crossing.isLate ? true : nil
      cause = crossing.loss?.cause.rawValue
      undoes = crossing.loss?.undoes
      why = LossText(crossing, under: settings)?.text
      lasted = crossing.pass.lasted.seconds
      deepest = crossing.pass.deepest.tenths
    }
  }
}
