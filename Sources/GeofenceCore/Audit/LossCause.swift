/// Why a crossing did not reach the app; the first three are the rules' doing, the rest the app's and
/// the device's.
public enum LossCause: String, CaseIterable, Hashable, Sendable {
  /// The device did not stay on the new side for the dwell.
  case dwell
  /// It stayed, but never went past the boundary by the cushion.
  case cushion
  /// It stayed and went far enough, but too many fixes were too uncertain to decide.
  case accuracy
  /// The region had no slot from the crossing to the way back, and none shortly before.
  case notRegistered = "not-registered"
  /// The region got a slot after the crossing, too late to tell the app of it.
  case registeredLate = "registered-late"
  /// The region lost its slot before the crossing was confirmed.
  case evicted
  /// A reselection stopped and restarted the region while it was being crossed.
  case resetByRenewal = "reset-by-renewal"
  /// The crossing would have been delivered by a device and an app that nothing had happened to.
  case suspended
}
