import GeofenceCore
import GeofenceWriting

/// An account of one registration, for people to read.
///
/// It says how near the device came, in metres, how long it was inside, and why a crossing was not
/// delivered.
///
/// - Complexity: O(n) for n fixes while the registration stood.
struct RegionAccount {
  private let registration: Registration
  private let fixes: ArraySlice<Fix>
  private let settings: Settings
  private let timeline: Timeline
  private let positioning: Positioning?

  init(
    _ registration: Registration, in record: RunRecord, _ settings: Settings,
    _ positioning: Positioning?
  ) {
    self.registration = registration
    fixes = record.fixes[registration.first..<(registration.end ?? record.fixes.count)]
    var settings = settings
    let isManagers = registration.id.owner == SimulatedSystem.managers
    settings.api = isManagers ? .clLocationManager : .clMonitor
    // The registration has its slot, or `lines` says that it has none: the limit is no concern
    // here.
    settings.limit = .max
    self.settings = settings
    timeline = Timeline(record.actions)
    self.positioning = positioning
  }

  var lines: [String] {
    let region = registration.region
    let owner = registration.id.owner
    let name =
      region.identifier.rawValue
      + (owner == SimulatedSystem.managers ? "" : " in monitor \(owner.name)")
    let size = "\(name), \(region.radius.plain) m"
    guard let nearest else { return ["\(size): no fix while it was registered"] }
    let side = nearest.metres <= 0 ? "inside" : "outside"
    var text =
      "\(size): nearest \(nearest.metres.magnitude.tenths) m \(side) at \(nearest.time.rfc3339)"
    if let stay { text += ", inside for \(stay.text)" }
    if registration.isBeyondLimit {
      return [text + "; it had no slot: the app watched as many conditions as it may"]
    }
    return [text] + losses.map { "  " + $0 }
  }

  /// The distance past the boundary in metres (negative inside) and the time of the nearest fix.
  private var nearest: (metres: Double, time: Timestamp)? {
    fixes.lazy.map { (distance(to: $0), $0.time) }.min { $0.0 < $1.0 }.map { ($0.0, $0.1) }
  }

  /// The sum of the intervals that begin with a fix inside; `nil` if no fix is.
  private var stay: Interval? {
    guard fixes.contains(where: { distance(to: $0) <= 0 }) else { return nil }
    var sum = Interval(milliseconds: 0)
    for (fix, next) in zip(fixes, fixes.dropFirst()) where distance(to: fix) <= 0 {
      sum = Interval(milliseconds: sum.milliseconds + (next.time - fix.time).milliseconds)
    }
    return sum
  }

  /// Returns the distance past the boundary in metres, negative inside.
  private func distance(to fix: Fix) -> Double {
    Geodesic(from: registration.region.center, to: fix.coordinate).distance
      - registration.region.radius
  }

  /// The crossings by plain geometry that the app did not receive, each with its cause.
  ///
  /// The causes are the rules of crossings, the device's life and its positioning.
  private var losses: [String] {
    guard let first = fixes.first, let regions = try? RegionSet([registration.region]) else {
      return []
    }
    let plan = AuditPlan(
      of: regions, [AuditStrategy(settings)], timeline: timeline, positioning: positioning)
    var account = AuditAccount(plan, keeping: .init(strategies: 1, .everything))
    var audit = Audit(plan, startingAt: first.time)
    for fix in fixes { audit.advance(to: fix, into: &account) }
    audit.finish(into: &account)
    return account.ordered.strategies[0].crossings.compactMap { crossing in
      guard let loss = LossText(crossing, plan.names) else { return nil }
      return "\(crossing.name.rawValue) at \(crossing.time.rfc3339) not delivered: \(loss.cause)"
        + (loss.text.map { "; \($0)" } ?? "")
    }
  }
}

extension SimulatedDevice {
  /// The number of registrations in an account: as many as people read.
  private static let accounted = 40

  /// The lines of the account of everything that the app has registered.
  var accountLines: [String] {
    let (record, settings) = system.withLock { ($0.record, $0.settings) }
    let accounts = record.registrations.suffix(Self.accounted).flatMap {
      RegionAccount($0, in: record, settings, positioning).lines
    }
    let left = record.registrations.count - Self.accounted
    if accounts.isEmpty { return ["the app has registered nothing"] }
    let title = "what the app has registered"
    return [title + (left > 0 ? " (\(left) earlier ones are left out)" : "")]
      + accounts.map { "  " + $0 }
  }
}
