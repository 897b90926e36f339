package enum SkipReason: Int, CaseIterable, Hashable, Sendable {
  case badCoordinate
  /// The place is 0,0, which receivers and programs write where they have none.
  case zeroCoordinate
  /// The accuracy is negative, by which Core Location marks an invalid coordinate.
  case negativeAccuracy
  case unreadableTime
  case missingTime
  case earlierTime

  /// The words after the number of such points, as in `10 without time`.
  var phrase: String {
    switch self {
    case .badCoordinate: "with a bad coordinate"
    case .zeroCoordinate: "at 0,0"
    case .negativeAccuracy: "with a negative accuracy"
    case .unreadableTime: "with an unreadable time"
    case .missingTime: "without time"
    case .earlierTime: "with a time before that of the last point kept"
    }
  }

  var help: String {
    switch self {
    case .badCoordinate: "latitude is -90 to 90 and longitude -180 to 180, in decimal degrees"
    case .zeroCoordinate:
      "0,0 counts as a place only where the device's other points lie within 100 km of it"
    case .negativeAccuracy:
      "a negative accuracy marks an invalid point; leave it empty where it is unknown"
    case .unreadableTime:
      "write 2024-05-01T09:10:00Z, or seconds since 1970"
    case .missingTime:
      "give every point a time, or let --ignore-times space the points by distance"
    case .earlierTime:
      "sort the points by time; several devices need a column with their names, or a file each"
    }
  }
}

package struct SkipCounts: Hashable, Sendable {
  private var counts = Array(repeating: 0, count: SkipReason.allCases.count)

  package subscript(reason: SkipReason) -> Int {
    get { counts[reason.rawValue] }
    set { counts[reason.rawValue] = newValue }
  }

  package var total: Int { counts.reduce(0, +) }

  /// The numbers in words, in the order of reasons: `10 without time, 2 with a bad coordinate`.
  var phrase: String {
    SkipReason.allCases.filter { self[$0] > 0 }.map { "\(self[$0]) \($0.phrase)" }
      .joined(separator: ", ")
  }
}
