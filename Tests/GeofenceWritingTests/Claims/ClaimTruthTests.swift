import Foundation
import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

/// The claims about random drives, each held against plain simulations and the geometry of every
/// fix.
///
/// The test uses none of the audit's code: a run is a simulation of its own, and the sides of a circle
/// are those of each fix. `GEOFENCE_LIVES=300` tries so many drives.
@Suite(.slow) struct ClaimTruthTests {
  /// A side of a circle, and the time of the first fix on it.
  private struct Side: Hashable {
    let time: Timestamp
    let isInside: Bool
  }

  private struct Crossing: Hashable {
    let region: RegionIdentifier
    let side: Side
  }

  /// A drive under one strategy, with what is claimed of it.
  private struct Life {
    let drive: RandomDrive
    let settings: Settings
    let positioning: Positioning?
    let report: AuditReport
    let sides: [RegionIdentifier: [Side]]

    init(_ drive: RandomDrive, _ settings: Settings, _ positioning: Positioning?) {
      (self.drive, self.settings, self.positioning) = (drive, settings, positioning)
      let strategy = AuditStrategy(settings)
      let account = drive.audit([strategy], positioning)
      let plan = AuditPlan(
        of: drive.regions, [strategy], timeline: drive.timeline, positioning: positioning)
      var report = AuditReport(AuditReport.Input(), plan, account, devices: [nil])
      report.approaches = plan.approaches(of: drive.fixes, account)
      self.report = report
      sides = Dictionary(
        uniqueKeysWithValues: drive.regions.asGiven.map { region in
          var sides: [Side] = []
          for fix in drive.fixes {
            let distance = Geodesic(from: fix.coordinate, to: region.center).distance
            let isInside = distance <= region.radius
            if sides.last?.isInside != isInside {
              sides.append(Side(time: fix.time, isInside: isInside))
            }
          }
          return (region.identifier, sides)
        })
    }

    var losses: [AuditedCrossing] { report.strategies[0].account.losses }
    var claims: [Claim] { report.claims(on: report.strategies[0]) }

    /// Returns the losses that a simulation with other settings delivers.
    func delivered(
      _ change: (inout Settings) -> Void, _ timeline: Timeline? = nil, seesEveryFix: Bool = false
    ) -> [AuditedCrossing] {
      var settings = settings
      change(&settings)
      let deliveries = deliveries(settings, timeline, seesEveryFix ? nil : positioning)
      return losses.filter { loss in
        let side = Side(time: loss.time, isInside: loss.name == .enter)
        return deliveries[Crossing(region: report.names[loss.region], side: side)] != nil
      }
    }

    /// Returns the first event about each crossing in a simulation of its own.
    func deliveries(_ settings: Settings, _ timeline: Timeline?, _ positioning: Positioning?)
      -> [Crossing: (report: CrossingReport, time: Timestamp)]
    {
      let told = drive.told(settings, timeline ?? drive.timeline, positioning)
      var deliveries: [Crossing: (report: CrossingReport, time: Timestamp)] = [:]
      for (name, events) in Dictionary(grouping: told, by: \.report.region.identifier) {
        let sides = sides[name, default: []]
        for (number, event) in events.enumerated() {
          let isEnter = event.report.name == .enter
          let next = number + 1 < events.count ? events[number + 1].time : .distantFuture
          let side =
            side(entering: isEnter, of: event.report, among: sides)
            ?? (positioning == nil
              ? nil : side(after: event.time, until: next, entering: isEnter, among: sides))
          guard let side else { continue }
          let crossing = Crossing(region: name, side: side)
          deliveries[crossing] = deliveries[crossing] ?? event
        }
      }
      return deliveries
    }

    /// Returns the side that news tells of: the one that the device was on when the news began, or
    /// else the next of its kind, if the device came to it before the news was confirmed.
    private func side(entering: Bool, of news: CrossingReport, among sides: [Side]) -> Side? {
      let past = sides.last { $0.time <= news.crossedAt }
      if let past, past.isInside == entering, past.isInside || past != sides.first { return past }
      let ahead = sides.first { news.crossedAt < $0.time && $0.isInside == entering }
      return ahead.flatMap { $0.time <= news.since ? $0 : nil }
    }

