import GeofenceCore
import TestSupport
import Testing

/// The causes named by audits of random drives, each compared with a whole simulation without it.
///
/// The test uses none of the audit's own code. A run is a plain simulation. A crossing counts as
/// delivered if an event reports one that began during its stay or, where the fixes were uncertain,
/// before the next crossing to the same side.
@Suite(.slow) struct RemedyTests {
  private struct Case: Sendable {
    let drive: RandomDrive
    let positioning: Positioning?
    let settings: Settings
    let crossing: AuditedCrossing
    /// The time of the region's next crossing to the same side.
    let end: Timestamp
    let region: RegionIdentifier
    /// What has to go for it to be delivered, as the audit says.
    let remedy: Obstacles?

    /// Returns whether the crossing is delivered if some obstacles are removed.
    func comes(without removed: Obstacles) -> Bool {
      var settings = settings
      if removed.contains(.dwell) { settings.crossing.dwell = Interval(seconds: 0) }
      if removed.contains(.cushion) { settings.crossing.cushion = 0 }
      if removed.contains(.cushion) { settings.crossing.inwardCushion = 0 }
      if removed.contains(.accuracy) { settings.crossing.ignoresAccuracy = true }
      if removed.contains(.slot) { settings.limit = 10_000 }
      if removed.contains(.renewal) { settings.renewal = .changed }
      if removed.contains(.removed) {
        settings.keepsRegistrations = true
        settings.request.expiration = nil
      }
      let timeline = removed.contains(.suspended) ? drive.setChanges : drive.timeline
      let seen = removed.contains(.positioning) ? nil : positioning
      return drive.told(settings, timeline, seen).contains { report, time in
        // With errors of position, the crossing may appear before it happens.
        let start = seen == nil ? report.crossedAt : time
        return report.region.identifier == region && report.name.rawValue == crossing.name.rawValue
          && crossing.time <= start && start < end
      }
    }
  }

  private static func cases(_ seed: UInt64, _ positioning: Positioning? = nil) throws -> [Case] {
    let drive = try RandomDrive(seed: seed)
    let plan = AuditPlan(of: drive.regions, [AuditStrategy(Settings())])
    let accounts = drive.audit(drive.strategies.map { AuditStrategy($0) }, positioning).strategies
    return zip(drive.strategies, accounts).flatMap { settings, account in
      account.losses.map { crossing in
        let next = account.crossings.first {
          $0.region == crossing.region && $0.name == crossing.name && $0.time > crossing.time
        }
        return Case(
          drive: drive, positioning: positioning, settings: settings, crossing: crossing,
          end: next?.time ?? Timestamp(milliseconds: .max),
          region: plan.names[crossing.region], remedy: account.remedies[crossing.id])
      }
    }
  }

  /// The losses of drives by their seeds, which two tests look at.
  private static let recorded = Result { try (0..<40).map { try cases(UInt64($0)) } }

  /// The same where the phone does not see every fix.
  private static let positioned = Result {
    try (0..<12).flatMap { seed in
      try [PositioningPreset.phone, .wifi].map { preset in
        try cases(UInt64(seed), Positioning(preset.model, seed: UInt64(seed)))
      }
    }
  }

  @Test(arguments: 0..<40)
  func `a loss comes without what is named, and not without less that holds the cause`(seed: Int)
    throws
  {
    try check(Self.recorded.get()[seed])
  }

  @Test(arguments: 0..<24)
  func `so it does where the phone does not see every fix`(number: Int) throws {
    try check(Self.positioned.get()[number])
  }

  private func check(_ cases: [Case]) throws {
    for loss in cases {
      guard let lost = loss.crossing.loss, let cause = lost.cause.obstacle else { continue }
      guard let remedy = loss.remedy else {
        Issue.record("no remedy for \(loss.region) at \(loss.crossing.time.milliseconds)")
        continue
      }
      #expect(remedy.contains(cause))
      #expect(
        loss.comes(without: remedy),
        "\(loss.region) \(loss.crossing.name) at \(loss.crossing.time.milliseconds), \(lost)")
      for less in remedy.elements where less != cause {
        #expect(!loss.comes(without: remedy.subtracting(Obstacles(less))))
      }
    }
  }

  @Test func `every cause is among them`() throws {
    var counts: [LossCause: Int] = [:]
    for loss in try (Self.recorded.get() + Self.positioned.get()).joined() {
      if let cause = loss.crossing.loss?.cause { counts[cause, default: 0] += 1 }
    }
    for cause in LossCause.allCases where cause.kind != .circles {
      let isRare = cause.kind == .positioning || [.overlap, .removed].contains(cause)
      #expect(counts[cause, default: 0] > (isRare ? 3 : 5), "\(cause)")
    }
  }
}
