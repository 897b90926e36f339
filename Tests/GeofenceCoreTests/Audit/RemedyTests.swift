import GeofenceCore
import TestSupport
import Testing

/// The causes named by audits of random drives, each compared with a whole simulation without it.
///
/// The test uses none of the audit's own code. A run is a plain simulation. A crossing counts as
/// delivered if an event reports one that began during its stay or, where the fixes were uncertain,
/// before the next crossing to the same side; where positions err, also one that began before it
/// and was confirmed after.
@Suite(.slow) struct RemedyTests {
  private struct Case: Sendable {
    let crossing: AuditedCrossing
    /// The time of the region's next crossing to the same side.
    let end: Timestamp
    /// The times of the last crossing back before it, and of the first after it.
    let start: Timestamp
    let back: Timestamp
    let region: RegionIdentifier
    /// What has to go for it to be delivered, as the audit says.
    let remedy: Obstacles?
  }

  /// The losses of a drive under one strategy.
  private struct Run: Sendable {
    let drive: RandomDrive
    let positioning: Positioning?
    let settings: Settings
    let cases: [Case]
    /// The crossings that a simulation without some obstacles delivers, which many losses ask for.
    private var delivered: [Obstacles: [(report: CrossingReport, time: Timestamp)]] = [:]

    init(
      _ drive: RandomDrive, _ positioning: Positioning?, _ settings: Settings, _ cases: [Case]
    ) {
      (self.drive, self.positioning, self.settings) = (drive, positioning, settings)
      self.cases = cases
    }

    /// Returns whether the crossing of a loss is delivered if some obstacles are removed.
    mutating func delivers(_ loss: Case, without removed: Obstacles) -> Bool {
      let all = delivered[removed] ?? crossings(without: removed)
      delivered[removed] = all
      let seesAll = removed.contains(.positioning) || positioning == nil
      return all.contains { report, time in
        guard report.region.identifier == loss.region,
          report.name.rawValue == loss.crossing.name.rawValue
        else { return false }
        let (began, crossed) = (report.crossedAt, loss.crossing.time)
        if crossed <= began { return began < (seesAll ? loss.end : loss.back) }
        // With errors of position, the crossing may appear before it happens.
        return !seesAll && loss.start <= began && report.waited <= time - crossed
      }
    }

    private func crossings(
      without removed: Obstacles
    ) -> [(report: CrossingReport, time: Timestamp)] {
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
      return drive.told(settings, timeline, removed.contains(.positioning) ? nil : positioning)
    }
  }

  private static func runs(_ seed: UInt64, _ positioning: Positioning? = nil) throws -> [Run] {
    let drive = try RandomDrive(seed: seed)
    let plan = AuditPlan(of: drive.regions, [AuditStrategy(Settings())])
    let accounts = drive.audit(drive.strategies.map { AuditStrategy($0) }, positioning).strategies
    return zip(drive.strategies, accounts).map { settings, account in
      let cases = account.losses.map { crossing in
        let next = account.crossings.first {
          $0.region == crossing.region && $0.name == crossing.name && $0.time > crossing.time
        }
        let region = plan.names[crossing.region]
        let others = turns(of: drive, region, entering: crossing.name == .exit)
        return Case(
          crossing: crossing, end: next?.time ?? .distantFuture,
          start: others.last { $0 <= crossing.time } ?? .distantPast,
          back: others.first { $0 > crossing.time } ?? .distantFuture,
          region: region, remedy: account.remedies[crossing.id])
      }
      return Run(drive, positioning, settings, cases)
    }
  }

  /// Returns the times at which a drive comes to a side of a region.
  private static func turns(
    of drive: RandomDrive, _ name: RegionIdentifier, entering isEnter: Bool
  ) -> [Timestamp] {
    guard let region = drive.regions[name] else { return [] }
    let sides = drive.fixes.map {
      Geodesic(from: $0.coordinate, to: region.center).distance <= region.radius
    }
    return drive.fixes.indices.dropFirst().filter {
      sides[$0] == isEnter && sides[$0 - 1] != isEnter
    }.map { drive.fixes[$0].time }
  }

  /// The losses of drives by their seeds, which two tests look at.
  private static let recorded = Result { try (0..<40).map { try runs(UInt64($0)) } }

  /// The same where the phone does not see every fix.
  private static let positioned = Result {
    try (0..<12).flatMap { seed in
      try [PositioningPreset.phone, .wifi].map { preset in
        try runs(UInt64(seed), Positioning(preset.model, seed: UInt64(seed)))
      }
    }
  }

  @Test(arguments: 0..<40)
  func `a loss comes without what is named, and not without less that holds the cause`(seed: Int)
    throws
  {
    check(try Self.recorded.get()[seed])
  }

  @Test(arguments: 0..<24)
  func `so it does where the phone does not see every fix`(number: Int) throws {
    check(try Self.positioned.get()[number])
  }

  private func check(_ runs: [Run]) {
    for run in runs {
      var run = run
      for loss in run.cases { check(loss, of: &run) }
    }
  }

  private func check(_ loss: Case, of run: inout Run) {
    guard let lost = loss.crossing.loss, let cause = lost.cause.obstacle else { return }
    guard let remedy = loss.remedy else {
      Issue.record("no remedy for \(loss.region) at \(loss.crossing.time.milliseconds)")
      return
    }
    #expect(remedy.contains(cause))
    let isDelivered = run.delivers(loss, without: remedy)
    #expect(
      isDelivered,
      "\(loss.region) \(loss.crossing.name) at \(loss.crossing.time.milliseconds), \(lost)")
    for less in remedy.elements where less != cause {
      let isDelivered = run.delivers(loss, without: remedy.subtracting(Obstacles(less)))
      #expect(!isDelivered)
    }
  }

  @Test func `every cause is among them`() throws {
    var counts: [LossCause: Int] = [:]
    for loss in try (Self.recorded.get() + Self.positioned.get()).joined().flatMap(\.cases) {
      if let cause = loss.crossing.loss?.cause { counts[cause, default: 0] += 1 }
    }
    for cause in LossCause.allCases where cause.kind != .circles {
      let isRare = cause.kind == .positioning || [.overlap, .removed].contains(cause)
      #expect(counts[cause, default: 0] > (isRare ? 3 : 5), "\(cause)")
    }
  }
}
