import GeofenceBytes
import GeofenceCore

/// A search for an unnamed column that tells devices apart: within its values no place jumps, and
/// no time goes back. Only a limited number of rows, from a jump on, are examined closely.
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

    /// Returns whether the way from one visit to this one goes back to near the visit before it.
    func turns(from last: Visit, backTo other: Visit) -> Bool {
      let least = Self.shortestTurn
      guard last.degrees(to: self) * 111_700 > least,
        other.degrees(to: self) * 2 < last.degrees(to: self)
      else { return false }
      let step = Geodesic(from: last.coordinate, to: coordinate).distance
      guard step > least else { return false }
      return Geodesic(from: other.coordinate, to: coordinate).distance * 2 < step
    }

    /// The shortest step in metres that counts as one back.
    private static let shortestTurn = 200.0

    private func degrees(to other: Visit) -> Double {
      Double((latitude - other.latitude).magnitude + (longitude - other.longitude).magnitude)
    }

    private var coordinate: Coordinate {
      Coordinate(latitude: Double(latitude), longitude: Double(longitude))
    }
  }

  struct Turns: Hashable, Sendable {
    var count = 0
    var steps = 0
  }

  private var last: Visit?
  private var beforeLast: Visit?
  private var allTurns = Turns()
  private var examinedTurns = 0
  /// The number of these, for each column, at which its value went back, too.
  private var explainedTurns: [Int] = []
  /// The values of the columns in the row before, and in the one before that.
  private var lastValues: ([UInt32], [UInt32]) = ([], [])
  private var visits: [[UInt32: Visit]] = []
  /// The number of times that a value of each column occurred again.
  private var pairs: [Int] = []
  /// The number of these times, for each column, at which the visit before was broken off.
  private var breaks: [Int] = []
  private var rows = 0
  /// The number of rows at which the visit of the row before was broken off.
  private var allBreaks = 0
  private var burst = 0
  private var budget = 12_000

  private static let firstBurst = 8_000
  private static let laterBurst = 50

  /// True if the columns of the next row are to be examined.
  var isActive: Bool { burst > 0 }

  @inline(__always)
  mutating func look(at point: TrackPoint) {
    guard burst == 0, let (visit, before, turns) = follow(point) else { return }
    if budget > 0, turns || before?.isBroken(by: visit) == true {
      burst = min(rows == 0 ? Self.firstBurst : Self.laterBurst, budget)
    }
  }

  /// Returns the visit of a point, that of the row before, and whether it goes back to near the one
  /// before that; `nil` for a point that is no visit.
  @inline(__always)
  private mutating func follow(_ point: TrackPoint) -> (Visit, before: Visit?, turns: Bool)? {
    guard case .at(let time) = point.time, point.coordinate.isValid else { return nil }
    let visit = Visit(
      latitude: Float(point.latitude), longitude: Float(point.longitude),
      milliseconds: time.milliseconds)
    defer { (beforeLast, last) = (last, visit) }
    guard let last, let beforeLast else { return (visit, last, false) }
    allTurns.steps += 1
    let turns = visit.turns(from: last, backTo: beforeLast)
    if turns { allTurns.count += 1 }
    return (visit, last, turns)
  }

  mutating func add(_ point: TrackPoint, _ values: [UInt32]) {
    burst -= 1
    budget -= 1
    guard let (visit, before, turns) = follow(point) else { return }
    if before?.isBroken(by: visit) == true { allBreaks += 1 }
    if turns { explainTurn(values) }
    lastValues = (values, lastValues.0)
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

  /// Counts for each column whether its value goes back as the place does.
  private mutating func explainTurn(_ values: [UInt32]) {
    guard !lastValues.0.isEmpty, !lastValues.1.isEmpty else { return }
    examinedTurns += 1
    while explainedTurns.count < values.count { explainedTurns.append(0) }
    let columns = min(values.count, lastValues.0.count, lastValues.1.count)
    for column in 0..<columns
    where values[column] != 0 && values[column] == lastValues.1[column]
      && values[column] != lastValues.0[column]
    {
      explainedTurns[column] += 1
    }
  }

  /// The steps back to the place before last, if they are more than a tenth of all steps.
  var turns: Turns? { allTurns.count * 10 > allTurns.steps && turning != nil ? allTurns : nil }

  /// The column whose value goes back at nearly all steps that go back; `nil` if none does.
  private var turning: Int? {
    guard examinedTurns >= 3 else { return nil }
    return explainedTurns.firstIndex { $0 * 10 >= examinedTurns * 9 }
  }

  /// The column that would tell the devices apart; `nil` if none would.
  var best: Int? { unbroken ?? (turns == nil ? nil : turning) }

  /// The column within whose values the place does not jump; `nil` if there is none.
  private var unbroken: Int? {
    guard allBreaks > 0 else { return nil }
    // Its values occur again, and hardly any of the breaks are within them.
    let possible = pairs.indices.filter { column in
      pairs[column] >= 3 && pairs[column] * 10 >= rows
        && breaks[column] * 10 * rows <= allBreaks * pairs[column]
    }
    return possible.min { breaks[$0] * pairs[$1] < breaks[$1] * pairs[$0] }
  }
}
