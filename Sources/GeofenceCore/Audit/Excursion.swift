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
  /// The one of them whose accuracy was nearest to deciding.
  package let nearestUndecided: Undecided?
  /// Metres past the boundary at the deepest fix that decided the side; `nil` where none did.
  package var deepestDecided: Double?
  /// From the first fix that decided the side to the last.
  package var decided: Interval?
}
