/// A survey that finds the histories of some devices and regions by playing a track again.
///
///     let survey = HistorySurvey(
///       plan, startingAt: track.start, of: [0: nil], about: keys, near: surroundings)
///     let histories = try survey.histories { visit in
///       for fix in track { visit(fix, 0) }
///     }
///
/// - Complexity: that of an audit of these devices under one strategy; memory is O(c) for the c
///   times that the devices cross these regions.
package struct HistorySurvey: Sendable {
  private let plan: AuditPlan
  private let start: Timestamp
  private let names: [Int32: String?]
  private let keys: Set<RegionRecord.Key>
  private let surroundings: Vicinity
  /// The largest number of regions far from the track that are compared with it one by one.
  private static let heldSingly = 20

  /// Creates a survey of devices and regions.
  ///
  /// - Parameters:
  ///   - plan: the plan of the one strategy that ran, detailed, about these regions, and
  ///     recording them.
  ///   - start: the time of the track's first fix.
  ///   - names: the devices to survey by their numbers, with their names where they have any.
  ///   - keys: the devices and regions to survey.
  ///   - surroundings: the vicinity of all regions of the app.
  package init(
    _ plan: AuditPlan, startingAt start: Timestamp, of names: [Int32: String?],
    about keys: Set<RegionRecord.Key>, near surroundings: Vicinity
  ) {
    self.surroundings = surroundings
    (self.plan, self.start, self.names, self.keys) = (plan, start, names, keys)
  }

  /// Returns the histories, playing the track as often as necessary, at most four times.
  ///
  /// - Parameter play: passes on every fix of the track with the number of its device.
  /// - Throws: the error that `play` throws.
  package func histories<Failure: Error>(
    _ play: ((Fix, Int32) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> [RegionRecord.Key: RegionHistory] {
    let places = Dictionary(
      grouping: plan.places(from: start, where: { _ in true })
    ) { $0.region }
    var account = AuditAccount(plan)
    let devices = names.keys.sorted()
    let slots = Dictionary(uniqueKeysWithValues: zip(devices, devices.indices))
    var audits = devices.map {
      Audit(plan, startingAt: start, device: $0, named: names[$0] ?? nil)
    }
    try play { fix, device in
      guard let slot = slots[device] else { return }
      audits[slot].advance(to: fix, into: &account)
    }
    for slot in audits.indices { audits[slot].finish(into: &account) }
    var histories = histories(account.ordered, places)
    try approach(&histories, places, play)
    return histories
  }

  private func histories(
    _ account: AuditAccount, _ places: [RegionNumber: [ApproachSurvey.Place]]
  ) -> [RegionRecord.Key: RegionHistory] {
    var histories: [RegionRecord.Key: RegionHistory] = [:]
    for key in keys {
      var history = RegionHistory()
      history.memberships = (places[key.region] ?? []).map {
        .init(from: $0.from, until: $0.until, isCompleted: $0.isCompleted)
      }
      .sorted { $0.from < $1.from }
      history.record = account.records[key.region]?[key.device] ?? RegionRecord()
      histories[key] = history
    }
    for crossing in account.strategies[0].crossings {
      histories[.init(device: crossing.device, region: crossing.region)]?.crossings
        .append(crossing)
    }
    for dwell in account.strategies[0].dwells {
      histories[.init(device: dwell.device, region: dwell.region)]?.dwells.append(dwell)
    }
    return histories
  }

  private func approach<Failure: Error>(
    _ histories: inout [RegionRecord.Key: RegionHistory],
    _ places: [RegionNumber: [ApproachSurvey.Place]],
    _ play: ((Fix, Int32) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    let unvisited = histories.filter { !$0.value.isVisited }.keys
    guard !unvisited.isEmpty else { return }
    var surveys = Dictionary(grouping: unvisited) { $0.device }.mapValues { keys in
      ApproachSurvey(keys.map { $0.region }.sorted().flatMap { places[$0] ?? [] })
    }
    try play { fix, device in surveys[device]?.visit(fix) }
    for device in surveys.keys { surveys[device]?.prepare() }
    try play { fix, device in surveys[device]?.hold(fix, ofDevice: device) }
    for (device, survey) in surveys {
      for (region, approach) in survey.approaches {
        histories[.init(device: device, region: region)]?.approach = approach
      }
    }
    try measure(&histories, places, play)
  }

  /// Finds whether regions far from the track would be near if latitude and longitude were
  /// exchanged.
  private func measure<Failure: Error>(
    _ histories: inout [RegionRecord.Key: RegionHistory],
    _ places: [RegionNumber: [ApproachSurvey.Place]],
    _ play: ((Fix, Int32) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    let distant = histories.filter { $0.value.approach?.distance ?? 0 > Vicinity.reach }.keys
      .sorted { ($0.device, $0.region) < ($1.device, $1.region) }
    guard !distant.isEmpty else { return }
    var all = surroundings
    var singly = distant.prefix(Self.heldSingly).map { key in
      (key: key, vicinity: Vicinity(of: (places[key.region] ?? []).map { $0.circle }))
    }
    try play { fix, device in
      all.look(from: fix.coordinate)
      for index in singly.indices where singly[index].key.device == device {
        singly[index].vicinity.look(from: fix.coordinate)
      }
    }
    for key in distant {
      let single = singly.first { $0.key == key }?.vicinity
      histories[key]?.distance = .init(
        isOfAll: !all.isReached,
        isReachedSwapped: all.isReached
          ? single?.isReachedSwapped ?? false : all.isReachedSwapped)
    }
  }
}
