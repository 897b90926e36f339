import GeofenceBytes
import GeofenceCore

/// A search for the column, or the key, that tells devices apart in a track that does not name
/// them.
///
/// Within the values of such a column the place does not jump, and the time does not go back.
///
/// Rows are examined closely only from a jump on, and only a limited number of them.
struct ColumnSurvey: Sendable {
  /// A place in degrees, and the time in milliseconds since 1970 at which a device was there.
  private struct Visit {
    let latitude: Float
    let longitude: Float
    let milliseconds: Int64

    /// Returns whether the visit that comes after this one is likely another device's.
    func isBroken(by other: Visit) -> Bool {
      if other.milliseconds < milliseconds { return true }
      let north = Double(latitude - other.latitude).magnitude
      let east = Double(longitude - other.longitude).magnitude
      let seconds = max(Double(other.milliseconds &- milliseconds) / 1000, 1)
      let most = DevicePace.fastest * seconds
      guard (north + east) * 111_700 > most else { return false }
      return Geodesic(from: coordinate, to: other.coordinate).distance > most
    }

    private var coordinate: Coordinate {
      Coordinate(latitude: Double(latitude), longitude: Double(longitude))
    }
  }

  private var last: Visit?
  /// The last visit under each value of each column.
  private var visits: [[UInt32: Visit]] = []
  /// The number of times that a value of each column occurred again.
  private var pairs: [Int] = []
  /// The number of these times, for each column, at which the visit before was broken off.
  private var breaks: [Int] = []
  /// The number of rows that were examined and have a time and a place.
  private var rows = 0
  /// The number of rows at which the visit of the row before was broken off.
  private var allBreaks = 0
  /// The number of rows that are still to be examined since the last jump.
  private var burst = 0
  /// The number of rows that may still be examined in all.
  private var budget = 12_000

  /// The number of rows that are examined from the first jump on.
  private static let firstBurst = 8_000
  /// The number of rows that are examined from each later jump on.
  private static let laterBurst = 50

  /// A Boolean value that indicates whether the columns of the next row are to be examined.
  var isActive: Bool { burst > 0 }

  /// Takes the place and the time of a row.
  @inline(__always)
  mutating func look(at point: TrackPoint) {
    guard burst == 0 else { return }
    follow(point)
  }

  @inline(__always)
  private mutating func follow(_ point: TrackPoint) {
    guard case .at(let time) = point.time, point.coordinate.isValid else { return }
    let visit = Visit(
      latitude: Float(point.latitude), longitude: Float(point.longitude),
      milliseconds: time.milliseconds)
    if let last, budget > 0, last.isBroken(by: visit) {
      burst = min(rows == 0 ? Self.firstBurst : Self.laterBurst, budget)
    }
    last = visit
  }

  /// Takes a row with the values of its columns while the survey is active.
  ///
  /// - Parameter values: The hash of each column's value; zero if there is none.
  mutating func add(_ point: TrackPoint, _ values: [UInt32]) {
    burst -= 1
    budget -= 1
    guard case .at(let time) = point.time, point.coordinate.isValid else { return }
    let visit = Visit(
      latitude: Float(point.latitude), longitude: Float(point.longitude),
      milliseconds: time.milliseconds)
    if let last, last.isBroken(by: visit) { allBreaks += 1 }
    last = visit
    rows += 1
    for (column, value) in values.enumerated() {
      if column == visits.count {
        visits.append([:])
        pairs.append(0)
        breaks.append(0)
      }
      guard value != 0 else { continue }
      guard let earlier = visits[column].updateValue(visit, forKey: value) else { continue }
      pairs[column] += 1
      if earlier.isBroken(by: visit) { breaks[column] += 1 }
    }
  }

  /// The same survey without its visits, when no other row of this part of the track follows.
  var counted: ColumnSurvey {
    var counted = self
    counted.visits = Array(repeating: [:], count: pairs.count)
    return counted
  }

  /// Adds the findings of another part of the track.
  static func += (lhs: inout Self, rhs: Self) {
    lhs.rows += rhs.rows
    lhs.allBreaks += rhs.allBreaks
    for column in rhs.pairs.indices {
      if column == lhs.pairs.count {
        lhs.visits.append([:])
        lhs.pairs.append(0)
        lhs.breaks.append(0)
      }
      lhs.pairs[column] += rhs.pairs[column]
      lhs.breaks[column] += rhs.breaks[column]
    }
  }

  /// The column that would tell the devices apart; `nil` if none would.
  var best: Int? {
    // Its values occur again, and hardly any of the breaks are within them.
    let possible = pairs.indices.filter { column in
      pairs[column] >= 3 && pairs[column] * 10 >= rows
        && breaks[column] * 10 * rows <= allBreaks * pairs[column]
    }
    return possible.min { breaks[$0] * pairs[$1] < breaks[$1] * pairs[$0] }
  }
}
