/// Why a point of a track is not used.
public enum SkipReason: Int, CaseIterable, Hashable, Sendable {
  /// The latitude or the longitude is missing, unreadable or out of range.
  case badCoordinate
  /// Core Location marks an invalid coordinate by a negative accuracy.
  case negativeAccuracy
  /// There is a time that cannot be read.
  case unreadableTime
  /// There is no time, in a track where others have one.
  case missingTime
  /// The time is before that of the last point kept of the same device.
  case earlierTime
}

extension SkipReason {
  /// For a count of such points: `10 without time`.
  var phrase: String {
    switch self {
    case .badCoordinate: "with a bad coordinate"
    case .negativeAccuracy: "with a negative accuracy"
    case .unreadableTime: "with an unreadable time"
    case .missingTime: "without time"
    case .earlierTime: "with a time before that of the last point kept"
    }
  }

  var help: String {
    switch self {
    case .badCoordinate:
      "latitude is -90 to 90 and longitude -180 to 180, in decimal degrees"
    case .negativeAccuracy:
      "a negative accuracy marks an invalid point; leave it empty where it is unknown"
    case .unreadableTime:
      "write 2024-05-01T09:10:00Z, or seconds since 1970"
    case .missingTime:
      "give every point a time, or let --ignore-times space the points by distance"
    case .earlierTime:
      "sort the points by time, or name the column that tells the devices apart"
    }
  }
}

/// How many points were skipped for which reason.
public struct SkipCounts: Hashable, Sendable {
  private var counts = Array(repeating: 0, count: SkipReason.allCases.count)

  public subscript(reason: SkipReason) -> Int {
    get { counts[reason.rawValue] }
    set { counts[reason.rawValue] = newValue }
  }

  public var total: Int { counts.reduce(0, +) }

  /// `10 without time, 2 with a bad coordinate`, in the order of the reasons.
  var phrase: String {
    SkipReason.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.phrase)" }
      .joined(separator: ", ")
  }
}
