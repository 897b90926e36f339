import GeofenceBytes
import GeofenceCore

/// A record of a run, from which accounts explain what was not delivered.
struct RunRecord: Sendable {
  /// A circle that the app has registered, with the range of fixes during which it stood.
  struct Registration: Sendable {
    let id: ConditionID
    let region: CircularRegion
    let isBeyondLimit: Bool
    let first: Int
    var end: Int?
  }

  /// The fixes of the track, whether or not the positioning let the device have them.
  var fixes: [Fix] = []
  private(set) var registrations: [Registration] = []
  /// The indices of the registrations that stand.
  private var standing: [ConditionID: Int] = [:]
  private(set) var actions: [Timeline.Entry] = []

  mutating func append(_ action: DeviceAction, at time: Timestamp) {
    actions.append(Timeline.Entry(.at(time), action))
  }

  mutating func register(_ id: ConditionID, _ region: CircularRegion, isBeyondLimit: Bool) {
    end(id)
    standing[id] = registrations.count
    registrations.append(
      Registration(id: id, region: region, isBeyondLimit: isBeyondLimit, first: fixes.count))
  }

  mutating func end(_ id: ConditionID) {
    if let index = standing.removeValue(forKey: id) { registrations[index].end = fixes.count }
  }
}

/// A circle that a service of the system watches, such as the place of a reminder.
package struct WatchedRegion {
  let title: String
  let region: CircularRegion
  let first: Int

  package init(_ title: String, _ region: CircularRegion, from first: Int) {
    (self.title, self.region, self.first) = (title, region, first)
  }
}

extension SimulatedDevice {
  private static let accounted = 40

  /// Returns accounts of what the app has registered: of the regions that a text names, such as that
  /// of an expectation that has failed, and of the others, the last ones if they are many.
  func accountLines(about text: String) -> (asked: [String], others: [String]) {
    let (record, settings, positioning) = system.withLock {
      ($0.record, $0.settings, $0.positioning)
    }
    func accounts(of registrations: [RunRecord.Registration], _ title: String) -> [String] {
      if registrations.isEmpty { return [] }
      let left = registrations.count - Self.accounted
      return [title + (left > 0 ? " (\(left) earlier ones are left out)" : "")]
        + registrations.suffix(Self.accounted).flatMap {
          registrationAccount(of: $0, in: record, settings, positioning)
        }.map { "  " + $0 }
    }
    let names = Set(record.registrations.map(\.id.identifier)).filter { text.names($0.rawValue) }
    let asked = record.registrations.filter { names.contains($0.id.identifier) }
    let rest = record.registrations.filter { !names.contains($0.id.identifier) }
    let others =
      accounts(of: rest, "what \(asked.isEmpty ? "" : "else ")the app has registered")
      + (service?.accountLines ?? [])
    return (
      accounts(of: asked, "what the test asked about"),
      asked.isEmpty && others.isEmpty ? ["the app has registered nothing"] : others
    )
  }

  package var fixCount: Int { system.withLock { $0.record.fixes.count } }

  /// Returns the account of regions that a service of the system watches by rules of its own.
  package func account(of watched: [WatchedRegion], _ settings: Settings) -> [[String]] {
    let (record, positioning) = system.withLock { ($0.record, $0.positioning) }
    let losses = losses(
      of: watched.map(\.region), record.fixes[...], settings,
      record.actions.filter { $0.action.concernsDevice }, positioning)
    return watched.map { watched in
      let fixes = record.fixes[min(watched.first, record.fixes.count)...]
      return circleAccount(
        watched.title, watched.region, fixes,
        losses.filter { loss in
          loss.region == watched.region.identifier
            && fixes.first.map { loss.time > $0.time } ?? false
        })
    }
  }
}

extension String {
  /// Returns true if the text has a name as a word, or as several.
  fileprivate func names(_ name: String) -> Bool {
    !name.isEmpty
      && ranges(of: name).contains { range in
        let neighbours = [self[..<range.lowerBound].last, self[range.upperBound...].first]
        return !neighbours.contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
      }
  }
}

