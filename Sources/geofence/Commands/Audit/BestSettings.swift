import GeofenceBytes
import GeofenceCore

/// The choices of a strategy as a settings file, so that what an audit found best can be run.
struct BestSettings: Encodable {
  private let api: String
  private let cushion: Double
  private let cushionIn: Double
  private let dwell: Double
  private let limit: Int
  private let minimumRadius: Double
  private let rank: String
  private let renew: String
  private let triggers: [String]

  private enum CodingKeys: String, CodingKey {
    case api, cushion
    case cushionIn = "cushion-in"
    case dwell, limit
    case minimumRadius = "min-radius"
    case rank, renew
    case triggers = "reselect-on"
  }

  init(_ strategy: AuditStrategy) {
    let settings = strategy.settings
    api = settings.api.rawValue
    cushion = settings.crossing.cushion
    cushionIn = settings.crossing.inwardCushion
    dwell = settings.crossing.dwell.seconds
    limit = settings.limit
    minimumRadius = settings.minimumRadius
    rank = settings.ranking.rawValue
    renew = settings.renewal.rawValue
    triggers = settings.triggers.optionNames
  }
}

extension AuditOptions {
  /// Writes the settings of the best strategy where they are asked for, as a whole.
  ///
  /// - Throws: an error of kind `creating` or `writing`.
  func write(best strategy: AuditStrategy) throws(InputError) {
    guard let path = best else { return }
    try WholeFile.write("\(JSONText.pretty(BestSettings(strategy)))\n".utf8, to: path)
  }
}
