import GeofenceBytes
import GeofenceCore

package struct CauseWords: Hashable, Sendable {
  /// The cause in a few words, such as "the region had no slot".
  package let label: String
  package let clause: String
  /// The meaning in one sentence, with the numbers in force.
  package let meaning: String

  fileprivate init(_ label: String, because clause: String? = nil, _ meaning: String) {
    (self.label, self.clause, self.meaning) = (label, clause ?? label, meaning)
  }
}

extension LossCause {
  package func words(_ settings: Settings) -> CauseWords {
    let rules = settings.crossing
    let (dwell, cushion) = (rules.dwellWords, rules.cushion.plain)
    let limit = settings.limit
    let slots = limit == 1 ? "the one slot was taken" : "the \(limit) slots were full"
    return switch self {
    case .dwell:
      CauseWords(
        "the stay was too short", because: "the device did not stay for \(dwell)",
        "The device did not stay on the new side of the boundary for the \(dwell) that it "
          + "takes to report a crossing.")
    case .cushion:
      CauseWords(
        "not far enough past the boundary",
        because: "the device did not go \(cushion) m past the boundary",
        "The device stayed, but did not go far enough past the boundary: \(cushion) m on leaving, "
          + "\(rules.inwardCushion.plain) m or half the radius on entering.")
    case .accuracy:
      CauseWords(
        "the fixes were too uncertain",
        "The fixes were too uncertain to decide on which side of the boundary the device was.")
    case .overlap:
      CauseWords(
        "too little of the fixes' circles overlapped",
        because: "too little of the fixes' circles of accuracy lay on the new side",
        "No fix had the share of its circle of accuracy within the region that decides: at least "
          + "\((rules.overlap?.inside ?? 1).plain) for inside, at most "
          + "\((rules.overlap?.outside ?? 0).plain) for outside.")
    case .notRegistered:
      CauseWords(
        "the region had no slot", because: slots,
        "An app may register \(limit) regions at a time, and others ranked before this one from "
          + "the crossing until the device had left again.")
    case .registeredLate:
      CauseWords(
        "the region was registered too late", because: slots,
        "The app registered the region only after the device had crossed its boundary.")
    case .evicted:
      CauseWords(
        "the region lost its slot", because: slots,
        "The region was registered, but lost its slot to others before the crossing counted.")
    case .resetByRenewal:
      CauseWords(
        "a reselection restarted the region",
        "The app stopped and restarted the region before the crossing counted, and its state was "
          + "forgotten.")
    case .suspended:
      CauseWords(
        "the device or the app was suspended",
        because: "the device or the app could not receive events",
        "The device or its app could not receive events: restarted, asleep, not authorized or "
          + "without background refresh.")
    case .removed:
      CauseWords(
        "the registration was gone", because: "the system had no registration of the region",
        "The system had lost the region's registration, or it had expired, and the app had not added "
          + "it again.")
    case .unseen:
      CauseWords(
        "no location update in time", because: "no location update came in time",
        "The phone made no location update between the crossing and the return.")
    case .mislocated:
      CauseWords(
        "location updates elsewhere", because: "location updates were off",
        "The phone made location updates, but their error put the device on the other side of the "
          + "boundary.")
    case .tooLarge:
      CauseWords(
        "the circle is too large", because: "the device takes no circle as large as that",
        "The device does not take a circle of more than \(settings.maximumRadius.plain) m.")
    case .merged:
      CauseWords(
        "hidden by a larger circle", because: "a larger circle is watched instead",
        "A larger circle is watched in place of the region, and it was not crossed.")
    }
  }
}

extension CrossingRules {
  fileprivate var dwellWords: String {
    let outside = outwardDwell.map { " (\($0.spoken) outside)" } ?? ""
    return "\(dwell.spoken)\(outside)"
  }
}
