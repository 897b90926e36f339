/// The moment that decided a loss.
package enum LossDetail: Hashable, Sendable {
  /// The stay on the new side was too short, too shallow or too uncertain.
  case stay(Excursion)
  /// No fix had decided where the device was before.
  case unknownState
  /// The region was not among those chosen: how far it was then, and when the app chose next.
  case notChosen(Choice, distance: Double, next: Timestamp?)
  /// The app had not chosen yet.
  case nothingChosen
  /// The region was registered when the boundary had been crossed already.
  case registered(Timestamp)
  /// The selection that stopped the registration.
  case stopped(Choice)
  /// An outage, which the verdict names, or the app registered the region again then.
  case hindered(registeredAgain: Timestamp?)
  /// Every location update during the stay put the device elsewhere, or put the crossing before
  /// there was one.
  case mislocated(updates: Int)
}
