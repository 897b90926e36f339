import GeofenceCore

/// A search for the reasons for the differences between a run and a recording.
///
///     let explainer = Explainer(comparison, records, of: run)
///     // find the histories of `explainer.questions` along the tracks, with a `HistorySurvey`
///     let explained = explainer.explained(by: histories)
///
/// - Complexity: O(n log n) for n events and regions.
package struct Explainer: Sendable {
  private let comparison: Comparison
  private let run: ExplainedRun
  /// The names of the regions, by their numbers.
  private let names: RegionNames
  private let numbers: [RegionIdentifier: RegionNumber]
  private let devices: [RegionIdentifier?: [ExplainedRun.Device]]
  private let records: [RecordedEvent: EventRecord]
  /// The result for each difference of the pass without fixes.
  private let drafts: [Draft]

  /// The largest number of missing events, and of shifted ones, whose histories are searched for.
  static let limit = 1000
  /// The largest number of misspelt names that are compared with the others.
  private static let suggestions = 20

  private enum Draft: Sendable {
    case settled([Explanation])
    /// The reasons depend on the history of a device and a region, but for those that are given.
    case asked(RegionHistory.Key, ExplainedRun.Device, [Explanation] = [])
  }

  /// Creates an explainer.
  ///
  /// - Parameter records: The events of the run.
  package init(_ comparison: Comparison, _ records: [EventRecord], of run: ExplainedRun) {
    self.comparison = comparison
    self.run = run
    names = RegionNames(Set(run.circles.map(\.identifier)).sorted())
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    self.numbers = numbers
    devices = Dictionary(grouping: run.devices) { $0.name.map { RegionIdentifier($0) } }
    self.records = Dictionary(
      records.map { (RecordedEvent($0), $0) }, uniquingKeysWith: { first, _ in first })
    var drafter = Drafter(comparison, run, numbers, devices, limit: Self.suggestions)
    var asked = (missing: 0, shifted: 0)
    drafts = comparison.differences.map { finding in
      if let settled = drafter.settled(finding) { return .settled(settled) }
      var others: [Explanation] = []
      if case .unexpected(let event, _) = finding { others = drafter.unexpected(event) }
      guard let (key, device) = drafter.question(finding) else { return .settled(others) }
      // Missing and shifted events count apart, since a shift is explained without its history,
      // too.
      if case .missing = finding { asked.missing += 1 } else { asked.shifted += 1 }
      let number = if case .missing = finding { asked.missing } else { asked.shifted }
      guard number <= Self.limit else {
        if case .unexpected = finding { return .settled(others) }
        return .settled([.unexamined(.number(Self.limit))])
      }
      return .asked(key, device, others)
    }
  }

  /// The histories that have to be found along the tracks.
  package var questions: Set<RegionHistory.Key> {
    Set(drafts.lazy.compactMap { if case .asked(let key, _, _) = $0 { key } else { nil } })
  }

  /// Returns the comparison with its explanations.
  ///
  /// - Parameter histories: The histories of the questions, as far as they could be found.
  package func explained(by histories: [RegionHistory.Key: RegionHistory]) -> ExplainedComparison {
    let explanations = zip(comparison.differences, drafts).map { finding, draft in
      switch finding {
      case .missing(let event, _): missing(event, draft, histories)
      case .unexpected(let event, _): unexpected(event, draft, histories)
      case .shifted(let expected, let actual):
        shifted(actual, by: actual.time.distance(to: expected.time), draft, histories)
      case .met: [Explanation]()
      }
    }
    return ExplainedComparison(comparison, explanations, names: names)
  }

  private func missing(
    _ event: RecordedEvent, _ draft: Draft, _ histories: [RegionHistory.Key: RegionHistory]
  ) -> [Explanation] {
    switch draft {
    case .settled(let explanations): explanations
    case .asked(let key, let device, _):
      histories[key].map { [reason(for: event, $0, device)] } ?? []
    }
  }

  private func unexpected(
    _ event: RecordedEvent, _ draft: Draft, _ histories: [RegionHistory.Key: RegionHistory]
  ) -> [Explanation] {
    let came = event.isCrossing ? records[event].map { [Explanation.came($0)] } : nil
    switch draft {
    case .settled(let explanations): return (came ?? []) + explanations
    case .asked(_, _, let explanations):
      return (madeUp(event, draft, histories).map { [$0] } ?? came ?? []) + explanations
    }
  }

  /// Returns the explanation of an event that belongs to no crossing; `nil` for another.
  private func madeUp(
    _ event: RecordedEvent, _ draft: Draft, _ histories: [RegionHistory.Key: RegionHistory]
  ) -> Explanation? {
    guard case .asked(let key, _, _) = draft, let record = records[event] else { return nil }
    return histories[key]?.falseEvents.first { $0.time == event.time }.map {
      .madeUp(record, $0)
    }
  }

  private func shifted(
    _ event: RecordedEvent, by shift: Interval, _ draft: Draft,
    _ histories: [RegionHistory.Key: RegionHistory]
  ) -> [Explanation] {
    guard event.isCrossing, let record = records[event] else { return [] }
    if let reason = madeUp(event, draft, histories) { return [reason] }
    var crossing: AuditedCrossing?
    if case .asked(let key, _, _) = draft {
      crossing = histories[key]?.crossings.first {
        $0.delivery?.time == event.time && $0.name.rawValue == event.name
      }
    }
    return [.shifted(record, confirmedAt: crossing?.confirmedAt, by: shift)]
  }

  /// Returns the reason for which a device's history has no event of this kind at this time.
  private func reason(
    for event: RecordedEvent, _ history: RegionHistory, _ device: ExplainedRun.Device
  ) -> Explanation {
    let (time, end) = (event.time, device.times.upperBound)
    guard let kind = AuditedCrossing.Name(rawValue: event.name) else { return .neverCrossed }
    if !history.memberships.contains(where: { $0.contains(time) }) {
      return .notInSet(history.memberships)
    }
    if run.hasAlarms, let step = history.steps.last(where: { $0.time <= time }), step.side == .gone
    {
      return .alarmFired(step.time)
    }
    let lost = history.nearestCrossing(kind, to: time) { $0.delivery == nil }
    let delivered = history.nearestCrossing(kind, to: time) { $0.delivery != nil }
    if time > end {
      guard let lost, lost.outcome == .undecided else { return .trackEnds(end) }
      return .undecided(lost, trackEnd: end, run.settings.crossing)
    }
    func distance(_ other: Timestamp?) -> Interval {
      other.map { $0.distance(to: time) } ?? Interval(milliseconds: .max)
    }
    let origin =
      kind == .enter
      ? history.origins.min { $0.distance(to: time) < $1.distance(to: time) } : nil
    if let origin, distance(origin) < min(distance(lost?.time), distance(delivered?.time)) {
      let rules = run.settings.api.rules
      let silent =
        rules.initialStates(run.settings.request).contains(.inside) ? nil : rules.name
      return .insideBefore(origin, registration(history, since: origin), silentUnder: silent)
    }
    if let lost, distance(lost.time) <= distance(delivered?.time) {
      return lost.outcome == .undecided
        ? .undecided(lost, trackEnd: end, run.settings.crossing) : .lost(lost)
    }
    if let delivered {
      let came = RecordedEvent(
        time: delivered.delivery?.time ?? delivered.time, name: event.name, region: event.region,
        device: event.device)
      return run.hasAlarms && records[came] == nil ? .silent(delivered) : .delivered(delivered)
    }
    if let inside = history.steps.last(where: { $0.side == .inside }) {
      return kind == .exit ? .neverLeft(since: inside.time, trackEnd: end) : .neverCrossed
    }
    guard let approach = history.approach else { return .neverCrossed }
    if approach.isInside { return .notInSet(history.memberships) }
    let radius = run.circles.first { $0.identifier == event.region }?.radius ?? 0
    return history.distance.map { .distant(approach, $0) }
      ?? .neverInside(approach, radius: radius)
  }

  private func registration(_ history: RegionHistory, since time: Timestamp)
    -> Explanation.Registration
  {
    if history.isMonitored(at: time) { return .present }
    return history.starts.first { $0 > time }.map { .from($0) } ?? .never
  }
}
