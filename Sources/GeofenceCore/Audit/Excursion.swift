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
  /// Metres past the boundary at the deepest fix that decided the side; `nil` where none did.
  package var deepestDecided: Double?
  /// From the first fix that decided the side to the last.
  package var decided: Interval?
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
  private var decided: (place: Coordinate, chord: Double, times: ClosedRange<Timestamp>)?
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

  /// Takes in that `fix` decided the side.
  mutating func noteDecided(_ fix: Fix, squaredChord: Double, entering: Bool) {
    guard let known = decided else {
      decided = (fix.coordinate, squaredChord, fix.time...fix.time)
      return
    }
    let times = known.times.lowerBound...max(known.times.upperBound, fix.time)
    let isDeeper = entering ? squaredChord < known.chord : squaredChord > known.chord
    decided =
      isDeeper ? (fix.coordinate, squaredChord, times) : (known.place, known.chord, times)
  }

  /// A Boolean value that indicates whether a fix decided nothing.
  var hasUndecided: Bool { undecided > 0 }

  func excursion(since start: Timestamp, _ region: CircularRegion, entering: Bool) -> Excursion {
    func depth(at place: Coordinate) -> Double {
      let distance = Geodesic(from: place, to: region.center).distance - region.radius
      return entering ? -distance : distance
    }
    var excursion = Excursion(
      lasted: lastTime - start, deepest: depth(at: deepest), end: end ?? .trackEnd,
      undecided: undecided,
      firstUndecided: firstUndecided.map {
        .init(time: $0.time, accuracy: $0.accuracy, depth: depth(at: $0.place))
      })
    excursion.deepestDecided = decided.map { depth(at: $0.place) }
    excursion.decided = decided.map { $0.times.upperBound - $0.times.lowerBound }
    return excursion
  }
}
