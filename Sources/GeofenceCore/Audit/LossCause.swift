/// The first thing, in time, that kept a crossing from the app. A verdict names an outage before it.
package enum LossCause: String, CaseIterable, Hashable, Sendable {
  /// The device did not stay on the new side for the dwell.
  case dwell
  /// The device stayed, but never went past the boundary by the cushion.
  case cushion
  /// The device stayed and went far enough, but the fixes were too uncertain to decide.
  case accuracy
  /// Too much of the circle of accuracy of every fix lay on the old side: the same under the rule of
  /// the overlap.
  case overlap
  /// The region had no slot from the crossing until the device came back.
  case notRegistered = "not-registered"
  /// The region got a slot after the crossing.
  case registeredLate = "registered-late"
  /// The region lost its slot at the crossing or before it could be confirmed; for an exit, since
  /// the device was inside.
  case evicted
  /// A reselection stopped and restarted the region before the crossing could be confirmed.
  case resetByRenewal = "reset-by-renewal"
  /// The scenario's actions on the device or the app.
  case suspended
  /// The system had lost the registration, or it had expired.
  case removed
  /// The system does not take a circle of this radius.
  case tooLarge = "too-large"
  /// The larger circle that is watched in place of the region does not show it.
  case merged
  /// No location update was made in time.
  case unseen
  /// There were location updates, but they put the device elsewhere.
  case mislocated

  package enum Kind: CaseIterable, Hashable, Sendable {
    /// The rules of region monitoring.
    case rules
    /// The app's registrations, and the times at which it receives nothing.
    case app
    /// The phone's location updates.
    case positioning
    case circles
  }

  package var kind: Kind {
    switch self {
    case .dwell, .cushion, .accuracy, .overlap: .rules
    case .notRegistered, .registeredLate, .evicted, .resetByRenewal, .suspended, .removed: .app
    case .unseen, .mislocated: .positioning
    case .tooLarge, .merged: .circles
    }
  }

  /// True if it lies in the path, and not in what the app did.
  var isOfPath: Bool { kind == .rules || kind == .positioning }

  /// True if it is a rule of which a range was published.
  var isOfRange: Bool { kind == .rules && self != .overlap }

  /// The obstacle that a run has to do without for this cause to go; `nil` where only another
  /// circle helps.
  package var obstacle: Obstacle? {
    switch self {
    case .dwell: .dwell
    case .cushion: .cushion
    case .accuracy, .overlap: .accuracy
    case .notRegistered, .registeredLate, .evicted: .slot
    case .resetByRenewal: .renewal
    case .suspended: .suspended
    case .removed: .removed
    case .unseen, .mislocated: .positioning
    case .tooLarge, .merged: nil
    }
  }
}
