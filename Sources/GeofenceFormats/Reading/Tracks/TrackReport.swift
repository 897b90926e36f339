/// What reading a track came to.
public struct TrackReport: Hashable, Sendable {
  public enum SkipReason: Int, CaseIterable, Hashable, Sendable {
    case badCoordinate, negativeAccuracy, unreadableTime, missingTime, earlierTime

    var phrase: String {
      switch self {
      case .badCoordinate: "with a bad coordinate"
      case .negativeAccuracy: "with a negative accuracy"
      case .unreadableTime: "with an unreadable time"
      case .missingTime: "without a time"
      case .earlierTime: "with a time before the last"
      }
    }
  }

  /// Points of the kind that is used.
  public internal(set) var points = 0
  /// Points that became fixes.
  public internal(set) var kept = 0
  public internal(set) var skipped: [SkipReason: Int] = [:]
  /// Whether the points' own times were used.
  public internal(set) var isTimed = true
  /// Times in an untimed track.
  public internal(set) var ignoredTimes = 0
  /// Points left out because the file has a better kind, by element name.
  public internal(set) var ignoredKinds: [String: Int] = [:]
  /// Why reading ended early; what was read before it stands.
  public internal(set) var failure: InputError?

  public var skippedCount: Int { skipped.values.reduce(0, +) }

  /// What was left out and why, a line each; nothing is dropped silently.
  public func notes(source: String) -> [String] {
    var notes: [String] = []
    if skippedCount > 0 {
      let reasons = SkipReason.allCases.compactMap { reason in
        skipped[reason].map { "\($0) \(reason.phrase)" }
      }
      notes.append(
        "\(source): warning: \(skippedCount) of \(points) points skipped: "
          + reasons.joined(separator: ", "))
    }
    for (kind, count) in ignoredKinds.sorted(by: { $0.key < $1.key }) {
      notes.append(
        "\(source): note: \(count) \(kind) \(count == 1 ? "point" : "points") ignored: "
          + "the file has a better kind (trkpt, else rtept, else wpt)")
    }
    if ignoredTimes > 0 {
      notes.append(
        "\(source): note: \(ignoredTimes) \(ignoredTimes == 1 ? "time" : "times") ignored: "
          + "the track is taken as untimed")
    }
    return notes
  }
}
