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
  package internal(set) var lasted: Interval
  /// Metres past the boundary at the deepest fix.
  package let deepest: Double
  package internal(set) var end: End
  /// The number of fixes whose uncertainty straddled the boundary.
  package let undecided: Int
  package let firstUndecided: Undecided?
  /// Metres past the boundary at the deepest fix that decided the side; `nil` where none did.
  package var deepestDecided: Double?
  /// From the first fix that decided the side to the last.
  package var decided: Interval?
}

extension Excursion {
  /// Measures a stay by fixes; `nil` where none lies on the new side.
  ///
  /// - Parameters:
  ///   - isOnNewSide: whether a fix lies there.
  ///   - isDecided: whether it decides the side.
  init?(
    _ fixes: ArraySlice<Fix>, of region: CircularRegion, entering: Bool,
    isOnNewSide: (Fix, EarthVector) -> Bool, isDecided: (Fix, EarthVector) -> Bool
  ) {
    let center = EarthVector(region.center)
    /// The deepest of some fixes, with its depth as far as it can be compared without a geodesic.
    struct Deepest {
      var place: Coordinate?
      var rank = -Double.infinity

      mutating func take(_ fix: Fix, _ rank: Double) {
        if rank > self.rank { (place, self.rank) = (fix.coordinate, rank) }
      }
    }
    func depth(at place: Coordinate) -> Double {
      let distance = Geodesic(from: place, to: region.center).distance - region.radius
      return entering ? -distance : distance
    }
    var (all, decided) = (Deepest(), Deepest())
    var times: ClosedRange<Timestamp>?
    var decidedTimes: ClosedRange<Timestamp>?
    var undecided: (count: Int, first: Undecided?) = (0, nil)
    for fix in fixes {
      let vector = EarthVector(fix.coordinate)
      let (isOn, isDecided) = (isOnNewSide(fix, vector), isDecided(fix, vector))
      let chord = vector.squaredChord(to: center)
      if isOn {
        times = (times?.lowerBound ?? fix.time)...fix.time
        all.take(fix, entering ? -chord : chord)
        if isDecided {
          decided.take(fix, entering ? -chord : chord)
          decidedTimes = (decidedTimes?.lowerBound ?? fix.time)...fix.time
        }
      }
      if !isDecided, times != nil {
        undecided.count += 1
        undecided.first =
          undecided.first
          ?? Undecided(
            time: fix.time, accuracy: fix.horizontalAccuracy ?? 0, depth: depth(at: fix.coordinate))
      }
    }
    guard let times, let deepest = all.place else { return nil }
    self.init(
      lasted: times.upperBound - times.lowerBound, deepest: depth(at: deepest), end: .trackEnd,
      undecided: undecided.count, firstUndecided: undecided.first,
      deepestDecided: decided.place.map(depth),
      decided: decidedTimes.map { $0.upperBound - $0.lowerBound })
  }
}
