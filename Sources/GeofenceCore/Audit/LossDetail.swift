/// The moment that decided a loss.
package enum LossDetail: Hashable, Sendable {
  /// The stay on the new side was too short, too shallow or too uncertain.
  case stay(Excursion, Needs)
  /// No fix had decided where the device was before.
  case unknownState
  /// The region was not among those chosen: how far it was then, and when the app chose next.
  case notChosen(Choice, distance: Double, next: Timestamp?)
  /// The app had not chosen yet.
  case nothingChosen
  /// The region was registered when the boundary had been crossed already.
  case registered(Timestamp, because: Triggers)
  case stopped(Stop)
  /// An outage, which the verdict names, or the app registered the region again then.
  case hindered(registeredAgain: Timestamp?)
  /// The system had no registration of the region, from that time at the latest.
  case removed(since: Timestamp?)
  /// The phone did not see the stay, the last fix of which was then.
  case unseen(until: Timestamp?)
  /// Every location update during the stay put the device elsewhere, or put the crossing before
  /// there was one.
  case mislocated(updates: Int)
  /// The system does not take a circle of this radius, metres.
  case radiusAboveMaximum(Double)
  /// The circle that is watched instead, metres, was not crossed then.
  case hidden(byRadius: Double)

  /// The dwell and the cushion that the rules ask for.
  package struct Needs: Hashable, Sendable {
    package let dwell: Interval
    /// Metres past the boundary.
    package let cushion: Double
    package let dwellOrigin: CrossingRules.DwellOrigin
  }
}

/// The end of a registration, as an audit shows it.
package struct Stop: Hashable, Sendable {
  /// Metres from the boundary, negative inside.
  package let distance: Double
  /// True if the region was registered again at once.
  package let isRestart: Bool
  package let choice: Choice
}
