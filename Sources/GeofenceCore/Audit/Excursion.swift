/// A device's stay on the new side of a boundary, as far as it decides whether a crossing counts.
package struct Excursion: Hashable, Sendable {
  package enum End: Hashable, Sendable {
    case wayBack
    /// The region left the app's set, or became another circle.
    case removal
    case trackEnd
  }

  /// A fix that decided nothing.
  package struct Undecided: Hashable, Sendable {
    package let time: Timestamp
    /// Metres.
    package let accuracy: Double
    /// Metres past the boundary.
    package let depth: Double
  }

  /// From the crossing to the last fix on the new side.
  package let lasted: Interval
  /// Metres past the boundary at the deepest fix.
  package let deepest: Double
  package let end: End
  /// The number of fixes whose uncertainty straddled the boundary.
  package let undecided: Int
  package let firstUndecided: Undecided?
}

/// Takes the measure of a stay from fix to fix; what needs a geodesic is reckoned at the end.
struct ExcursionMeter: Sendable {
  /// The reason why there is no further fix on the new side; `nil` while there may be.
  var end: Excursion.End?
  /// The last fix on the new side, where the stay has ended.
  var lastTime: Timestamp
  /// The fix that was deepest on the new side.
  private(set) var deepest: Coordinate
  private var deepestChord: Double
  private var undecided = 0
  private var firstUndecided: (time: Timestamp, accuracy: Double, place: Coordinate)?

  init(_ fix: Fix, squaredChord: Double) {
    lastTime = fix.time
    deepest = fix.coordinate
    deepestChord = squaredChord
  }

  /// - Parameter squaredChord: from the region's centre to the fix.
  @inline(__always)
  mutating func extend(to fix: borrowing Fix, squaredChord: Double, entering: Bool) {
    guard entering ? squaredChord < deepestChord : squaredChord > deepestChord else { return }
    deepestChord = squaredChord
    deepest = fix.coordinate
  }

  /// Takes in that `fix` decided nothing.
  mutating func noteUndecided(_ fix: Fix, accuracy: Double) {
    undecided += 1
    firstUndecided = firstUndecided ?? (fix.time, accuracy, fix.coordinate)
  }

  /// A Boolean value that indicates whether a fix decided nothing.
  var hasUndecided: Bool { undecided > 0 }

  func excursion(since start: Timestamp, _ region: CircularRegion, entering: Bool) -> Excursion {
    func depth(at place: Coordinate) -> Double {
      let distance = Geodesic(from: place, to: region.center).distance - region.radius
      return entering ? -distance : distance
    }
    return Excursion(
      lasted: lastTime - start, deepest: depth(at: deepest), end: end ?? .trackEnd,
      undecided: undecided,
      firstUndecided: firstUndecided.map {
        .init(time: $0.time, accuracy: $0.accuracy, depth: depth(at: $0.place))
      })
  }
}