extension DeviceAction {
  fileprivate var concernsDevice: Bool {
    switch self {
    case .reboot, .unlock, .sleep, .wake, .location: true
    default: false
    }
  }
}

private func registrationAccount(
  of registration: RunRecord.Registration, in record: RunRecord, _ settings: Settings,
  _ positioning: Positioning?
) -> [String] {
  let (owner, region) = (registration.id.owner, registration.region)
  let fixes = record.fixes[registration.first..<(registration.end ?? record.fixes.count)]
  let isManagers = owner == SimulatedSystem.managers
  let title = region.identifier.rawValue + (isManagers ? "" : " in monitor \(owner.name)")
  if region.hasSameCircle(as: SimulatedSystem.beacon(region.identifier)) {
    return ["\(title): a beacon, which the simulated device does not detect"]
  }
  var settings = settings
  settings.api = isManagers ? .clLocationManager : .clMonitor
  // The registration has its slot, or the account says that it has none: the limit is no concern.
  settings.limit = .max
  return circleAccount(
    title, region, fixes, isBeyondLimit: registration.isBeyondLimit,
    losses(of: [region], fixes, settings, record.actions, positioning))
}

/// Returns an account of a circle, for people to read: how near the device came, in metres, how long
/// it was inside, and why a crossing was not delivered.
///
/// - Complexity: O(n) for n fixes.
private func circleAccount(
  _ title: String, _ region: CircularRegion, _ fixes: ArraySlice<Fix>, isBeyondLimit: Bool = false,
  _ losses: [Loss]
) -> [String] {
  let title = "\(title), \(region.radius.plain) m"
  let depths = fixes.map {
    Geodesic(from: region.center, to: $0.coordinate).distance - region.radius
  }
  guard let (metres, nearest) = zip(depths, fixes).min(by: { $0.0 < $1.0 }) else {
    return ["\(title): no fix while it was registered"]
  }
  let side = metres <= 0 ? "inside" : "outside"
  var text = "\(title): nearest \(metres.magnitude.tenths) m \(side) at \(nearest.time.rfc3339)"
  if metres <= 0 {
    let pauses = zip(fixes.dropFirst(), fixes).map { ($0.time - $1.time).milliseconds }
    let stay = zip(pauses, depths).reduce(0) { $1.1 <= 0 ? $0 + $1.0 : $0 }
    text += ", inside for \(Interval(milliseconds: stay).text)"
  }
  if isBeyondLimit {
    return [text + "; it had no slot: the app watched as many conditions as it may"]
  }
  return [text] + losses.map { "  " + $0.text }
}

private struct Loss {
  let region: RegionIdentifier
  let time: Timestamp
  let text: String
}

/// Returns the crossings of regions by plain geometry that were not delivered, each with its cause.
///
/// The causes are the rules of crossings, the device's life and its positioning.
private func losses(
  of regions: [CircularRegion], _ fixes: ArraySlice<Fix>, _ settings: Settings,
  _ actions: [Timeline.Entry], _ positioning: Positioning?
) -> [Loss] {
  guard let first = fixes.first, let regions = try? RegionSet(regions) else { return [] }
  let plan = AuditPlan(
    of: regions, [AuditStrategy(settings)], timeline: Timeline(actions), positioning: positioning)
  var account = AuditAccount(plan)
  var audit = Audit(plan, startingAt: first.time)
  for fix in fixes { audit.advance(to: fix, into: &account) }
  audit.finish(into: &account)
  let strategy = account.ordered.strategies[0]
  let times = first.time...max(first.time, fixes.last?.time ?? first.time)
  let judgements = Judgements(
    of: strategy, settings,
    Phrasing(
      moment: LocalClock(sayingOffset: false).moments(in: times), span: { $0.spoken },
      distance: { $0.spokenMetres }, name: { plan.names[$0].rawValue }))
  return strategy.faults.compactMap(\.judged).map { crossing in
    Loss(
      region: plan.names[crossing.id.region], time: crossing.id.time,
      text: "\(crossing.id.name.rawValue) at \(crossing.id.time.rfc3339): "
        + judgements.sentence(on: crossing))
  }
}
