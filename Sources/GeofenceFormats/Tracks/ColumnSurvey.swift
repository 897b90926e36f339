import GeofenceCore

/// A search for what tells devices apart in a track that does not name them: the column, or the key, within
/// whose values the place does not jump, and the time does not go back.
///
/// Rows are looked at closely only from a jump on, and only so many of them.
struct ColumnSurvey: Sendable {
  /// A place and when a device was there.
  private struct Visit {
    let latitude: Float
    let longitude: Float
    let milliseconds: Int64

    /// Whether another device is likely to make the visit that comes after this one.
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
  /// How often a value of each column came again, and how often the visit before it was broken off then.
  private var pairs: [Int] = []
  private var breaks: [Int] = []
  private var rows = 0
  /// How often the visit of the row before was broken off.
  private var allBreaks = 0
  /// How many rows will still be looked at, from here on and in all.
  private var burst = 0
  private var budget = 12_000

  private static let firstBurst = 8_000
  private static let laterBurst = 50

  /// Whether the columns of the next row are wanted.
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

  /// Takes a row with the values of its columns, which are wanted.
  ///
  /// - Parameter values: the hash of each column's value; zero where there is none.
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

  /// The same without the visits, for which no other row of this part of the track comes.
  var counted: ColumnSurvey {
    var counted = self
    counted.visits = Array(repeating: [:], count: pairs.count)
    return counted
  }

  /// Adds what has been found in another part of the track.
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

  /// The column that would tell the devices apart; `nil` where none would.
  var best: Int? {
    // Values that come again, and hardly any of the breaks within them.
    let possible = pairs.indices.filter { column in
      pairs[column] >= 3 && pairs[column] * 10 >= rows
        && breaks[column] * 10 * rows <= allBreaks * pairs[column]
    }
    return possible.min { breaks[$0] * pairs[$1] < breaks[$1] * pairs[$0] }
  }
}
