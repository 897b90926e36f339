import GeofenceCore
import GeofenceFormats

/// An explanation of a cause of losses for readers who meet it for the first time.
struct LossExplanation {
  let cause: LossCause
  let settings: Settings

  /// The label of the cause, a few words.
  var label: String {
    switch cause {
    case .dwell: "stayed too short"
    case .cushion: "not far enough past the boundary"
    case .accuracy: "fixes too uncertain"
    case .notRegistered: "not registered"
    case .registeredLate: "registered too late"
    case .evicted: "lost its slot"
    case .resetByRenewal: "reset by a reselection"
    case .suspended: "device or app suspended"
    case .unseen: "not seen by the phone"
    case .mislocated: "seen elsewhere by the phone"
    case .tooLarge: "circle too large"
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
      return "The region was not being watched from the crossing to the way back: an app may "
        + "register \(settings.limit) regions at a time, and others ranked before it."
    case .registeredLate:
      return "The region was not being watched when the device crossed its boundary; the app "
        + "registered it only afterwards."
    case .evicted:
      return "The region was being watched, but gave its slot to others before the crossing "
        + "counted."
    case .resetByRenewal:
      return "The app stopped and restarted the region before the crossing counted, and its state "
        + "was forgotten."
    case .suspended:
      return "The device or its app was in no state to hear of it: restarted, asleep, not "
        + "authorized or without background refresh."
    case .unseen:
      return "The phone did not look between the crossing and the way back."
    case .mislocated:
      return "The phone looked, but its error put the device on the other side of the boundary."
    case .tooLarge:
      return "The device does not take a circle of more than \(settings.maximumRadius.plain) m."
    case .merged:
      return "A larger circle is watched in place of the region, and it was not crossed."
    }
  }
}
