import GeofenceBytes
import GeofenceCore

package struct EventClaimWords {
  private let names: RegionNames
  private let clock: LocalClock

  package init(_ names: RegionNames, clock: LocalClock = LocalClock(sayingOffset: false)) {
    self.names = names
    self.clock = clock
  }

  /// - Parameter finding: the difference that it explains, whose date is not repeated.
  package func sentence(_ claim: EventClaim, of finding: Comparison.Finding) -> String {
    let event = finding.event
    func clock(_ time: Timestamp) -> String { self.clock.text(time, onDayOf: event.time) }
    switch claim {
    case .unknownDevice(let closest, let others):
      if others.isEmpty { return "This run does not tell devices apart, and the recording does." }
      if event.device == nil {
        return "This run tells devices apart\(Self.examples(others)), and the recording does not."
      }
      return "No device of this run is called so"
        + (closest == nil ? "\(Self.examples(others))." : guess(closest, of: event.device))
    case .unknownRegion(let closest, let isOfAll, let count):
      let set = "The set of this run (\(counted(count, "region"))"
      return isOfAll && closest == nil
        ? "\(set)\(Self.examples(names.prefix(4).map(\.rawValue)))) has no region of the recording: is it the set that was meant?"
        : "\(set)) does not have it" + guess(closest, of: event.region)
    case .reminderFinished(let status):
      return "Its reminder is \(status), and its alarm is not watched."
    case .noDwells(let isOfSystem):
      return isOfSystem
        ? "Core Location has no dwell." : "No dwell is asked for: --loitering does that."
    case .suppressed(let isEnter, isOfAlarm: true):
      return "Its alarm fires on \(isEnter ? "departure" : "arrival") alone."
    case .suppressed(let isEnter, isOfAlarm: false):
      return isEnter
        ? "Its enters are not reported (notifyOnEntry is false)."
        : "Its exits are not reported (notifyOnExit is false)."
    case .tooLarge(let maximum):
      return "Its region is \(Phrasing.neverMonitored(above: maximum.spokenMetres)) "
        + "(max-radius in --settings)."
    case .beforeCut(let time): return "--from leaves out what comes before \(clock(time))."
    case .afterCut(let time): return "--to leaves out what comes after \(clock(time))."
    case .trackBegins(let time): return "The track begins only later, at \(clock(time))."
    case .trackEnds(let time): return "The track ends before, at \(clock(time))."
    case .notInSet(let memberships):
      if let last = memberships.last(where: { $0.until <= event.time }), last.isCompleted {
        return "Its reminder was completed at \(clock(last.until))."
      }
      let times = memberships.map { words(for: $0, clock) }
      return times.isEmpty
        ? "The app's set does not have the region at that time."
        : "The app's set has the region only \(times.joined(separator: ", and "))."
    case .alarmFired(let time):
      return "Its alarm had fired at \(clock(time)), and fires once without --repeat."
    case .distant(let approach, let distance): return sentence(approach, distance, clock)
    case .neverInside(let approach, let radius):
      return "No fix lies in its circle of \(radius.spokenMetres): the nearest, at "
        + "\(clock(approach.time)), is \(approach.distance.spokenMetres) outside."
    case .judged(let crossing, let sentence, _, let also):
      return [crossed(crossing.id, event, clock), sentence, also].compactMap(\.self)
        .joined(separator: "; ") + "."
    case .dwell(let dwell, let sentence):
      return "The device was inside from \(clock(dwell.enteredAt)) on; its dwell of "
        + "\(clock(dwell.due)): \(sentence)."
    case .insideBefore(let time, let registration, let silent):
      return "The device was inside from \(clock(time)) on"
        + words(for: registration, silent, clock)
    case .neverLeft(let start, let end):
      return "The device came in at \(clock(start)), and was still inside when the track ended at "
        + "\(clock(end))."
    case .delivered(let crossing):
      let came = "came at \(clock(crossing.deliveredAt ?? crossing.time))."
      return crossing.time == event.time
        ? "The boundary was crossed then, and its \(event.name) \(came)"
        : "The boundary was not crossed so at that time: the nearest \(event.name) is that of "
          + "\(clock(crossing.time)), which \(came)"
    case .repeated(let expected, let delivered):
      return "The recording has it \(times(expected)), and it came \(times(delivered))."
    case .madeUp(let record, let event):
      return "The boundary was not crossed: the device was \(event.distance.spokenSide), and the "
        + (event.isCorrection
          ? "\(record.event) only corrects what a worse position had told before."
          : "position that the phone reported, which brought the \(record.event), was "
            + "\(event.error.spokenMetres) off.")
    case .neverCrossed: return "The device never crossed the boundary in this direction."
    case .came(let record, let crossing): return sentence(record, crossing, clock) + "."
    case .shifted(let record, let crossing, let late, let shift):
      let words =
        late.map { "The boundary was crossed at \(clock(crossing?.time ?? record.time)); \($0)" }
        ?? sentence(record, crossing, clock) + early(record, crossing?.confirmedAt, clock)
      return
        "\(words). It would pass with --tolerance \(shift.seconds.plain), which allows every event "
        + "\(shift.spoken)."
    case .unrecordedDevice(let closest):
      return "The recording has no device of this name" + guess(closest, of: event.device)
    case .renamedRegion(let former):
      return "The recording has \(VisibleText.quoted(former)) instead, which this run lacks: has "
        + "the region been renamed?" + likeness(former, event.region)
    case .unexamined(let limit): return sentence(limit)
    }
  }

  private func times(_ count: Int) -> String {
    count == 1 ? "once" : count == 2 ? "twice" : "\(count) times"
  }

  private func guess(_ closest: String?, of name: RegionIdentifier?) -> String {
    guard let closest else { return "." }
    return "; did you mean \(VisibleText.quoted(closest))?" + likeness(closest, name)
  }

  /// Returns a remark about a name that only looks like another.
  ///
  /// Texts are compared after normalization, but names scalar by scalar.
  private func likeness(_ text: String, _ name: RegionIdentifier?) -> String {
    name?.rawValue == text ? " It looks the same but is spelt with different characters." : ""
  }

  private static func examples(_ names: [String]) -> String {
    let shown = names.prefix(3).map(VisibleText.quoted)
    let others = names.count > shown.count ? ["…"] : []
    return shown.isEmpty ? "" : ": " + (shown + others).joined(separator: ", ")
  }

  private func words(
    for membership: RegionHistory.Membership, _ clock: (Timestamp) -> String
  ) -> String {
    let from = membership.isFromStart ? nil : "from \(clock(membership.from))"
    let until = membership.isUntilEnd ? nil : "until \(clock(membership.until))"
    return [from, until ?? "on"].compactMap(\.self).joined(separator: " ")
  }

  private func words(
    for registration: EventClaim.Registration, _ silent: String?, _ clock: (Timestamp) -> String
  ) -> String {
    switch registration {
    case .present:
      silent.map { ": \($0) reports no enter of a region that the device is already in." }
        ?? ", without having crossed the boundary inwards."
    case .from(let time): ", and the app monitored the region only from \(clock(time)) on."
    case .never: ", and the app never monitored the region."
    }
  }

  private func crossed(
    _ crossing: AuditedCrossing.ID, _ event: RecordedEvent, _ clock: (Timestamp) -> String
  ) -> String {
    let distance = crossing.time.distance(to: event.time)
    let side = crossing.time > event.time ? "after" : "before"
    // A crossing so shortly before is clearly the one that was expected.
    let isNear = crossing.time <= event.time && distance <= Interval(milliseconds: 600_000)
    return "The boundary was crossed at \(clock(crossing.time))"
      + (isNear ? "" : " (\(distance.spoken) \(side) the expected time)")
  }

  private func sentence(
    _ record: EventRecord, _ crossing: AuditedCrossing?, _ clock: (Timestamp) -> String
  ) -> String {
    let circle = crossing?.verdict?.circle.map { " the \($0.spokenMetres) circle" } ?? ""
    let depth = record.distance.map { $0.spokenSide + circle }
    let found = record.crossedAt ?? record.time
    // The crossing is of the region itself, and the record's of the circle that is watched for it.
    let start = crossing?.time ?? found
    if record.initial == true {
      return "The device was \(depth ?? "inside") at \(clock(found)), when the region's state was "
        + "first determined"
    }
    let (delay, lead) = (record.time - start, start - record.time)
    return "The boundary was crossed at \(clock(start)), and the \(record.event) came "
      + (delay.milliseconds > 0
        ? "\(delay.spoken) later" : lead.milliseconds > 0 ? "\(lead.spoken) before" : "at once")
      + (depth.map { ", \($0)" } ?? "")
  }

  private func early(
    _ record: EventRecord, _ confirmation: Timestamp?, _ clock: (Timestamp) -> String
  ) -> String {
    guard let confirmation, confirmation < record.time else { return "" }
    return ", \((record.time - confirmation).spoken) after the rules would have confirmed it with "
      + "every region monitored"
  }

  private func sentence(
    _ approach: Approach, _ distance: RegionHistory.Distance, _ clock: (Timestamp) -> String
  ) -> String {
    if distance.isOfAll {
      let words = Diagnosis.noRegion(
        within: Vicinity.reach, isReachedSwapped: distance.isReachedSwapped)
      let sentence = "\(words.problem)\(words.help.map { ": \($0)" } ?? "")"
      return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }
    return "The region lies \(approach.distance.spokenMetres) from the nearest fix, at "
      + clock(approach.time)
      + (distance.isReachedSwapped
        ? "; with latitude and longitude swapped it is near the track: check their order." : ".")
  }

  private func sentence(_ limit: EventClaim.Limit) -> String {
    switch limit {
    case .state:
      "The cause is not looked for in a run with --state, which may begin in the middle of the "
        + "track: simulate the whole track without --state."
    case .unreadable(let reason):
      "The cause cannot be looked for, since the track cannot be read again: \(reason)."
    case .number(let count): "The cause is looked for in the first \(count) missing events alone."
    }
  }
}
