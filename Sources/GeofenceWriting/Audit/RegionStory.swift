import GeofenceBytes
import GeofenceCore

package struct RegionStory {
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
  /// The enter and the exit of each visit.
  private let events: [[AuditedCrossing]]
  let approach: Approach?
  package let crossings: [AuditedCrossing]
  /// The circles that the region has later, each from a time on.
  package var later: [(from: Timestamp, region: CircularRegion)] = []
  private let registrations: [(device: Int32, from: Timestamp, until: Timestamp?)]
  /// The events that belong to no crossing, such as the first state of the region.
  private let otherEvents: [(device: Int32, event: RegionRecord.Received)]
  /// The changes of which the first that delivers a loss is named, as options.
  private let changes: [String]
  package var rivals: [AuditedCrossing.ID: Rivals] = [:]
  /// What other draws of the positioning model make of crossings.
  package var draws: [AuditedCrossing.ID: String] = [:]
  private let clock: LocalClock
  private let number: RegionNumber
  private let judgements: Judgements
  /// The name that people use for it, such as the title of a reminder.
  package var title: String?
  /// True if it is of an alarm of a reminder.
  package var isOfAlarm = false
  /// True if it is of an alarm, which fires once.
  package var firesOnce = false
  /// The outcomes of the dwells that are asked for.
  private let dwells: [JudgedDwell]
  /// The dwells of each visit, by the watched circle, by its number.
  private let dwellsByVisit: [Int: [JudgedDwell]]
  /// The numbers of the visits of each device, in the order of time.
  private let visitsByDevice: [Int32: [Int]]

  /// - Parameter judgements: of the first strategy.
  package init(
    _ report: AuditReport, of region: CircularRegion, _ number: RegionNumber,
    crossings: [AuditedCrossing], visits: [VisitSurvey.Visit], _ judgements: Judgements,
    tried changes: [String] = [], clock: LocalClock = LocalClock(sayingOffset: false)
  ) {
    (self.number, self.judgements, self.changes) = (number, judgements, changes)
    self.report = report
    self.region = region
    self.visits = visits
    self.clock = clock
    approach = report.approaches[number]
    self.crossings = crossings
    events = Self.events(of: visits, in: number, crossings)
    let records = report.records[number] ?? [:]
    registrations = records.flatMap { device, record in
      // An alarm that fires at the fix of its registration gives its slot back at that fix.
      let spans = record.slots.map { (device: device, from: $0.from, until: $0.until) }
      guard spans.isEmpty, let time = record.events.first?.time else { return spans }
      return [(device: device, from: time, until: time)]
    }.sorted { ($0.from, $0.device) < ($1.from, $1.device) }
    otherEvents = records.flatMap { device, record in
      record.events.filter { $0.crossing == nil }.map { (device: device, event: $0) }
    }.sorted { ($0.event.time, $0.device) < ($1.event.time, $1.device) }
    dwells = report.strategies[0].account.dwells.filter { $0.region == number }
    visitsByDevice = Dictionary(grouping: visits.indices) { visits[$0].device }
    dwellsByVisit = Self.dwells(dwells, of: visits, visitsByDevice)
  }

  /// Returns the number of the visit in which a device was at a time.
  private func visit(ofDevice device: Int32, at time: Timestamp) -> Int? {
    guard let own = visitsByDevice[device] else { return nil }
    let place = own.partitioningIndex { visits[$0].leftAt.map { time < $0 } ?? true }
    return place < own.endIndex && visits[own[place]].start <= time ? own[place] : nil
  }

  /// Returns the enter and the exit of each visit; of several at one time each visit has its own.
  private static func events(
    of visits: [VisitSurvey.Visit], in region: RegionNumber, _ crossings: [AuditedCrossing]
  ) -> [[AuditedCrossing]] {
    var known = Dictionary(grouping: crossings, by: \.id).mapValues { $0[...] }
    return visits.map { visit in
      [(AuditedCrossing.Name.enter, visit.start), (.exit, visit.leftAt)].compactMap { name, time in
        time.flatMap {
          known[.init(device: visit.device, region: region, name: name, time: $0)]?.popFirst()
        }
      }
    }
  }

  /// Returns the dwells of each visit, by its number.
  private static func dwells(
    _ dwells: [JudgedDwell], of visits: [VisitSurvey.Visit], _ byDevice: [Int32: [Int]]
  ) -> [Int: [JudgedDwell]] {
    dwells.reduce(into: [:]) { byVisit, dwell in
      guard let own = byDevice[dwell.device] else { return }
      let place = own.partitioningIndex { visits[$0].end >= dwell.enteredAt }
      if place < own.endIndex, visits[own[place]].holds(dwell) {
        byVisit[own[place], default: []].append(dwell)
      }
    }
  }

  // MARK: text

  package var lines: [String] {
    let circles =
      [words(for: region)] + later.map { "from \(moment($0.from)) on \(words(for: $0.region))" }
    let others = Dictionary(grouping: others) { visit(ofDevice: $0.device, at: $0.time) }
    let stories = visits.indices.map {
      (time: visits[$0].start, lines: words(forVisit: $0, others[$0] ?? []))
    }
    return ["\(name): \(conclusion)", "  \(circles.joined(separator: ", ")); \(registered)"]
      + (stories + (others[nil] ?? []).map { (time: $0.time, lines: ["  \($0.text)"]) })
      .sorted { $0.time < $1.time }.flatMap(\.lines)
  }

  private func words(for circle: CircularRegion) -> String {
    let watched = max(settings.minimumRadius, circle.radius)
    let place = "around \(circle.center.latitude), \(circle.center.longitude)"
    if circle.shape != nil {
      return "a polygon, watched as a circle of \(watched.spokenMetres) \(place)"
    }
    return "a circle of \(circle.radius.spokenMetres) \(place)"
      + (watched > circle.radius ? ", watched as one of \(watched.spokenMetres)" : "")
  }

  package var line: String { "\(name): \(conclusion)" }

  /// Returns true if more was missed than in another, or more came late, or was left open.
  package func isWorse(than other: Self) -> Bool {
    func faults(_ story: Self) -> [Int] {
      let counts = VerdictCounts(story.crossings.compactMap(\.judged))
      return [counts.missed, counts.late + counts.early, counts.undecidable, counts.asked]
    }
    return faults(other).lexicographicallyPrecedes(faults(self))
  }

  private var name: String {
    let identifier = VisibleText.quoted(region.identifier.rawValue)
    return title.map { "\(VisibleText.quoted($0)) (\(identifier))" } ?? identifier
  }

  private var settings: Settings { report.strategies[0].settings }
  private var phrasing: Phrasing { report.phrasing(clock) }

  private var conclusion: String {
    let kinds = otherEvents.compactMap(\.event.extra)
    let (outside, again) = (kinds.count { $0 == .outside }, kinds.count { $0 == .repeated })
    let faults: [VerdictFact] =
      (outside > 0 ? [.outside(outside)] : []) + (again > 0 ? [.repeated(again)] : [])
    return ([outcome] + faults.map { $0.sentence(settings, phrasing) }).joined(separator: "; ")
  }

  private var outcome: String {
    let draw = report.conditions(nil).map { "\($0) " } ?? ""
    if region.radius > settings.maximumRadius {
      return Phrasing.neverMonitored(above: phrasing.distance(settings.maximumRadius))
    }
    if visits.isEmpty {
      let scope = report.scope.map { "with \($0), " } ?? ""
      if let passage = report.passages.byRegion[number], approach?.isInside != true {
        return "\(scope)no fix lies inside; \(passage.clause(phrasing))"
      }
      if report.swapped.contains(number) {
        return
          "are its coordinates swapped? With latitude and longitude exchanged the track comes near"
      }
      let never = "\(scope)no device was ever inside"
      guard let approach else { return never }
      if region.center.isAtZero, approach.distance > Vicinity.reach {
        return "its place is latitude 0 and longitude 0, where a missing place is put"
      }
      return report.words(onAbsenceAt: approach, clock: clock).map { scope + $0 }
        ?? report.words(onNearest: approach, never, clock: clock)
    }
    let (counts, dwells) = (VerdictCounts(crossings.compactMap(\.judged)), DwellCounts(dwells))
    let facts =
      counts.outcomes + (dwells.isEmpty ? [] : [.dwells(dwells)]) + counts.others(Passages())
    if facts.isEmpty { return nothingCrossed }
    return draw + facts.map { $0.sentence(settings, phrasing) }.joined(separator: "; ")
  }

  /// Says when its alarm had fired, for one that fires once: that of a device, or the first of all.
  private func firedBefore(onDevice device: Int32? = nil) -> String? {
    func isOwn(_ number: Int32) -> Bool { device.map { $0 == number } ?? true }
    let times =
      crossings.filter { isOwn($0.device) }.compactMap(\.deliveredAt)
      + otherEvents.filter { isOwn($0.device) }.map(\.event.time)
    guard firesOnce, let time = times.min() else { return nil }
    return "had fired at \(moment(time)) (once; --repeat)"
  }

  private var nothingCrossed: String {
    if let fired = firedBefore() { return fired }
    if let approach, let absence = report.words(onAbsenceAt: approach, clock: clock) {
      return absence
    }
    let isCrossed = visits.contains { !$0.isFromStart || $0.leftAt != nil }
    let isSilent = !region.notifyOnEntry || !region.notifyOnExit
    if report.visits[number] == [.inside, .gone] { return report.words(onStayIn: number) }
    return isCrossed && isSilent
      ? silence
      : "no boundary was crossed: the device was inside when the region was first evaluated"
  }

  private var silence: String {
    if isOfAlarm {
      return region.notifyOnEntry
        ? "it fires on arrival, and the device was inside from its first fix on"
        : "it fires on departure, and the device was inside at the end"
    }
    return switch (region.notifyOnEntry, region.notifyOnExit) {
    case (false, true): "arrivals are not reported (notifyOnEntry is false)"
    case (true, false): "departures are not reported (notifyOnExit is false)"
    default: "arrivals and departures are not reported (notifyOnEntry and notifyOnExit are false)"
    }
  }

  private var registered: String {
    if registrations.isEmpty { return "never registered" }
    let spans = registrations.prefix(4).map { number, from, until in
      let owner = device(number).map { " by \($0)" } ?? ""
      return until.map { "\(owner) from \(moment(from)) to \(moment($0))" }
        ?? "\(owner) from \(moment(from)) on"
    }
    let more = registrations.count - spans.count
    return "registered" + spans.joined(separator: ",")
      + (more > 0 ? " and \(counted(more, "more time"))" : "")
  }

  /// An event or a dwell that is of no crossing.
  private typealias Other = (device: Int32, time: Timestamp, text: String)

  private func words(forVisit number: Int, _ others: [Other]) -> [String] {
    let visit = visits[number]
    let owner = device(visit.device).map { "\($0) was " } ?? ""
    let lasted = visit.end - visit.start
    var lines = [
      "  \(owner)inside from \(moment(visit.start)) to \(moment(visit.end)): \(lasted.spoken), "
        + "\(counted(visit.fixes, "fix", "fixes")), up to \(visit.depth.spokenMetres) deep"
    ]
    if visit.isFromStart {
      lines.append("    inside from its first fix on: no boundary was crossed on the way in")
    }
    let own = events[number]
    let dwells = (dwellsByVisit[number] ?? []).map { (time: $0.due, lines: [words(for: $0)]) }
    let others = others.map { (time: $0.time, lines: ["    \($0.text)"]) }
    lines += (own.map { (time: $0.time, lines: words(for: $0)) } + dwells + others)
      .sorted { $0.time < $1.time }.flatMap(\.lines)
    if !isOfAlarm, !own.contains(where: { $0.name == .exit }) { lines += silence(after: visit) }
    if !isOfAlarm, !circle(at: visit.start).notifyOnEntry, beginsAtBoundary(visit) {
      lines.insert(
        "    enter of \(moment(visit.start)): not reported (notifyOnEntry is false)", at: 1)
    }
    if own.isEmpty, let fired = firedBefore(onDevice: visit.device) { lines.append("    \(fired)") }
    return lines
  }

  /// Returns true if the device crossed the boundary while the app's set had this circle.
  private func beginsAtBoundary(_ visit: VisitSurvey.Visit) -> Bool {
    let steps = report.records[number]?[visit.device]?.steps ?? []
    let place = steps.partitioningIndex { $0.time >= visit.start }
    return !visit.isFromStart && place < steps.count && steps[place].time == visit.start
      && steps[place].side == .inside
  }

  private func circle(at time: Timestamp) -> CircularRegion {
    later.last { $0.from <= time }?.region ?? region
  }

  /// Says why nobody asks for the departure that ends a visit; nothing where the track ends in it.
  private func silence(after visit: VisitSurvey.Visit) -> [String] {
    guard let end = visit.leftAt else { return [] }
    if let next = later.first(where: { visit.end < $0.from && $0.from <= end }) {
      return ["    from \(moment(next.from)) on the region is another circle"]
    }
    let reason =
      circle(at: end).notifyOnExit
      ? "not in the app's set then" : "not reported (notifyOnExit is false)"
    return ["    exit of \(moment(end)): \(reason)"]
  }

  private func words(for dwell: JudgedDwell) -> String {
    "    dwell of \(moment(dwell.due)): "
      + DwellSentence(settings, phrasing).text(of: dwell)
  }

  private func words(for crossing: AuditedCrossing) -> [String] {
    let sentence = crossing.judged.map(judgements.sentence) ?? "not judged"
    var (also, cure): (String?, String?)
    if crossing.verdict?.loss != nil {
      also = report.strategies[0].alsoInItsWay(crossing)
      cure = self.cure(of: crossing).map {
        let change = changes[$0.choice]
        let clause = Advice.Candidate.leavesOut(change) ? change : "with \(change)"
        return "delivered at \(moment($0.deliveredAt)) \(clause)"
      }
    }
    return ["    \(crossing.name.rawValue) of \(moment(crossing.time)): \(sentence)"]
      + [also, rivals[crossing.id].map(words), draws[crossing.id], cure].compactMap(\.self)
      .map { "      \($0)" }
  }

  private func cure(of loss: AuditedCrossing) -> DeliveryMatrix.Cure? {
    loss.verdict?.loss.flatMap { _ in report.strategies[0].account.readings[loss.id]?.cure }
  }

  private func words(for rivals: Rivals) -> String {
    // By the boundary a device may be inside of what it is not nearest to.
    func words(_ metres: Double) -> String {
      metres < 0 ? "\((-metres).spokenMetres) inside" : metres.spokenMetres
    }
    let last = rivals.last.map {
      "\(VisibleText.quoted($0.name.rawValue)) (\(words($0.distance)))"
    }
    return "it ranked \(rivals.rank) at \(words(rivals.distance)); the "
      + "\(rivals.slots == 1 ? "one slot" : "last of the \(rivals.slots) slots") went to \(last.joined(separator: ", "))"
  }

  private var others: [Other] {
    otherEvents.map { number, event in
      let owner = device(number).map { " to \($0)" } ?? ""
      let reason = EventReason.text(
        event.extra, isMisled: event.error != nil, isEnter: event.name == .enter,
        isInitial: event.isInitial)
      let line = "also delivered\(owner): \(event.name.rawValue) at \(moment(event.time))"
      return (number, event.time, "\(line), \(reason)\(phrasing.uncertainty(event.accuracy))")
    }
      + strayDwells.map {
        ($0.device, $0.due, "by the circle that is watched:\(words(for: $0).dropFirst(3))")
      }
  }

  /// The dwells of stays in a larger circle in which no visit lies.
  private var strayDwells: [JudgedDwell] {
    let held = Set(dwellsByVisit.values.joined())
    return dwells.filter { !held.contains($0) }
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
      "radius": region.radius, "shape": region.shape == nil ? nil : "polygon",
      "later": later.isEmpty
        ? nil
        : later.map { from, circle -> JSONValue in
          [
            "from": from, "latitude": circle.center.latitude,
            "longitude": circle.center.longitude, "radius": circle.radius,
          ]
        },
      "nearest": visits.isEmpty ? approach.map(report.json) : nil,
      "registered": registrations.map { device, from, until -> JSONValue in
        ["device": report.name(ofDevice: device), "from": from, "until": until]
      },
      "visits": visits.indices.map { json(visit: $0) },
      "dwells": strayDwells.isEmpty ? nil : json(strayDwells),
      "other": otherEvents.isEmpty
        ? nil
        : otherEvents.map { device, event -> JSONValue in
          [
            "device": report.name(ofDevice: device), "event": event.name.rawValue,
            "initial": event.isInitial ? true : nil, "kind": event.extra?.rawValue,
            "time": event.time,
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

  private func json(visit number: Int) -> JSONValue {
    let visit = visits[number]
    return [
      "device": report.name(ofDevice: visit.device), "from": visit.start, "to": visit.end,
      "leftAt": visit.leftAt, "fixes": visit.fixes, "depth": visit.depth.tenths,
      "events": events[number].map { json($0) },
      "dwells": dwells.isEmpty ? nil : json(dwellsByVisit[number] ?? []),
    ]
  }

  private func json(_ dwells: [JudgedDwell]) -> [JSONValue] {
    dwells.map { report.json($0, report.strategies[0], clock: clock) }
  }

  private func json(_ crossing: AuditedCrossing) -> JSONValue {
    JSONValue(
      report.strategies[0].facts(of: crossing, judgements) + [
        ("slots", rivals[crossing.id].map { json($0) }),
        ("deliveredWith", cure(of: crossing).map { changes[$0.choice] }),
      ])
  }
}

extension VisitSurvey.Visit {
  /// True if the stay in the watched circle that a dwell is of holds the visit, or its end.
  fileprivate func holds(_ dwell: JudgedDwell) -> Bool {
    guard dwell.device == device, dwell.enteredAt <= end else { return false }
    return if case .left(let by?) = dwell.outcome { by > start } else { true }
  }
}
