import GeofenceCore

package enum EventClaim: Hashable, Sendable {
  case unknownDevice(closest: String?, others: [String])
  /// The app's set never has the region of the event.
  ///
  /// `isOfAll` is true if it has none of the recording's, and `among` says how many it has.
  case unknownRegion(closest: String?, isOfAll: Bool, among: Int)
  /// The reminder of the alarm is completed or cancelled in its file.
  case reminderFinished(String)
  /// A notify flag of the region, or the kind of its alarm, suppresses events of this kind.
  case suppressed(isEnter: Bool, isOfAlarm: Bool)
  /// No dwell is asked for, or the system has none.
  case noDwells(isOfSystem: Bool)
  /// The device monitors no circle of this radius; both values are in metres.
  case tooLarge(maximum: Double)
  /// The event lies outside of the times that the run was cut to.
  case beforeCut(Timestamp)
  case afterCut(Timestamp)
  /// The event lies before the first fix of its device, or after the last.
  case trackBegins(Timestamp)
  case trackEnds(Timestamp)
  /// The region was in the app's set at other times only.
  case notInSet([RegionHistory.Membership])
  case alarmFired(Timestamp)
  case distant(Approach, RegionHistory.Distance)
  /// No fix lies in the region, a circle of this radius in metres.
  case neverInside(Approach, radius: Double)
  /// The boundary was crossed: what became of that, with its sentence, and the names and the words of
  /// what else stood in its way.
  case judged(JudgedCrossing, sentence: String, and: [String] = [], also: String? = nil)
  /// What became of the dwell that was due, with its sentence.
  case dwell(JudgedDwell, sentence: String)
  /// The device was inside at the first determination of the region's state, so that it did not
  /// cross; an interface that reports no first state inside is named.
  case insideBefore(Timestamp, Registration, silentUnder: String?)
  case neverLeft(since: Timestamp, trackEnd: Timestamp)
  /// The nearest crossing of this kind was delivered as another event.
  case delivered(AuditedCrossing)
  /// The recording expects the event more often than it was delivered.
  case repeated(expected: Int, delivered: Int)
  case neverCrossed
  /// The event that was delivered, with the crossing it is about.
  case came(EventRecord, of: AuditedCrossing?)
  /// The event was delivered without a crossing, as the position that the phone reported was off.
  case madeUp(EventRecord, RegionRecord.Misplacement)
  /// The event that was delivered at another time, with its crossing, if that is known, and with the
  /// sentence on the crossing where it is late.
  case shifted(EventRecord, of: AuditedCrossing?, late: String?, by: Interval)
  case unrecordedDevice(closest: String?)
  /// The recording lacks the region, and has one of a similar name that the run lacks.
  case renamedRegion(from: String)
  case unexamined(Limit)

  package enum Registration: Hashable, Sendable {
    case present
    case from(Timestamp)
    case never
  }

  package enum Limit: Hashable, Sendable {
    /// The run continued from the state of another.
    case state
    case unreadable(String)
    case number(Int)
  }

  var isShared: Bool {
    switch self {
    case .judged, .dwell, .delivered, .came, .madeUp, .shifted: false
    default: true
    }
  }

  /// The cause in a few words that follow a number of events; `nil` if the event itself shows it.
  var label: String? {
    switch self {
    case .repeated: "expected more than once"
    case .unknownDevice: "of no device of this run"
    case .unknownRegion: "of a region that is not in the set"
    case .reminderFinished: "of a reminder that is completed or cancelled"
    case .suppressed(_, let isOfAlarm): isOfAlarm ? "of the other kind" : "suppressed by a flag"
    case .noDwells: "dwells that are not asked for"
    case .tooLarge: "of a region that is too large"
    case .beforeCut, .afterCut: "cut away"
    case .trackBegins: "before the track begins"
    case .trackEnds: "after the track ends"
    case .notInSet: "while the region is not in the set"
    case .alarmFired: "of an alarm that had fired"
    case .distant: "of a region far from the track"
    case .neverInside: "of a region that was never entered"
    case .judged(let crossing, _, let names, _):
      crossing.verdict.leadingCause.map { cause in
        let others = names.filter { $0 != cause.rawValue }.joined(separator: ", ")
        return "missed: \(cause.rawValue)" + (others.isEmpty ? "" : " (and \(others))")
      } ?? crossing.verdict.outcome.name
    case .dwell(let dwell, _):
      dwell.loss.map { "missed" + ($0.cause.map { ": \($0.rawValue)" } ?? "") }
        ?? "of a stay whose dwell came at another time, or was not due"
    case .insideBefore: "of a region that the device was in before"
    case .neverLeft: "of a region that was never left"
    case .delivered, .neverCrossed: "without a crossing"
    case .unrecordedDevice: "of a device that the recording does not have"
    case .renamedRegion: "of a region with another name in the recording"
    case .unexamined: "not looked into"
    case .came, .madeUp, .shifted: nil
    }
  }
}