    /// Returns the crossing that an event without one was at most five minutes ahead of, where no
    /// other event of the region came in between.
    private func side(
      after time: Timestamp, until next: Timestamp, entering: Bool, among sides: [Side]
    ) -> Side? {
      let ahead = sides.dropFirst().first { time < $0.time && $0.isInside == entering }
      return ahead.flatMap {
        $0.time <= next && $0.time - time <= Interval(seconds: 300) ? $0 : nil
      }
    }

    /// Returns the number of losses that are delivered without a thing, or several.
    func delivered(without obstacles: Obstacle...) -> Int {
      delivered(
        { for obstacle in obstacles { Self.remove(obstacle, from: &$0) } },
        obstacles.contains(.suspended) ? drive.setChanges : nil,
        seesEveryFix: obstacles.contains(.positioning)
      ).count
    }

    private static func remove(_ obstacle: Obstacle, from settings: inout Settings) {
      switch obstacle {
      case .dwell: settings.crossing.dwell = Interval(seconds: 0)
      case .cushion: (settings.crossing.cushion, settings.crossing.inwardCushion) = (0, 0)
      case .accuracy: settings.crossing.ignoresAccuracy = true
      case .slot: settings.limit = 10_000
      case .renewal: settings.renewal = .changed
      case .removed:
        settings.keepsRegistrations = true
        settings.request.expiration = nil
      case .suspended: break
      case .positioning: settings.crossing.responsiveness = Interval(seconds: 0)
      }
    }

    /// Returns the losses to a rule that a simulation delivers where the rule demands the least of what
    /// was published.
    func delivered(byTheLeastOf cause: LossCause) -> Set<AuditedCrossing.ID> {
      let delivered = delivered { settings in
        switch cause {
        case .dwell:
          settings.crossing.dwell = Interval(seconds: 0)
          settings.crossing.outwardDwell = Interval(seconds: 13.5)
        case .cushion: (settings.crossing.cushion, settings.crossing.inwardCushion) = (50, 0)
        default: settings.crossing.ignoresAccuracy = true
        }
      }
      return Set(delivered.filter { $0.loss?.cause == cause }.map(\.id))
    }
  }

  private static let lives = Result {
    let lives = ProcessInfo.processInfo.environment["GEOFENCE_LIVES"].flatMap(UInt64.init) ?? 40
    return try (0..<lives).flatMap { seed in
      let drive = try RandomDrive(seed: seed, lingers: seed % 2 == 1)
      // In every fourth drive the phone does not see every fix, and not where it is.
      let model = PositioningPreset.phone.model
      let positioning = seed % 4 == 2 ? Positioning(model, seed: seed) : nil
      return drive.strategies.map { Life(drive, $0, positioning) }
    }
  }

