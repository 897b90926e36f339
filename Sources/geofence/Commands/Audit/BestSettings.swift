import GeofenceBytes
import GeofenceCore

/// The choices of a strategy as a settings file, so that what an audit found best can be run; those
/// that its interface refuses are left out.
struct BestSettings: Encodable {
  private let strategy: AuditStrategy

  private enum CodingKeys: String, CodingKey {
    case api, cushion
    case cushionIn = "cushion-in"
    case dwell
    case expiration = "expire"
    case initialTriggers = "initial-trigger"
    case limit, loitering
    case minimumRadius = "min-radius"
    case overlap, rank, renew
    case broadcasts = "reregister"
    case triggers = "reselect-on"
    case responsiveness
  }

  init(_ strategy: AuditStrategy) { self.strategy = strategy }

  func encode(to encoder: any Encoder) throws {
    let settings = strategy.settings
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(settings.api.rawValue, forKey: .api)
    try object.encode(settings.limit, forKey: .limit)
    try object.encode(settings.minimumRadius, forKey: .minimumRadius)
    try object.encode(settings.ranking.rawValue, forKey: .rank)
    try object.encode(settings.renewal.rawValue, forKey: .renew)
    try object.encode(settings.triggers.optionNames, forKey: .triggers)
    guard let overlap = settings.crossing.overlap else {
      try object.encode(settings.crossing.cushion, forKey: .cushion)
      try object.encode(settings.crossing.inwardCushion, forKey: .cushionIn)
      try object.encode(settings.crossing.dwell.seconds, forKey: .dwell)
      return
    }
    try object.encode([overlap.inside, overlap.outside], forKey: .overlap)
    try object.encode(
      settings.crossing.responsiveness.seconds, forKey: .responsiveness)
    let request = settings.request
    try object.encode(request.initialTriggers.optionNames, forKey: .initialTriggers)
    try object.encode(request.broadcasts.optionNames, forKey: .broadcasts)
    try object.encodeIfPresent(request.loitering?.seconds, forKey: .loitering)
    try object.encodeIfPresent(request.expiration?.seconds, forKey: .expiration)
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
