import GeofenceBytes
import GeofenceCore

package struct ExplainedComparison: Sendable {
  package let comparison: Comparison
  /// The reasons for each difference, in the order of the differences; empty if none are known.
  package let explanations: [[EventClaim]]
  let names: RegionNames
  /// The titles of reminders by the regions of their alarms.
  private let titles: [RegionIdentifier: String]

  package init(
    _ comparison: Comparison, _ explanations: [[EventClaim]]? = nil,
    names: RegionNames = RegionNames(), titles: [RegionIdentifier: String] = [:]
  ) {
    self.comparison = comparison
    self.explanations = explanations ?? comparison.differences.map { _ in [] }
    (self.names, self.titles) = (names, titles)
  }

  /// Returns the crossings that were missed and explain differences.
  package func losses(in histories: [RegionRecord.Key: RegionHistory]) -> [AuditedCrossing] {
    let named = explanations.joined().compactMap { claim in
      if case .judged(let crossing, _, _, _) = claim { crossing.id } else { nil }
    }
    let crossings = Set(named)
    return histories.values.flatMap(\.crossings).filter {
      $0.loss != nil && crossings.contains($0.id)
    }.sorted()
  }

  var byDifference: [Comparison.Finding: [EventClaim]] {
    Dictionary(zip(comparison.differences, explanations), uniquingKeysWith: { first, _ in first })
  }

  package func sentences(ofDifference position: Int, clock: LocalClock) -> [String] {
    let finding = comparison.differences[position]
    let text = EventClaimWords(names, clock: clock)
    return [ComparisonText.explanation(finding, clock: clock)]
      + explanations[position].map { text.sentence($0, of: finding) }
  }

  /// Returns the words that follow a difference about a reminder's alarm, with its title where its
  /// name is another; empty for others.
  func reminder(of finding: Comparison.Finding) -> String {
    guard let region = finding.event.region, let title = titles[region], title != region.rawValue
    else { return "" }
    return "; reminder \(VisibleText.quoted(title))"
  }

  /// Differences with the same shared reasons; a difference without any is a group of its own.
  struct Group {
    var differences: [Int]
    let shared: [EventClaim]
  }

  var groups: [Group] {
    var groups: [Group] = []
    var places: [[EventClaim]: Int] = [:]
    for (number, explanations) in explanations.enumerated() {
      let shared = explanations.filter(\.isShared)
      if !shared.isEmpty, let place = places[shared] {
        groups[place].differences.append(number)
      } else {
        if !shared.isEmpty { places[shared] = groups.count }
        groups.append(Group(differences: [number], shared: shared))
      }
    }
    return groups
  }

  var causes: [(label: String, count: Int)] {
    var counts: [String: Int] = [:]
    for explanations in explanations {
      if let label = explanations.lazy.compactMap(\.label).first { counts[label, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (label: $0.key, count: $0.value) }
  }
}

extension Comparison {
  /// Returns an error if events were recorded and none of them was compared.
  package func emptiness(of recording: Recording) -> InputError? {
    guard findings.isEmpty, !recording.events.isEmpty else { return nil }
    let count = recording.events.count
    let problem =
      "nothing was compared: of its \(counted(count, "event")) none is asked for, and none such came"
    return InputError(
      source: recording.name, problem: problem,
      help: recording.events.contains(where: \.isCrossing)
        ? "let --only and --device name what the recording has, or leave them out"
        : "it has no enter and no exit: pass --verbose to compare what else it has")
  }
}
