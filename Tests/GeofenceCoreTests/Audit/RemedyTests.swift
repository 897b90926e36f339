import GeofenceCore
import TestSupport
import Testing

/// The causes named by audits of random drives, each compared with a whole simulation without it.
///
/// The test uses none of the audit's own code. A run is a plain simulation, and the sides of a circle
/// are those of each fix. An event reports the last crossing before it began, the next one where it
/// is ahead of the device, or one that follows within five minutes.
@Suite(.slow) struct RemedyTests {
  private struct Case: Sendable {
    let crossing: AuditedCrossing
    let region: RegionIdentifier
    /// The sides of the region that the device comes to, with the time of each.
    let sides: [Side]
    /// What has to go for it to be delivered, as the audit says.
    let remedy: Obstacles?

    /// The side to which the crossing leads.
    var side: Side { Side(time: crossing.time, isInside: crossing.name == .enter) }
  }

  /// A side of a circle, and the first fix on it.
  private struct Side: Equatable {
    let time: Timestamp
    let isInside: Bool
  }

  private static func sides(of region: CircularRegion, along fixes: [Fix]) -> [Side] {
    var sides: [Side] = []
    for fix in fixes {
      let distance = Geodesic(from: fix.coordinate, to: region.center).distance
      let isInside = distance <= region.radius
      if sides.last?.isInside != isInside { sides.append(Side(time: fix.time, isInside: isInside)) }
    }
    return sides
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
      let its = all.filter { $0.report.region.identifier == loss.region }
      let seesAll = removed.contains(.positioning) || positioning == nil
      return its.indices.contains { index in
        let report = its[index].report
        let isEnter = report.name == .enter
        let time = its[index].time
        let past = loss.sides.last { $0.time <= report.crossedAt }
        if let past, past.isInside == isEnter { return past == loss.side }
        // An inexact location update may be ahead of the device.
        let ahead = loss.sides.first { report.crossedAt < $0.time && $0.isInside == isEnter }
        if let ahead, ahead.time <= time { return ahead == loss.side }
        let next = loss.sides.first { $0.time > time && $0.isInside == isEnter }
        guard let next, !seesAll, next == loss.side else { return false }
        let isLast = index + 1 == its.count || its[index + 1].time >= next.time
        return isLast && next.time - time <= Interval(seconds: 300)
      }
    }

    private func crossings(
      without removed: Obstacles
    ) -> [(report: CrossingReport, time: Timestamp)] {
      var settings = settings
      if removed.contains(.dwell) { settings.crossing.dwell = Interval(seconds: 0) }
      if removed.contains(.dwell) { settings.crossing.outwardDwell = nil }
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
      var positioning = positioning
      // The numbers that are drawn for each crossing stay the phone's own.
      if removed.contains(.positioning) { positioning?.model = .recorded }
      return drive.told(settings, timeline, positioning)
    }
  }

  private static func runs(_ seed: UInt64, _ positioning: Positioning? = nil) throws -> [Run] {
    let drive = try RandomDrive(seed: seed)
    let plan = AuditPlan(of: drive.regions, [AuditStrategy(Settings())])
    let strategies = drive.strategies.map { settings in
      var settings = settings
      settings.crossing.follow(positioning?.model)
      return settings
    }
    let accounts = drive.audit(strategies.map { AuditStrategy($0) }, positioning).strategies
    let sidesByName = Dictionary(
      uniqueKeysWithValues: drive.regions.asGiven.map {
        ($0.identifier, sides(of: $0, along: drive.fixes))
      })
    return zip(strategies, accounts).map { settings, account in
      let cases = account.losses.map { crossing in
        let region = plan.names[crossing.region]
        return Case(
          crossing: crossing, region: region, sides: sidesByName[region] ?? [],
          remedy: account.readings[crossing.id]?.remedy)
      }
      return Run(drive, positioning, settings, cases)
    }
  }

  /// The losses of drives by their seeds, which two tests look at.
  private static let recorded = Result { try (0..<40).map { try runs(UInt64($0)) } }

  /// A model that brings rules along, which are drawn for each crossing.
  private static let drawn: PositioningModel = {
    var model = PositioningPreset.wifi.model
    (model.rules.dwellIn, model.rules.dwellOut) = (LogNormal(median: 30, p95: 240), nil)
    model.rules.cushionOut = LogNormal(median: 60, p95: 300)
    return model
  }()

  /// The same where the phone does not see every fix.
  private static let positioned = Result {
    try (0..<12).flatMap { seed in
      try [PositioningPreset.phone.model, PositioningPreset.wifi.model, drawn].map { model in
        try runs(UInt64(seed), Positioning(model, seed: UInt64(seed)))
      }
    }
  }

  @Test(arguments: 0..<40)
  func `a loss comes without what is named, and not without less that holds the cause`(seed: Int)
    throws
  {
    check(try Self.recorded.get()[seed])
  }

  @Test(arguments: 0..<36)
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
    let wasDelivered = run.delivers(loss, without: Obstacles())
    #expect(!wasDelivered, "\(loss.region) at \(loss.crossing.time.milliseconds) was delivered")
    let isDelivered = run.delivers(loss, without: remedy)
    #expect(
      isDelivered,
      "\(loss.region) \(loss.crossing.name) at \(loss.crossing.time.milliseconds), \(lost)")
    for less in remedy.elements where less != cause {
      let isDelivered = run.delivers(loss, without: remedy.subtracting(Obstacles(less)))
      #expect(!isDelivered)
    }
  }

  /// Of runs that see every fix; the others measure what was seen where the path meets the rules.
  @Test(arguments: 0..<40)
  func `a stay is as long and as deep as its fixes say`(seed: Int) throws {
    for run in try Self.recorded.get()[seed] {
      for loss in run.cases {
        guard case .stay(let stay)? = loss.crossing.loss?.detail, stay.end != .removal,
          let circle = run.drive.regions.asGiven.first(where: { $0.identifier == loss.region })
        else { continue }
        let end = loss.sides.first { $0.time > loss.crossing.time }?.time
        let fixes = run.drive.fixes.filter {
          loss.crossing.time <= $0.time && $0.time < end ?? .distantFuture
        }
        let depths = fixes.map {
          abs(Geodesic(from: $0.coordinate, to: circle.center).distance - circle.radius)
        }
        #expect(abs(stay.deepest - (depths.max() ?? 0)) < 1e-6)
        #expect(fixes.last.map { $0.time - loss.crossing.time } == stay.lasted)
      }
    }
  }

  @Test func `every cause is among them`() throws {
    var counts: [LossCause: Int] = [:]
    for loss in try (Self.recorded.get() + Self.positioned.get()).joined().flatMap(\.cases) {
      if let cause = loss.crossing.loss?.cause { counts[cause, default: 0] += 1 }
    }
    for cause in LossCause.allCases where cause.kind != .circles {
      let isRare =
        cause.kind == .positioning || [.cushion, .overlap, .removed].contains(cause)
      #expect(counts[cause, default: 0] > (isRare ? 2 : 5), "\(cause)")
    }
  }
}
