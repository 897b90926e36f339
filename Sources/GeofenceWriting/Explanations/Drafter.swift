import GeofenceBytes
import GeofenceCore

/// A first pass that explains differences without the fixes, and finds those that need them.
struct Drafter {
  private let run: ExplainedRun
  private let numbers: [RegionIdentifier: RegionNumber]
  private let devices: [RegionIdentifier?: [ExplainedRun.Device]]
  private let regionNames: [String]
  private let deviceNames: [String]
  /// The regions of the recording that this run does not have.
  private let unknownRegions: [String]
  private let recordedRegions: Set<RegionIdentifier>
  private let recordedDevices: Set<RegionIdentifier>
  /// The kinds of events that the flags of the regions let through.
  private let wanted: Set<Kind>
  /// The smallest radius of each region, in metres.
  private let smallest: [RegionIdentifier: Double]
  /// The names that were compared with the others, each with the closest one.
  private var closest: [RegionIdentifier: String?] = [:]
  private let limit: Int
  /// The numbers of equal events in the recording, and in the run.
  private let counts: (expected: [RecordedEvent: Int], delivered: [RecordedEvent: Int])

  private struct Kind: Hashable {
    let region: RegionIdentifier
    let event: String
  }

  /// Creates a drafter.
  ///
  /// - Parameter limit: The largest number of names that are compared with the others.
  init(
    _ comparison: Comparison, _ run: ExplainedRun, _ numbers: [RegionIdentifier: RegionNumber],
    _ devices: [RegionIdentifier?: [ExplainedRun.Device]], limit: Int
  ) {
    (self.run, self.numbers, self.devices, self.limit) = (run, numbers, devices, limit)
    let expected = comparison.findings.compactMap(\.expected)
    counts = (Self.counts(expected), Self.counts(comparison.findings.compactMap(\.actual)))
    recordedRegions = Set(expected.compactMap(\.region))
    recordedDevices = Set(expected.compactMap(\.device))
    regionNames = numbers.keys.sorted().map(\.rawValue)
    deviceNames = devices.keys.compactMap(\.self).sorted().map(\.rawValue)
    unknownRegions = recordedRegions.filter { numbers[$0] == nil }.sorted().map(\.rawValue)
    smallest = Dictionary(
      run.circles.map { ($0.identifier, $0.radius) }, uniquingKeysWith: min)
    wanted = run.circles.reduce(into: []) { wanted, region in
      if region.notifyOnEntry { wanted.insert(.init(region: region.identifier, event: "enter")) }
      if region.notifyOnExit { wanted.insert(.init(region: region.identifier, event: "exit")) }
    }
  }

  /// Returns the reasons for a difference, or `nil` if they depend on the fixes of its device.
  mutating func settled(_ finding: Comparison.Finding) -> [Explanation]? {
    switch finding {
    case .met: []
    case .missing(let event, _): missing(event).map { [$0] }
    case .unexpected(let event, _):
      // Only the fixes show whether the position was off that brought it.
      event.isCrossing && run.isPositioned && run.limit == nil ? nil : unexpected(event)
    case .shifted(let event, _): event.isCrossing && run.limit == nil ? nil : []
    }
  }

  func question(_ finding: Comparison.Finding) -> (RegionHistory.Key, ExplainedRun.Device)? {
    guard finding.event.isCrossing, let region = finding.event.region.flatMap({ numbers[$0] }),
      let device = device(of: finding.event)
    else { return nil }
    return (RegionHistory.Key(device: device.number, region: region), device)
  }

  private static func counts(_ events: [RecordedEvent]) -> [RecordedEvent: Int] {
    Dictionary(events.map { ($0, 1) }, uniquingKeysWith: +)
  }

  private func device(of event: RecordedEvent) -> ExplainedRun.Device? {
    let candidates = devices[event.device] ?? []
    return candidates.first { $0.times.contains(event.time) } ?? candidates.first
  }

  private mutating func missing(_ event: RecordedEvent) -> Explanation? {
    if let delivered = counts.delivered[event], let expected = counts.expected[event],
      expected > delivered
    {
      return .repeated(expected: expected, delivered: delivered)
    }
    if run.limit == nil, devices[event.device] == nil {
      return .unknownDevice(
        closest: event.device.flatMap { closest(to: $0, among: deviceNames) }, others: deviceNames)
    }
    if let region = event.region, numbers[region] == nil {
      return .unknownRegion(
        closest: closest(to: region, among: regionNames),
        isOfAll: unknownRegions.count == recordedRegions.count, among: regionNames.count)
    }
    if let region = event.region, event.isCrossing,
      !wanted.contains(.init(region: region, event: event.name))
    {
      return .suppressed
    }
    if event.isCrossing, let region = event.region.flatMap({ smallest[$0] }),
      region > run.settings.maximumRadius
    {
      return .tooLarge(radius: region, maximum: run.settings.maximumRadius)
    }
    if let limit = run.limit { return .unexamined(limit) }
    guard let device = device(of: event) else { return nil }
    if let wanted = device.wanted {
      if event.time < wanted.lowerBound { return .beforeCut(wanted.lowerBound) }
      if event.time > wanted.upperBound { return .afterCut(wanted.upperBound) }
    }
    if event.time < device.times.lowerBound { return .trackBegins(device.times.lowerBound) }
    if !event.isCrossing, event.time > device.times.upperBound {
      return .trackEnds(device.times.upperBound)
    }
    return nil
  }

  /// Returns the reasons for an unexpected event that do not depend on the fixes.
  mutating func unexpected(_ event: RecordedEvent) -> [Explanation] {
    var explanations: [Explanation] = []
    if let device = event.device, !recordedDevices.isEmpty, !recordedDevices.contains(device) {
      explanations.append(
        .unrecordedDevice(
          closest: closest(to: device, among: recordedDevices.sorted().map(\.rawValue))))
    }
    if let region = event.region, !recordedRegions.contains(region),
      let former = closest(to: region, among: unknownRegions)
    {
      explanations.append(.renamedRegion(from: former))
    }
    return explanations
  }

  private mutating func closest(to name: RegionIdentifier, among names: [String]) -> String? {
    if let known = closest[name] { return known }
    guard closest.count < limit else { return nil }
    let found =
      Suggestion.closest(to: name.rawValue, among: names)
      ?? names.first { Self.contain(name.rawValue, $0) }
    closest[name] = .some(found)
    return found
  }

  /// Returns whether one of two names begins or ends with the other, as after a renaming.
  ///
  /// The shorter name must have at least four bytes.
  private static func contain(_ first: String, _ second: String) -> Bool {
    let (first, second) = (Array(first.lowercased().utf8), Array(second.lowercased().utf8))
    let (short, long) = first.count < second.count ? (first, second) : (second, first)
    return short.count >= 4
      && (long.starts(with: short) || long.reversed().starts(with: short.reversed()))
  }
}

extension Comparison.Finding {
  /// The event that was expected; `nil` if there was none.
  var expected: RecordedEvent? {
    switch self {
    case .met(let event, _), .shifted(let event, _), .missing(let event, _): event
    case .unexpected: nil
    }
  }
}
