public import GeofenceCore

/// One reason why an expected event is missing, an event came at another time, or an event came that
/// nobody expected.
public enum Explanation: Hashable, Sendable {
  /// The run has no device of the event's name, but others.
  case unknownDevice(closest: String?, others: [String])
  /// The app's set, of so many regions, never has that of the event.
  ///
  /// `isOfAll` where the set has none of the recording's regions.
  case unknownRegion(closest: String?, isOfAll: Bool, among: Int)
  /// A notify flag of the region suppresses events of this kind.
  case suppressed
  /// The device monitors no circle of such a radius, metres.
  case tooLarge(radius: Double, maximum: Double)
  /// The event lies outside of the times that the run was cut to.
  case beforeCut(Timestamp)
  case afterCut(Timestamp)
  /// The event lies before the first fix of its device, or after the last.
  case trackBegins(Timestamp)
  case trackEnds(Timestamp)
  /// The region was in the app's set at other times only.
  case notInSet([RegionHistory.Membership])
  /// The alarm at the region had fired before, and fires once.
  case alarmFired(Timestamp)
  /// The region is far from every fix.
  case distant(Approach, RegionHistory.Distance)
  /// No fix lies in the region, a circle of this radius in metres.
  case neverInside(Approach, radius: Double)
  /// The boundary was crossed, and the event was lost.
  case lost(AuditedCrossing)
  /// The boundary was crossed, and the track ended before that counted.
  case undecided(AuditedCrossing, trackEnd: Timestamp, CrossingRules)
  /// The device was inside when the region was looked at first, so that there was no crossing to
  /// report.
  case insideBefore(Timestamp, Registration, API)
  /// The device never left the region.
  case neverLeft(since: Timestamp, trackEnd: Timestamp)
  /// The nearest crossing of the kind; its own event was delivered.
  case delivered(AuditedCrossing)
  /// The nearest crossing of the kind was delivered, and its alarm kept silent.
  case silent(AuditedCrossing)
  /// The boundary was never crossed so.
  case neverCrossed
  /// The event that came, and what it crossed.
  case came(EventRecord)
  /// The event that came at another time, and the time at which the rules had confirmed its crossing,
  /// where that is known.
  case shifted(EventRecord, confirmedAt: Timestamp?, by: Interval)
  /// The recording has no device of the event's name.
  case unrecordedDevice(closest: String?)
  /// The recording has no region of the event's name, and a similar one that the run lacks.
  case renamedRegion(from: String)
  /// The cause is not known.
  case unexamined(Limit)

  /// The app's monitoring of a region that the device was in.
  public enum Registration: Hashable, Sendable {
    case present
    case from(Timestamp)
    case never
  }

  /// A reason for which causes are not looked for.
  public enum Limit: Hashable, Sendable {
    /// The run went on from the state of another.
    case state
    /// The track cannot be read again, with the reason.
    case unreadable(String)
    /// There are more differences than are looked into.
    case number(Int)
  }
}

extension Explanation {
  /// Whether the same words fit other events, too, so that one sentence serves them all.
  var isShared: Bool {
    switch self {
    case .lost, .undecided, .delivered, .silent, .came, .shifted: false
    default: true
    }
  }

  /// The cause in a few words that follow a number of events; `nil` where the event itself says as
  /// much.
  var label: String? {
    switch self {
    case .unknownDevice: "of no device of this run"
    case .unknownRegion: "of a region that is not in the set"
    case .suppressed: "suppressed by a flag"
    case .tooLarge: "of a region that is too large"
    case .beforeCut, .afterCut: "cut away"
    case .trackBegins: "before the track begins"
    case .trackEnds, .undecided: "after the track ends"
    case .notInSet: "while the region is not in the set"
    case .alarmFired: "of an alarm that had fired"
    case .distant: "of a region far from the track"
    case .neverInside: "of a region that was never entered"
    case .lost(let crossing): crossing.loss.map { "lost to \($0.cause.rawValue)" }
    case .insideBefore: "of a region that the device was in before"
    case .neverLeft: "of a region that was never left"
    case .silent: "of an alarm that kept silent"
    case .delivered, .neverCrossed: "without a crossing"
    case .unrecordedDevice: "of a device that the recording does not have"
    case .renamedRegion: "of a region with another name in the recording"
    case .unexamined: "not looked into"
    case .came, .shifted: nil
    }
  }
}
