import GeofenceBytes
import GeofenceCore

/// A search for the reasons for the differences between a run and a recording.
///
///     let explainer = Explainer(comparison, records, of: run)
///     // find the histories of `explainer.questions` along the tracks, with a `HistorySurvey`
///     let explained = explainer.explained(by: histories)
///     // find what else stood in the way of `explained.losses(in: histories)`, with a `DeliveryMatrix`
///     let complete = explainer.explained(by: histories, audited)
///
/// - Complexity: O(n log n) for n events and regions.
package struct Explainer: Sendable {
  package struct Device: Sendable {
    package let number: Int32
    package let name: String?
    package let times: ClosedRange<Timestamp>
    /// The times of its track that the user asked for; `nil` for all.
    package let wanted: ClosedRange<Timestamp>?

    package init(
      number: Int32, name: String?, times: ClosedRange<Timestamp>, wanted: ClosedRange<Timestamp>?
    ) {
      (self.number, self.name, self.times, self.wanted) = (number, name, times, wanted)
    }
  }

  /// The alarms of reminders, by their regions.
  package struct Alarms: Sendable {
    /// The titles of their reminders.
    let titles: [RegionIdentifier: String]
    /// The states of the reminders that are completed or cancelled in their files.
    let finished: [RegionIdentifier: String]
    let fireOnce: Bool

    package init(
      titles: [RegionIdentifier: String] = [:], finished: [RegionIdentifier: String] = [:],
      fireOnce: Bool = false
    ) {
      (self.titles, self.finished, self.fireOnce) = (titles, finished, fireOnce)
    }

    func has(_ region: RegionIdentifier?) -> Bool { region.flatMap { titles[$0] } != nil }
  }

  private let comparison: Comparison
  private let records: [RecordedEvent: EventRecord]
  private let settings: Settings
  private let alarms: Alarms
  private let devices: [RegionIdentifier?: [Device]]
  private let limit: EventClaim.Limit?
  private let clock: LocalClock
  /// The times of all devices.
  private let times: ClosedRange<Timestamp>?
  private let names: RegionNames
  /// The smallest radius of each region, in metres.
  private let smallest: [RegionIdentifier: Double]
  /// The events that the flags of each region let through.
  private let wanted: [RegionIdentifier: Set<String>]
  private let counts: (expected: [RecordedEvent: Int], delivered: [RecordedEvent: Int])
  private let recordedRegions: Set<RegionIdentifier>
  private let recordedDevices: Set<RegionIdentifier>
  private let unknownRegions: [String]
  private var closest: [RegionIdentifier: String?] = [:]
  private var pairs = 0
  /// The questions about differences, by their positions.
  private var asked: [Int: (key: RegionRecord.Key, device: Device)] = [:]

  /// The largest number of missing events, and of shifted ones, whose histories are searched for.
  private static let searched = 1000
  /// The largest number of pairs of names that are compared.
  private static let suggestions = 1 << 18

  /// - Parameters:
  ///   - records: the events of the run.
  ///   - circles: the circles that the app has at any time.
  ///   - limit: the reason for which the devices and their fixes are not known; `nil` if they are.
  package init(
    _ comparison: Comparison, _ records: [EventRecord], _ settings: Settings,
    circles: [CircularRegion], devices: [Device], alarms: Alarms = Alarms(),
    limit: EventClaim.Limit?, clock: LocalClock = LocalClock(sayingOffset: false)
  ) {
    self.clock = clock
    times = devices.map(\.times).union
    (self.comparison, self.settings, self.limit) = (comparison, settings, limit)
    self.alarms = alarms
    self.records = Dictionary(
      records.map { (RecordedEvent($0), $0) }, uniquingKeysWith: { first, _ in first })
    self.devices = Dictionary(grouping: devices) { $0.name.map { RegionIdentifier($0) } }
    let names = RegionNames(Set(circles.map(\.identifier)).sorted())
    self.names = names
    smallest = Dictionary(circles.map { ($0.identifier, $0.radius) }, uniquingKeysWith: min)
    wanted = circles.reduce(into: [:]) { wanted, region in
      if region.notifyOnEntry { wanted[region.identifier, default: []].insert("enter") }
      if region.notifyOnExit { wanted[region.identifier, default: []].insert("exit") }
    }
    let expected = comparison.findings.compactMap(\.expected)
    counts = (expected.counted, comparison.findings.compactMap(\.actual).counted)
    recordedRegions = Set(expected.compactMap(\.region))
    recordedDevices = Set(expected.compactMap(\.device))
    unknownRegions = recordedRegions.filter { names.number(of: $0) == nil }.sorted().map(\.rawValue)
    for finding in comparison.differences { compareNames(of: finding) }
    ask()
  }

  package var questions: Set<RegionRecord.Key> { Set(asked.values.map(\.key)) }

  /// Missing and shifted events count apart: a shift is explained without its history, too.
  private mutating func ask() {
    guard limit == nil else { return }
    var (missing, others) = (0, 0)
    for (position, finding) in comparison.differences.enumerated() {
      let isDwell = isAskedDwell(finding.event)
      guard finding.event.isCrossing || isDwell, let question = question(finding.event) else {
        continue
      }
      switch finding {
      case .missing(let event, _) where settled(event) == nil: missing += 1
      case .shifted where isDwell, .unexpected where isDwell: continue
      // Only the fixes show when the boundary was crossed, and whether the position was off.
      case .shifted, .unexpected: others += 1
      default: continue
      }
      let isMissing = if case .missing = finding { true } else { false }
      if (isMissing ? missing : others) <= Self.searched { asked[position] = question }
    }
  }

  /// Returns true if an event is a dwell, for which the app asks.
  private func isAskedDwell(_ event: RecordedEvent) -> Bool {
    event.name == "dwell" && settings.request.loitering != nil
  }

  private func question(_ event: RecordedEvent) -> (key: RegionRecord.Key, device: Device)? {
    guard let region = event.region.flatMap(names.number) else { return nil }
    return device(of: event).map { (RegionRecord.Key(device: $0.number, region: region), $0) }
  }

  private func device(of event: RecordedEvent) -> Device? {
    let candidates = devices[event.device] ?? []
    return candidates.first { $0.times.contains(event.time) } ?? candidates.first
  }

  // MARK: names

  private mutating func compareNames(of finding: Comparison.Finding) {
    let event = finding.event
    switch finding {
    case .missing:
      if limit == nil, devices[event.device] == nil {
        compare(event.device, with: devices.keys.compactMap(\.self).sorted().map(\.rawValue))
      } else if let region = event.region, names.number(of: region) == nil {
        compare(region, with: names.map(\.rawValue))
      }
    case .unexpected:
      if isUnrecorded(event.device) {
        compare(event.device, with: recordedDevices.sorted().map(\.rawValue))
      }
      if let region = event.region, !recordedRegions.contains(region) {
        compare(region, with: unknownRegions)
      }
    case .met, .shifted: break
    }
  }

  private mutating func compare(_ name: RegionIdentifier?, with names: [String]) {
    guard let name, closest[name] == nil, pairs < Self.suggestions else { return }
    pairs += names.count
    closest[name] = .some(
      Suggestion.closest(to: name.rawValue, among: names)
        ?? names.first { Self.contain(name.rawValue, $0) })
  }

  private func closest(to name: RegionIdentifier?) -> String? {
    name.flatMap { closest[$0] ?? nil }
  }

  private func isUnrecorded(_ device: RegionIdentifier?) -> Bool {
    device.map { !recordedDevices.isEmpty && !recordedDevices.contains($0) } ?? false
  }

  /// Returns true if a name of four bytes or more begins or ends the other, as after a renaming.
  private static func contain(_ first: String, _ second: String) -> Bool {
    let (first, second) = (Array(first.lowercased().utf8), Array(second.lowercased().utf8))
    let (short, long) = first.count < second.count ? (first, second) : (second, first)
    return short.count >= 4
      && (long.starts(with: short) || long.reversed().starts(with: short.reversed()))
  }

  // MARK: reasons

  /// - Parameter strategy: the strategy that ran, with the readings of its losses, if they are known.
  package func explained(
    by histories: [RegionRecord.Key: RegionHistory], _ strategy: AuditedStrategy? = nil
  ) -> ExplainedComparison {
    let claims = comparison.differences.enumerated().map { position, finding -> [EventClaim] in
      let question = asked[position]
      let history = question.flatMap { histories[$0.key] }
      switch finding {
      case .met: return []
      case .missing(let event, _):
        if let settled = settled(event) { return [settled] }
        if event.isCrossing, limit == nil, question == nil, self.question(event) != nil {
          return [.unexamined(.number(Self.searched))]
        }
        guard let history, let question else { return [] }
        return [reason(for: event, history, question.device, strategy)]
      case .unexpected(let event, _):
        let came =
          event.isCrossing
          ? records[event].map { EventClaim.came($0, of: crossing(event, history)) } : nil
        return [madeUp(event, history) ?? came].compactMap(\.self) + strangers(in: event)
      case .shifted(let expected, let actual):
        guard actual.isCrossing, let record = records[actual] else { return [] }
        if let history, let question, isMissed(expected, history) {
          return [reason(for: expected, history, question.device, strategy)]
        }
        let crossing = crossing(actual, history)
        return [
          madeUp(actual, history)
            ?? .shifted(
              record, of: crossing, late: crossing?.judged.flatMap(late),
              by: actual.time.distance(to: expected.time))
        ]
      }
    }
    return ExplainedComparison(comparison, claims, names: names, titles: alarms.titles)
  }

  /// Returns the reason for a missing event, or `nil` if it depends on the fixes of its device.
  private func settled(_ event: RecordedEvent) -> EventClaim? {
    let expected = counts.expected[event, default: 0]
    if let delivered = counts.delivered[event], expected > delivered {
      return .repeated(expected: expected, delivered: delivered)
    }
    if limit == nil, devices[event.device] == nil {
      return .unknownDevice(
        closest: closest(to: event.device),
        others: devices.keys.compactMap(\.self).sorted().map(\.rawValue))
    }
    if let region = event.region {
      guard let radius = smallest[region] else {
        if let status = alarms.finished[region] { return .reminderFinished(status) }
        return .unknownRegion(
          closest: closest(to: region), isOfAll: unknownRegions.count == recordedRegions.count,
          among: names.count)
      }
      if event.isCrossing {
        if wanted[region]?.contains(event.name) != true {
          return .suppressed(isEnter: event.name == "enter", isOfAlarm: alarms.has(region))
        }
        let maximum = settings.maximumRadius
        if radius > maximum { return .tooLarge(maximum: maximum) }
      }
    }
    if event.name == "dwell", settings.request.loitering == nil {
      return .noDwells(isOfSystem: settings.api.rules.crossing.overlap == nil)
    }
    if let limit { return .unexamined(limit) }
    guard let device = device(of: event) else { return nil }
    if let wanted = device.wanted {
      if event.time < wanted.lowerBound { return .beforeCut(wanted.lowerBound) }
      if event.time > wanted.upperBound { return .afterCut(wanted.upperBound) }
    }
    if event.time < device.times.lowerBound { return .trackBegins(device.times.lowerBound) }
    return !event.isCrossing && event.time > device.times.upperBound
      ? .trackEnds(device.times.upperBound) : nil
  }

  /// Returns true if an event is expected of a crossing of which none came.
  private func isMissed(_ event: RecordedEvent, _ history: RegionHistory) -> Bool {
    guard let name = AuditedCrossing.Name(rawValue: event.name),
      let crossing = history.nearestCrossing(name, to: event.time), crossing.deliveredAt == nil
    else { return false }
    return crossing.time == event.time || crossing.judged?.verdict.loss != nil
  }

  private func strangers(in event: RecordedEvent) -> [EventClaim] {
    let device =
      isUnrecorded(event.device)
      ? EventClaim.unrecordedDevice(closest: closest(to: event.device)) : nil
    let former =
      event.region.map(recordedRegions.contains) == false ? closest(to: event.region) : nil
    return [device, former.map { .renamedRegion(from: $0) }].compactMap(\.self)
  }

  /// Returns the crossing that an event belongs to, if it is known.
  private func crossing(_ event: RecordedEvent, _ history: RegionHistory?) -> AuditedCrossing? {
    let id = history?.record.events.lazy
      .filter { $0.time == event.time && $0.name.rawValue == event.name }.compactMap(\.crossing)
      .first
    return id.flatMap { id in history?.crossings.first { $0.id == id } }
  }

  /// Returns the time at which an alarm had fired; `nil` where it could still fire, as after a
  /// completion by which a series has moved on.
  private func firing(_ history: RegionHistory, before time: Timestamp) -> Timestamp? {
    guard let period = history.memberships.first(where: { $0.contains(time) }) else { return nil }
    let event = history.record.events.last { $0.time <= time && period.contains($0.time) }
    if let event { return event.time }
    // An alarm with several places may have fired at another.
    let step = history.record.steps.last { $0.time <= time }
    return period.isFromStart && step?.side == .gone ? step?.time : nil
  }

  /// Returns the sentence on a crossing that is late; `nil` for another.
  private func late(_ crossing: JudgedCrossing) -> String? {
    guard case .late = crossing.verdict.outcome else { return nil }
    return CrossingSentence(settings, phrasing).text(of: crossing)
  }

  /// Returns the explanation of an event that belongs to no crossing; `nil` for another.
  private func madeUp(_ event: RecordedEvent, _ history: RegionHistory?) -> EventClaim? {
    guard let record = records[event] else { return nil }
    return history?.record.events.lazy.filter { $0.time == event.time }.compactMap(\.error).first
      .map { .madeUp(record, $0) }
  }

  private func reason(
    for event: RecordedEvent, _ history: RegionHistory, _ device: Device,
    _ strategy: AuditedStrategy?
  ) -> EventClaim {
    let (time, end) = (event.time, device.times.upperBound)
    let dwell = history.dwells.min { $0.due.distance(to: time) < $1.due.distance(to: time) }
    if isAskedDwell(event), let dwell {
      return .dwell(dwell, sentence: DwellSentence(settings, phrasing).text(of: dwell))
    }
    // Without a stay there is no dwell, as there is no enter.
    let kind = AuditedCrossing.Name(rawValue: event.name) ?? .enter
    if !history.memberships.contains(where: { $0.contains(time) }) {
      return .notInSet(history.memberships)
    }
    if alarms.fireOnce, alarms.has(event.region), let fired = firing(history, before: time) {
      return .alarmFired(fired)
    }
    let lost = history.nearestCrossing(kind, to: time) { $0.deliveredAt == nil }
    let delivered = history.nearestCrossing(kind, to: time) { $0.deliveredAt != nil }
    if time > end {
      guard let lost, lost.outcome == .undecided, let judged = lost.judged else {
        return .trackEnds(end)
      }
      return claim(lost, judged, strategy)
    }
    func distance(_ other: Timestamp?) -> Interval {
      other.map { $0.distance(to: time) } ?? Interval(milliseconds: .max)
    }
    let origin =
      kind == .enter
      ? history.origins.min { $0.distance(to: time) < $1.distance(to: time) } : nil
    if let origin, distance(origin) < min(distance(lost?.time), distance(delivered?.time)) {
      let rules = settings.api.rules
      let silent = rules.initialStates(settings.request).contains(.inside) ? nil : rules.name
      return .insideBefore(origin, registration(history, since: origin), silentUnder: silent)
    }
    if let lost, distance(lost.time) <= distance(delivered?.time),
      let judged = lost.judged
    {
      return claim(lost, judged, strategy)
    }
    if let delivered {
      // An alarm may wait for its date, and a state or an answer is no event of this kind.
      let received = RecordedEvent(
        time: delivered.deliveredAt ?? time, name: event.name, region: event.region,
        device: event.device)
      guard records[received] == nil, let judged = delivered.judged else {
        return .delivered(delivered)
      }
      return claim(delivered, judged, strategy)
    }
    if let inside = history.record.stays.last {
      return kind == .exit ? .neverLeft(since: inside.from, trackEnd: end) : .neverCrossed
    }
    guard let approach = history.approach else { return .neverCrossed }
    if approach.isInside { return .notInSet(history.memberships) }
    return history.distance.map { .distant(approach, $0) }
      ?? .neverInside(approach, radius: event.region.flatMap { smallest[$0] } ?? 0)
  }

  private var phrasing: Phrasing {
    Phrasing(clock, times) { [names] in VisibleText.quoted(names[$0].rawValue) }
  }

  private func claim(
    _ crossing: AuditedCrossing, _ judged: JudgedCrossing, _ strategy: AuditedStrategy?
  ) -> EventClaim {
    let sentence = CrossingSentence(settings, phrasing).text(of: judged)
    guard let strategy, judged.verdict.loss != nil else {
      return .judged(
        judged, sentence: sentence,
        also: judged.verdict.isFirstState ? "--verbose shows it as unsatisfied" : nil)
    }
    return .judged(
      judged, sentence: sentence, and: strategy.others(of: crossing) ?? [],
      also: strategy.alsoInItsWay(crossing))
  }

  private func registration(_ history: RegionHistory, since time: Timestamp)
    -> EventClaim.Registration
  {
    let slots = history.record.slots
    if slots.contains(where: { $0.contains(time) }) { return .present }
    return slots.first { $0.from > time }.map { .from($0.from) } ?? .never
  }
}

extension [RecordedEvent] {
  fileprivate var counted: [Element: Int] { Dictionary(map { ($0, 1) }, uniquingKeysWith: +) }
}

extension Comparison.Finding {
  fileprivate var expected: RecordedEvent? {
    switch self {
    case .met(let event, _), .shifted(let event, _), .missing(let event, _): event
    case .unexpected: nil
    }
  }
}

extension Sequence<ClosedRange<Timestamp>> {
  /// The range from the least to the greatest time; `nil` for an empty sequence.
  package var union: ClosedRange<Timestamp>? {
    reduce(nil) { union, range in
      guard let union else { return range }
      return Swift.min(
        union.lowerBound, range.lowerBound)...Swift.max(union.upperBound, range.upperBound)
    }
  }
}
