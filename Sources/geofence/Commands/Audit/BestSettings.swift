import GeofenceCore
import GeofenceFormats

/// The choices of a strategy as a settings file, so that what an audit found best can be run.
struct BestSettings: Encodable {
  private let cushion: Double
  private let cushionIn: Double
  private let dwell: Double
  private let limit: Int
  private let minimumRadius: Double
  private let rank: String
  private let renew: String
  private let triggers: [String]

  private enum CodingKeys: String, CodingKey {
    case cushion
    case cushionIn = "cushion-in"
    case dwell, limit
    case minimumRadius = "min-radius"
    case rank, renew
    case triggers = "reselect-on"
  }

  init(_ strategy: AuditStrategy) {
    let settings = strategy.settings
    cushion = settings.crossing.cushion
    cushionIn = settings.crossing.inwardCushion
    dwell = settings.crossing.dwell.seconds
    limit = settings.limit
    minimumRadius = settings.minimumRadius
    rank = settings.ranking.rawValue
    renew = settings.renewal.rawValue
    triggers = settings.triggers.names
  }

  /// Writes the file as a whole, or leaves the old one.
  ///
  /// - Throws: an error of kind `creating` or `writing`.
  func write(to path: String) throws(InputError) {
    try WholeFile.write("\(JSONText.pretty(self))\n".utf8, to: path)
  }
}
