import GeofenceBytes
import GeofenceCore

package struct RegionStory {
  package struct Cure: Hashable, Sendable {
    package let change: String
    package let deliveredAt: Timestamp

    package init(_ change: String, deliveredAt: Timestamp) {
      (self.change, self.deliveredAt) = (change, deliveredAt)
    }
  }

  /// The regions that had the slots when the app selected others than this one.
  package struct Rivals: Sendable {
    package let slots: Int
    package let last: [(name: RegionIdentifier, distance: Double)]
    /// The place of this region in the ranking, from 1, and its metres.
    package let rank: Int
    package let distance: Double
    package let selectedAt: Timestamp
    package let next: Timestamp?

    package init(
      slots: Int, last: [(name: RegionIdentifier, distance: Double)], rank: Int, distance: Double,
      selectedAt: Timestamp, next: Timestamp?
    ) {
      (self.slots, self.last, self.rank, self.distance) = (slots, last, rank, distance)
      (self.selectedAt, self.next) = (selectedAt, next)
    }
  }

  let report: AuditReport
  let region: CircularRegion
  let visits: [VisitSurvey.Visit]
  let approach: Approach?
  package var crossings: [AuditedCrossing]
  /// The circles that the region has later, each from a time on.
  package var later: [(from: Timestamp, region: CircularRegion)] = []
  private let registrations: [RegionRecord.Slot]
  /// The events that belong to no crossing, such as the first state of the region.
  private let otherEvents: [RegionRecord.Received]
  package var cures: [AuditedCrossing.ID: Cure] = [:]
  package var rivals: [AuditedCrossing.ID: Rivals] = [:]
  private let clock: LocalClock
  /// What became of the crossings that are asked for.
  private let verdicts: [AuditedCrossing.ID: CrossingVerdict]

  package init(
    _ report: AuditReport, of region: CircularRegion, _ number: RegionNumber,
    crossings: [AuditedCrossing], visits: [VisitSurvey.Visit],
    clock: LocalClock = LocalClock()
  ) {
    self.report = report
    self.region = region
    self.visits = visits
    self.clock = clock
    approach = report.approaches[number]
    self.crossings = crossings
    let judged = report.strategies[0].account.judged.filter { $0.id.region == number }
    verdicts = Dictionary(judged.map { ($0.id, $0.verdict) }) { first, _ in first }
    let record = report.records[number] ?? RegionRecord()
    registrations = record.slots
    otherEvents = record.events.filter { event in
      !crossings.contains {
        $0.device == event.device && $0.name == event.name && $0.delivery?.time == event.time
      }
    }
  }

  // MARK: text

  package var lines: [String] {
    let circles =
      [words(for: region)] + later.map { "from \(moment($0.from)) on \(words(for: $0.region))" }
    return ["\(name): \(conclusion)", "  \(circles.joined(separator: ", ")); \(registered)"]
      + visits.flatMap(words) + others
  }

  private func words(for circle: CircularRegion) -> String {
    let place = circle.center
    return "a circle of \(circle.radius.spokenMetres) around \(place.latitude), \(place.longitude)"
  }

  package var line: String { "\(name): \(conclusion)" }

  private var name: String { VisibleText.quoted(region.identifier.rawValue) }

  private var conclusion: String {
    if visits.isEmpty {
      return approach.map {
        "no device was ever inside; nearest \(report.words(for: $0, clock: clock))"
      }
        ?? "no device was ever inside"
    }
    if crossings.isEmpty { return nothingCrossed }
    let claims = ClaimedCrossings(crossings, of: report.strategies[0]).claims
    let words = ClaimWords(report.strategies[0], of: report, clock: clock)
    return claims.map(words.clause).joined(separator: "; ")
  }

  private var nothingCrossed: String {
    if let approach, let absence = report.words(onAbsenceAt: approach, clock: clock) {
      return absence
    }
    let isCrossed = visits.contains { !$0.isFromStart || $0.leftAt != nil }
    let isSilent = !region.notifyOnEntry || !region.notifyOnExit
    return isCrossed && isSilent
      ? "its flags keep what happened from the app"
      : "no boundary was crossed: the device was inside when the region was first evaluated"
  }

  private var registered: String {
    if registrations.isEmpty { return "never registered" }
    let spans = registrations.prefix(4).map { span in
      let owner = device(span.device).map { " by \($0)" } ?? ""
      return span.until.map { "\(owner) from \(moment(span.from)) to \(moment($0))" }
        ?? "\(owner) from \(moment(span.from)) on"
    }
    let more = registrations.count - spans.count
    return "registered" + spans.joined(separator: ",") + (more > 0 ? " and \(more) more times" : "")
  }

  private func words(for visit: VisitSurvey.Visit) -> [String] {
    let owner = device(visit.device).map { "\($0) was " } ?? ""
    let lasted = visit.end - visit.start
    return [
      "  \(owner)inside from \(moment(visit.start)) to \(moment(visit.end)): \(lasted.spoken), "
        + "\(counted(visit.fixes, "fix", "fixes")), up to \(visit.depth.spokenMetres) deep"
    ]
      + (visit.isFromStart
        ? ["    inside from its first fix on: no boundary was crossed on the way in"] : [])
      + crossings.filter { belongs($0, to: visit) }.flatMap(words)
  }

  private func belongs(_ crossing: AuditedCrossing, to visit: VisitSurvey.Visit) -> Bool {
    crossing.device == visit.device
      && crossing.time == (crossing.name == .enter ? visit.start : visit.leftAt)
  }

  private func words(for crossing: AuditedCrossing) -> [String] {
    let start = "    \(crossing.name.rawValue) of \(moment(crossing.time))"
    switch crossing.outcome {
    case .delivered(let delivery):
      let delay = delivery.time - crossing.time
      let when =
        delay.milliseconds < 0
        ? "\(delay.spoken) before the crossing" : "\(delay.spoken) later"
      let state = delivery.isInitial ? ", as the first state after the registration" : ""
      return ["\(start): delivered at \(moment(delivery.time)), \(when)\(state)"]
    case .undecided: return ["\(start): undecided when the track ends"]
    case .lost:
      let text = report.text(of: crossing, under: report.strategies[0], clock: clock)
      let clause = crossing.loss?.cause.words(report.strategies[0].settings).clause
      return [
        "\(start): not delivered" + (clause.map { ", because \($0)" } ?? "")
          + (text.map { " (\($0.codes.joined(separator: " and ")))" } ?? "")
      ]
        + ((rivals[crossing.id].map(words) ?? [text?.text].compactMap(\.self))
        + [cure(of: crossing)].compactMap(\.self)).map { "      \($0)" }
    }
  }

  private func words(for rivals: Rivals) -> [String] {
    let last = rivals.last.last.map {
      ", the last to \(VisibleText.quoted($0.name.rawValue)) at \($0.distance.spokenMetres)"
    }
    return [
      "at \(moment(rivals.selectedAt)) the \(counted(rivals.slots, "slot")) went to nearer regions"
        + (last ?? ""),
      "\(name) ranked \(rivals.rank) at \(rivals.distance.spokenMetres), and the app reselected "
        + (rivals.next.map { "at \(moment($0))" } ?? "no more"),
    ]
  }

  private func cure(of crossing: AuditedCrossing) -> String? {
    cures[crossing.id].map { "delivered at \(moment($0.deliveredAt)) with \($0.change)" }
  }

  private var others: [String] {
    otherEvents.map { event in
      let owner = device(event.device).map { " to \($0)" } ?? ""
      let reason =
        event.isInitial
        ? "the first state after a registration: the device was inside already"
        : "without a crossing of its own"
      return "  also delivered\(owner): \(event.name.rawValue) at \(moment(event.time)), \(reason)"
    }
  }

  private func device(_ number: Int32) -> String? {
    report.name(ofDevice: number).map { VisibleText.quoted($0) }
  }

  private func moment(_ time: Timestamp) -> String { report.moment(time, clock) }

  // MARK: JSON

  package var json: JSONValue {
    [
      "region": region.identifier.rawValue, "conclusion": conclusion,
      "latitude": region.center.latitude, "longitude": region.center.longitude,
      "radius": region.radius,
      "later": later.isEmpty
        ? nil
        : later.map { from, circle -> JSONValue in
          [
            "from": from, "latitude": circle.center.latitude,
            "longitude": circle.center.longitude, "radius": circle.radius,
          ]
        },
      "nearest": visits.isEmpty ? approach.map(report.json) : nil,
      "registered": registrations.map { span -> JSONValue in
        ["device": report.name(ofDevice: span.device), "from": span.from, "until": span.until]
      },
      "visits": visits.map { json($0) },
      "other": otherEvents.isEmpty
        ? nil
        : otherEvents.map { event -> JSONValue in
          [
            "device": report.name(ofDevice: event.device), "event": event.name.rawValue,
            "initial": event.isInitial ? true : nil, "time": event.time,
          ]
        },
    ]
  }

  private func json(_ rivals: Rivals) -> JSONValue {
    [
      "selectedAt": rivals.selectedAt, "reselectedAt": rivals.next, "slots": rivals.slots,
      "rank": rivals.rank, "distance": rivals.distance.tenths,
      "last": rivals.last.map { other -> JSONValue in
        ["region": other.name.rawValue, "distance": other.distance.tenths]
      },
    ]
  }

  private func json(_ visit: VisitSurvey.Visit) -> JSONValue {
    [
      "device": report.name(ofDevice: visit.device), "from": visit.start, "to": visit.end,
      "leftAt": visit.leftAt, "fixes": visit.fixes, "depth": visit.depth.tenths,
      "events": crossings.filter { belongs($0, to: visit) }.map { json($0) },
    ]
  }

  private func json(_ crossing: AuditedCrossing) -> JSONValue {
    let text = report.text(of: crossing, under: report.strategies[0], clock: clock)
    let cure = cures[crossing.id]
    let facts = verdicts[crossing.id].map {
      VerdictJSON(
        .init(id: crossing.id, verdict: $0), report.strategies[0], and: text?.others, clock: clock)
    }
    return [
      "between": facts?.between, "outcome": facts?.outcome, "reason": facts?.reason,
      "sentence": facts?.sentence, "stay": facts?.stay, "undecidable": facts?.undecidable,
      "watched": facts?.watched,
      "event": crossing.name.rawValue, "crossedAt": crossing.time,
      "deliveredAt": crossing.delivery?.time, "delay": crossing.delay?.seconds,
      "cause": crossing.loss?.cause.rawValue, "and": text?.others, "why": text?.text,
      "sure": facts.map(\.sure) ?? text?.isSure, "comesAt": text?.comesAt,
      "slots": rivals[crossing.id].map { json($0) }, "deliveredWith": cure?.change,
      "undecided": crossing.outcome == .undecided ? true : nil,
    ]
  }
}
