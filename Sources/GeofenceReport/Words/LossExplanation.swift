import GeofenceCore

/// An explanation of a cause of losses for readers who meet it for the first time.
struct LossExplanation {
  let cause: LossCause
  let settings: Settings

  /// The label of the cause, a few words.
  var label: String {
    switch cause {
    case .dwell: "the stay was too short"
    case .cushion: "not far enough past the boundary"
    case .accuracy: "the fixes were too uncertain"
    case .notRegistered: "the region had no slot"
    case .registeredLate: "the region was registered too late"
    case .evicted: "the region lost its slot"
    case .resetByRenewal: "a reselection started the region anew"
    case .suspended: "the device or the app was suspended"
    case .unseen: "no location update in time"
    case .mislocated: "location updates elsewhere"
    case .tooLarge: "the circle is too large"
    case .merged: "hidden by a larger circle"
    }
  }

  /// The meaning of the cause in one sentence, with the numbers in force.
  var meaning: String {
    let rules = settings.crossing
    let (dwell, cushion) = (rules.dwell.seconds.plain, rules.cushion.plain)
    switch cause {
    case .dwell:
      return "The device did not stay on the new side of the boundary for the \(dwell) s that it "
        + "takes to report a crossing."
    case .cushion:
      let inward = rules.inwardCushion.plain
      return "The device stayed, but did not go far enough past the boundary: \(cushion) m on the "
        + "way out, \(inward) m or half the radius on the way in."
    case .accuracy:
      return "The fixes were too uncertain to tell on which side of the boundary the device was."
    case .notRegistered:
      return "An app may register \(settings.limit) regions at a time, and others ranked before "
        + "this one from the crossing until the device had left again."
    case .registeredLate:
      return "The app registered the region only after the device had crossed its boundary."
    case .evicted:
      return "The region was registered, but gave its slot to others before the crossing counted."
    case .resetByRenewal:
      return "The app stopped and restarted the region before the crossing counted, and its state "
        + "was forgotten."
    case .suspended:
      return "The device or its app could not receive events: restarted, asleep, not authorized or "
        + "without background refresh."
    case .unseen:
      return "The phone made no location update between the crossing and the way back."
    case .mislocated:
      return "The phone made location updates, but their error put the device on the other side of "
        + "the boundary."
    case .tooLarge:
      return "The device does not take a circle of more than \(settings.maximumRadius.plain) m."
    case .merged:
      return "A larger circle is watched in place of the region, and it was not crossed."
    }
  }
}
