import GeofenceCore
import GeofenceWriting

/// An account of one registration, for people to read.
///
/// It says how near the device came, in metres, how long it was inside, and why a crossing was not
/// delivered.
///
/// - Complexity: O(n) for n fixes while the registration stood.
struct RegionAccount {
  private let title: String
  private let region: CircularRegion
  private let fixes: ArraySlice<Fix>
  private let isBeyondLimit: Bool
  private let losses: [Loss]

  private struct Loss {
    let region: RegionIdentifier
    let time: Timestamp
    let text: String
  }

  var lines: [String] {
    guard let nearest else { return ["\(title): no fix while it was registered"] }
    let side = nearest.metres <= 0 ? "inside" : "outside"
    var text =
      "\(title): nearest \(nearest.metres.magnitude.tenths) m \(side) at \(nearest.time.rfc3339)"
    if let stay { text += ", inside for \(stay.text)" }
    if isBeyondLimit {
      return [text + "; it had no slot: the app watched as many conditions as it may"]
    }
    return [text] + losses.map { "  " + $0.text }
  }

  private var nearest: (metres: Double, time: Timestamp)? {
    fixes.lazy.map { (distance(to: $0), $0.time) }.min { $0.0 < $1.0 }.map { ($0.0, $0.1) }
  }

  private var stay: Interval? {
    guard fixes.contains(where: { distance(to: $0) <= 0 }) else { return nil }
    var sum = Interval(milliseconds: 0)
    for (fix, next) in zip(fixes, fixes.dropFirst()) where distance(to: fix) <= 0 {
      sum = Interval(milliseconds: sum.milliseconds + (next.time - fix.time).milliseconds)
    }
    return sum
  }

  private func distance(to fix: Fix) -> Double {
    Geodesic(from: region.center, to: fix.coordinate).distance - region.radius
  }

  /// Returns the crossings of regions by plain geometry that were not delivered, each with its cause.
  ///
  /// The causes are the rules of crossings, the device's life and its positioning.
  private static func losses(
    of regions: [CircularRegion], _ fixes: ArraySlice<Fix>, _ settings: Settings,
    _ actions: [Timeline.Entry], _ positioning: Positioning?
  ) -> [Loss] {
    guard let first = fixes.first, let regions = try? RegionSet(regions) else { return [] }
    let plan = AuditPlan(
      of: regions, [AuditStrategy(settings)], timeline: Timeline(actions), positioning: positioning)
    var account = AuditAccount(plan, keeping: .init(strategies: 1, .everything))
    var audit = Audit(plan, startingAt: first.time)
    for fix in fixes { audit.advance(to: fix, into: &account) }
    audit.finish(into: &account)
    return account.ordered.strategies[0].crossings.compactMap { crossing in
      guard let loss = LossText(crossing, plan.names) else { return nil }
      let text =
        "\(crossing.name.rawValue) at \(crossing.time.rfc3339) not delivered: \(loss.cause)"
        + (loss.text.map { "; \($0)" } ?? "")
      return Loss(region: plan.names[crossing.region], time: crossing.time, text: text)
    }
  }
}

extension RegionAccount {
  init(
    _ registration: Registration, in record: RunRecord, _ settings: Settings,
    _ positioning: Positioning?
  ) {
    let owner = registration.id.owner
    region = registration.region
    title =
      region.identifier.rawValue
      + (owner == SimulatedSystem.managers ? "" : " in monitor \(owner.name)")
      + ", \(region.radius.plain) m"
    fixes = record.fixes[registration.first..<(registration.end ?? record.fixes.count)]
    isBeyondLimit = registration.isBeyondLimit
    var settings = settings
    settings.api = owner == SimulatedSystem.managers ? .clLocationManager : .clMonitor
    // The registration has its slot, or `lines` says that it has none: the limit is no concern
    // here.
    settings.limit = .max
    losses = Self.losses(of: [region], fixes, settings, record.actions, positioning)
  }

  fileprivate static func all(
    of watched: [WatchedRegion], in record: RunRecord, _ settings: Settings,
    _ positioning: Positioning?
  ) -> [RegionAccount] {
    let losses = losses(
      of: watched.map(\.region), record.fixes[...], settings,
      record.actions.filter { $0.action.concernsDevice }, positioning)
    return watched.map { watched in
      let fixes = record.fixes[min(watched.first, record.fixes.count)...]
      return RegionAccount(
        title: "\(watched.title), \(watched.region.radius.plain) m", region: watched.region,
        fixes: fixes, isBeyondLimit: false,
        losses: losses.filter { loss in
          loss.region == watched.region.identifier
            && fixes.first.map { loss.time > $0.time } ?? false
        })
    }
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

extension DeviceAction {
  fileprivate var concernsDevice: Bool {
    switch self {
    case .reboot, .unlock, .sleep, .wake, .location: true
    default: false
    }
  }
}

extension SimulatedDevice {
  private static let accounted = 40

  var accountLines: [String] {
    let (record, settings) = system.withLock { ($0.record, $0.settings) }
    let accounts = record.registrations.suffix(Self.accounted).flatMap {
      RegionAccount($0, in: record, settings, positioning).lines
    }
    let left = record.registrations.count - Self.accounted
    let others = service?.accountLines ?? []
    if accounts.isEmpty { return others.isEmpty ? ["the app has registered nothing"] : others }
    let title = "what the app has registered"
    return [title + (left > 0 ? " (\(left) earlier ones are left out)" : "")]
      + accounts.map { "  " + $0 } + others
  }

  package var fixCount: Int { system.withLock { $0.record.fixes.count } }

  /// Returns the account of regions that a service of the system watches by rules of its own.
  package func account(of watched: [WatchedRegion], _ settings: Settings) -> [[String]] {
    let record = system.withLock { $0.record }
    return RegionAccount.all(of: watched, in: record, settings, positioning).map(\.lines)
  }
}