  @Test func `nothing was received in an outage that is named, and without it more is`()
    throws
  {
    var checked = 0
    for life in try Self.lives.get() {
      for case .fact(.missed(_, _, _, let causes, _)) in life.claims {
        for case let outage? in causes.map(\.outage) {
          // What the outage came before may have stopped the crossing, too.
          #expect(life.delivered(without: .suspended, .slot, .renewal, .removed) > 0)
          let received = life.drive.told(life.settings, life.drive.timeline, life.positioning)
          #expect(
            received.allSatisfy { event in
              event.time <= outage.from || outage.until.map { $0 <= event.time } ?? false
            })
          let start = life.drive.fixes[0].time
          let times = life.drive.timeline.entries.compactMap { entry -> Timestamp? in
            guard case .afterStart(let time) = entry.moment else { return nil }
            return start + time
          }
          #expect(outage.actions.allSatisfy { times.contains($0.time) })
          #expect(times.contains(outage.from))
          checked += 1
        }
      }
    }
    #expect(checked > 5)
  }

  @Test func `a loss is said to depend on its rule if the least that was published delivers it`()
    throws
  {
    var checked = (lost: 0, depending: 0)
    for life in try Self.lives.get()
    where life.settings.crossing.overlap == nil && !life.losses.isEmpty {
      let found = life.report.strategies[0].account.readings
      for cause in [LossCause.dwell, .cushion, .accuracy] {
        let losses = Set(life.losses.filter { $0.loss?.cause == cause }.map(\.id))
        if losses.isEmpty { continue }
        let least = life.delivered(byTheLeastOf: cause)
        for loss in losses {
          let reading = try #require(found[loss])
          #expect(reading.isDeliveredAtLeast == least.contains(loss))
        }
        checked.lost += losses.subtracting(least).count
        checked.depending += least.count
      }
    }
    #expect(checked.lost > 50 && checked.depending > 50)
  }

  @Test func `in time is within five minutes of the first fix on the new side, and late is not`()
    throws
  {
    let limit = Interval(seconds: 300)
    var checked = (inTime: 0, late: 0)
    for life in try Self.lives.get() {
      // The app does not ask for a crossing of a kind that its region has switched off.
      let wanted = life.deliveries(life.settings, nil, life.positioning).filter {
        let region = $1.report.region
        return $0.side != life.sides[$0.region]?.first
          && ($0.side.isInside ? region.notifyOnEntry : region.notifyOnExit)
      }
      let delays = wanted.map { $1.time - $0.side.time }
      let saysLate = life.claims.contains { claim in
        if case .fact(.late) = claim { true } else { false }
      }
      // If a gap in the recording hides when the device crossed, a delivery after it may be in time.
      let isOpen = life.claims.contains { claim in
        if case .fact(.undecidable) = claim { true } else { false }
      }
      let isLate = delays.contains { $0 > limit }
      #expect(saysLate == isLate || isOpen && isLate)
      for claim in life.claims {
        switch claim {
        case .fact(.delivered(let count, _, _, let latest)):
          #expect(latest <= limit && (delays.contains(latest) || latest.milliseconds == 0))
          #expect(count > 0)
          checked.inTime += 1
        case .fact(.late(let count, _, _)):
          #expect(count > 0 && count <= delays.count { $0 > limit })
          checked.late += 1
        default: break
        }
      }
    }
    #expect(checked.inTime > 3 && checked.late > 3)
  }

  @Test func `no fix lies in a region that none entered`() throws {
    for life in try Self.lives.get() {
      for claim in life.claims {
        switch claim {
        case .fact(.noneEntered), .worthless:
          #expect(life.sides.values.allSatisfy { !$0.contains { $0.isInside } })
        case .fact(.absent(let nearest)):
          #expect(!life.drive.setChanges.entries.isEmpty)
          let sides = life.sides[life.report.names[nearest.region], default: []]
          #expect(life.report.visits[nearest.region].isEmpty)
          #expect(sides.last { $0.time <= nearest.approach.time }?.isInside == true)
        default: break
        }
      }
    }
  }

  @Test func `the fix that a silent run names is the nearest to any region`() throws {
    let lives = try Self.lives.get()
    for life in stride(from: 0, to: lives.count, by: 9).map({ lives[$0] }) {
      let regions = life.drive.regions.asGiven
      var approach = NearestApproach(to: regions)
      for fix in life.drive.fixes { approach.look(from: fix) }
      let claim = Claim.NearestFix(try #require(approach.found), device: nil, command: "")
      let distances = life.drive.fixes.flatMap { fix in
        regions.map { region in
          Geodesic(from: fix.coordinate, to: region.center).distance - region.radius
        }
      }
      #expect(abs(claim.distance - (distances.min() ?? .infinity)) < 0.002)
      #expect(life.drive.fixes.contains { $0.time == claim.time })
    }
  }

  @Test func `the last slot went to the region that the ranking puts there`() throws {
    var checked = 0
    for life in try Self.lives.get() where life.drive.timeline.entries.isEmpty {
      let settings = life.settings
      guard settings.renewal == .changed, settings.request.expiration == nil else { continue }
      let slots = settings.limit - (settings.triggers.contains(.sentinel) ? 1 : 0)
      for loss in life.losses {
        guard case .notChosen(let choice, _, _)? = loss.loss?.detail, let last = choice.lastSlot
        else { continue }
        let ranked = life.drive.regions.asGiven.sorted {
          (settings.ranking.distance(from: choice.place, to: $0), $0.identifier)
            < (settings.ranking.distance(from: choice.place, to: $1), $1.identifier)
        }
        #expect(ranked[slots - 1].identifier == life.report.names[last])
        checked += 1
      }
    }
    #expect(checked > 20)
  }
}
