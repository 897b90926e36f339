public import GeofenceCore

/// A comparison with the reasons for each of its differences.
public struct ExplainedComparison: Sendable {
  public let comparison: Comparison
  /// The reasons for each of the differences, in their order; empty where none are known.
  public let explanations: [[Explanation]]
  /// What regions are called, by the numbers that explanations have for them.
  let names: [RegionIdentifier]

  /// A comparison without explanations.
  public init(_ comparison: Comparison) {
    self.init(comparison, comparison.differences.map { _ in [] }, names: [])
  }

  init(_ comparison: Comparison, _ explanations: [[Explanation]], names: [RegionIdentifier]) {
    self.comparison = comparison
    self.explanations = explanations
    self.names = names
  }

  /// The reasons for each difference, by the difference.
  ///
  /// - Complexity: O(n) for n findings.
  var byDifference: [Comparison.Finding: [Explanation]] {
    Dictionary(zip(comparison.differences, explanations), uniquingKeysWith: { first, _ in first })
  }
}

extension ExplainedComparison {
  /// Differences with the same shared reasons; one without any is a group of its own.
  struct Group {
    /// Their positions among the differences.
    var differences: [Int]
    let shared: [Explanation]
  }

  /// In the order of their first differences.
  var groups: [Group] {
    var groups: [Group] = []
    var places: [[Explanation]: Int] = [:]
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

  /// How many differences there are of each cause, the most frequent first.
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
  /// The error of having compared nothing with a recording that has events; `nil` where something was
  /// compared, or the recording is empty.
  public func emptiness(of recording: Recording) -> InputError? {
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
