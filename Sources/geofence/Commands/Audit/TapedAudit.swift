import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

struct TapedAudit {
  let tracks: TapedTracks
  let inputs: SimulationInputs
  private let regions: AuditedRegions
  var names: RegionNames { regions.names }
  /// The regions that are asked about, by their numbers; `nil` for all.
  let asked: Set<RegionNumber>?
  private let positioning: String?
  private let model: String?
  private let scope: String?

  struct Listing {
    let crossings: AuditAccount.Keeping.Listing
    let isOfAll: Bool
    let readings: Readings
    var isAdvised = true
  }

  /// The losses of which it is read what would have delivered them.
  enum Readings {
    case none
    /// The losses that a short text shows.
    case shown
    case listed
    /// These, and the losses in which interfaces differ; of each also whether it is delivered where
    /// its rule demands the least.
    case everything
  }

  /// The depth of a run: of how many strategies, from the first on, the moments that decide are
  /// kept, and what is found out under the others.
  struct Effort {
    var detailed = 0
    var depth = AuditPlan.Depth.counts
    var trials = 1
    var keeping = AuditAccount.Keeping.regions
    /// The regions of which the first strategy keeps a record.
    var recording: Set<RegionNumber> = []
    /// The number of threads that the strategies may share; `nil` for all of `--jobs`.
    var jobs: Int?
    var progress: @Sendable (Int) -> Void = { _ in }
  }

  /// Reads the tracks up to the first that fails, unless they have been read before.
  init(
    _ paths: [String], _ options: SimulateOptions, _ inputs: SimulationInputs,
    _ tracks: TapedTracks? = nil
  ) {
    self.tracks = tracks ?? TapedTracks(paths, options, inputs.scenario, near: inputs.regions)
    positioning = options.positioningName
    model = positioning == nil ? nil : options.positioning?.steeringNothing
    scope = options.scope
    self.inputs = inputs
    let regions = AuditedRegions(inputs.regions, timeline: inputs.scenario.timeline)
    self.regions = regions
    let only = options.choice.regions
    asked =
      only.isEmpty
      ? nil
      : Set(
        regions.names.indices.filter { EventChoice.fits(regions.names[$0].rawValue, anyOf: only) })
  }

  // MARK: reports

  /// Compares strategies, explains what the best of them loses, and tries what could help it.
  func report(of strategies: [AuditStrategy], listing: Listing) throws(InputError) -> AuditReport {
    let hasOneEach = strategies.hasOneForEachInterface
    let detailed = listing.isOfAll || hasOneEach ? strategies.count : 0
    let report = try audit(
      strategies,
      Effort(
        detailed: detailed, depth: .causes,
        keeping: .init(
          strategies: detailed, listing.crossings, compared: hasOneEach ? strategies.count : 0)))
    return try complete(report, isDetailed: detailed > 0, listing: listing)
  }

  func trials(
    _ count: Int, of strategies: [AuditStrategy], progress: @escaping @Sendable (String) -> Void
  ) throws(InputError) -> AuditReport {
    let first = strategies.hasOneForEachInterface ? strategies.count : 0
    var report = try audit(
      strategies,
      Effort(depth: .causes, trials: count, keeping: .comparing(first)) {
        progress("trial \($0) of \(count)")
      })
    report.approaches = try approaches(report.visits, strategies[0])
    report.swapped = try swapped(report.approaches)
    if Interruption.isRequested { return report }
    try advise(
      on: &report, Effort(trials: count) { progress("what may help: trial \($0) of \(count)") })
    guard report.comparison == nil, report.interfaces.count > 1, !Interruption.isRequested else {
      return report
    }
    let again = report.bestOfInterfaces.map { report.strategies[$0].strategy }
    let effort = Effort(trials: count, keeping: .comparing(again.count)) {
      progress("the interfaces: trial \($0) of \(count)")
    }
    report.comparison = try audit(again, effort).comparison
    return report
  }

  /// Returns the results of strategies, in one audit or many trials, without advice and
  /// explanations.
  func outcomes(of strategies: [AuditStrategy], in count: Int = 1) throws(InputError)
    -> AuditReport
  {
    try audit(strategies, Effort(trials: count, keeping: .regions))
  }

  /// Adds what takes further runs: advice, what else stood in the way of what was lost, and how
  /// near the devices came to the regions that none was in. Without details, the best strategy and
  /// that of each interface are played again.
  func complete(_ report: AuditReport, isDetailed: Bool, listing: Listing) throws(InputError)
    -> AuditReport
  {
    var report = report
    if !isDetailed { try detail(&report, listing) }
    if report.comparison == nil, report.interfaces.count > 1 {
      report.compareInterfaces(listing.crossings)
    }
    let known = report
    let additions = Addition.allCases.filter { listing.asks(for: $0) }
    // None of them needs another, and one track keeps one thread busy.
    let width = tracks.tracks.count > 1 ? 1 : min(tracks.jobs, additions.count)
    let effort = Effort(keeping: .counts, jobs: tracks.jobs / width)
    let completed = try Jobs.results(of: additions, width: width) {
      addition throws(InputError) in try add(addition, to: known, listing, effort)
    }
    for (addition, part) in zip(additions, completed) {
      switch addition {
      case .advice: (report.advice, report.tried) = (part.advice, part.tried)
      case .reasons: report.strategies = part.strategies
      case .approaches: (report.approaches, report.swapped) = (part.approaches, part.swapped)
      }
    }
    return report
  }

  fileprivate enum Addition: CaseIterable {
    case advice, reasons, approaches
  }

  private func add(
    _ addition: Addition, to report: AuditReport, _ listing: Listing, _ effort: Effort
  ) throws(InputError) -> AuditReport {
    var report = report
    switch addition {
    case .advice: try advise(on: &report, effort)
    case .reasons:
      try explain(
        &report, lossesToExplain(in: report, listing),
        asksForLeast: listing.readings == .everything)
    case .approaches:
      report.approaches = try approaches(report.visits, report.strategies[0].strategy)
      report.swapped = try swapped(report.approaches)
    }
    return report
  }

  /// Replays the best strategy of each interface with causes.
  private func detail(_ report: inout AuditReport, _ listing: Listing) throws(InputError) {
    let again = report.bestOfInterfaces
    let played = try audit(
      again.map { report.strategies[$0].strategy },
      Effort(
        detailed: again.count,
        keeping: .init(strategies: again.count, listing.crossings, compared: again.count)))
    for (number, strategy) in zip(again, played.strategies) {
      report.strategies[number].account = strategy.account
    }
    report.comparison = played.comparison ?? report.comparison
  }

  /// Reports the audits of the tracks; nothing of a run that was interrupted, which is not shown and
  /// may take long to sort and to explain.
  func report(_ plan: AuditPlan, _ accounts: [AuditAccount]) -> AuditReport {
    report(plan, (Interruption.isRequested ? [] : accounts).sum(of: plan))
  }

  private func report(_ plan: AuditPlan, _ account: AuditAccount) -> AuditReport {
    var report = AuditReport(
      tracks.input(regions: inputs.regions.count), plan, account, devices: tracks.deviceNames)
    report.positioning = positioning
    report.isSwapped = tracks.areSwapped
    (report.asked, report.scope) = (asked, scope)
    report.model = account.strategies[0].outcomes.count > 1 ? nil : model
    return report
  }

  // MARK: runs

  /// Plans full results for the first `detailed` strategies, and `depth` for the others, about the
  /// regions `asked` of, or all.
  func plan(
    of strategies: [AuditStrategy], detailed: Int, depth: AuditPlan.Depth = .causes,
    trials: Int = 1, about asked: Set<RegionNumber>? = nil,
    recording: Set<RegionNumber>? = []
  ) -> AuditPlan {
    var positioning = inputs.positioning
    positioning?.startsClockAnywhere = trials > 1
    return AuditPlan(
      of: regions, strategies, alarms: inputs.alarms, positioning: positioning,
      detailed: detailed, depth: depth, about: asked ?? self.asked, recording: recording)
  }

  /// Returns the strategy that is played for one: it differs in nothing that makes a difference.
  func simplified(_ strategy: AuditStrategy) -> AuditStrategy {
    inputs.alarms == nil
      ? strategy.simplified(names.count, inputs.scenario.timeline) : strategy
  }

  /// Audits strategies, equal ones once; where few tracks would leave threads without work, they share the
  /// strategies. With alarms each is audited alone, as it has crossings of its own: an alarm that
  /// has fired leaves the set.
  ///
  /// - Precondition: there is a strategy.
  func audit(_ strategies: [AuditStrategy], _ effort: Effort) throws(InputError) -> AuditReport {
    let isWhole = effort.detailed > 0 || effort.trials > 1 || effort.keeping.compared > 1
    let width = isWhole ? 1 : max(1, (effort.jobs ?? tracks.jobs) / max(1, tracks.tracks.count))
    let rows = strategies.map(simplified)
    let played = rows.distinct
    let parts = inputs.alarms == nil ? played.parts(width) : played.map { [$0] }
    let reports = try Jobs.results(of: parts, width: width) {
      part throws(InputError) in try report(of: part, effort)
    }
    let audited = reports.flatMap(\.strategies)
    return reports[0].with(
      zip(strategies, rows).map { strategy, row in
        var audited = audited[played.firstIndex(of: row) ?? 0]
        audited.strategy = strategy
        return audited
      })
  }

  private func report(of strategies: [AuditStrategy], _ effort: Effort) throws(InputError)
    -> AuditReport
  {
    let plan = plan(
      of: strategies, detailed: effort.detailed, depth: effort.depth, trials: effort.trials,
      recording: effort.recording)
    if effort.trials > 1 { return report(plan, try trials(of: plan, effort)) }
    let accounts = try tracks.each { track throws(InputError) in
      var account = AuditAccount(plan, keeping: effort.keeping)
      try track.audit(plan, into: &account)
      return account
    }
    return report(plan, accounts)
  }

  private func trials(of plan: AuditPlan, _ effort: Effort) throws(InputError) -> AuditAccount {
    var sum = AuditAccount(plan, keeping: effort.keeping)
    // So many accounts at a time are in memory, however many trials there are.
    let width = 4 * tracks.jobs
    for first in stride(from: 0, to: effort.trials, by: width) {
      let numbers = Array(first..<min(first + width, effort.trials))
      for account in try Jobs.results(
        of: numbers, width: tracks.jobs,
        { number throws(InputError) in
          var account = AuditAccount(plan, keeping: effort.keeping)
          for track in tracks.tracks {
            try track.audit(plan, trial: UInt64(number), into: &account)
          }
          return account
        })
      {
        sum.append(account)
      }
      effort.progress(min(first + width, effort.trials))
      if Interruption.isRequested { break }
    }
    return sum
  }
}

extension TapedAudit.Listing {
  fileprivate func asks(for addition: TapedAudit.Addition) -> Bool {
    switch addition {
    case .advice: isAdvised
    case .reasons: readings != .none
    case .approaches: true
    }
  }
}

extension [AuditStrategy] {
  fileprivate var hasOneForEachInterface: Bool { Set(map(\.settings.api)).count == count }

  /// Returns the strategies in at most so many parts of about one size, in their order.
  fileprivate func parts(_ most: Int) -> [[AuditStrategy]] {
    let size = (count + most - 1) / most
    return stride(from: 0, to: count, by: size).map {
      Array(self[$0..<Swift.min($0 + size, count)])
    }
  }
}

extension AuditAccount.Keeping {
  /// The counts of each strategy and region, and the comparison of the first strategies, without
  /// single crossings.
  fileprivate static func comparing(_ strategies: Int) -> Self {
    var keeping = regions
    keeping.compared = strategies
    return keeping
  }
}

extension [AuditAccount] {
  fileprivate func sum(of plan: AuditPlan) -> AuditAccount {
    dropFirst().reduce(into: first ?? AuditAccount(plan, keeping: .regions)) { $0 += $1 }
  }
}

extension SimulateOptions {
  /// The part of the run that is asked about, as options; `nil` for all of it.
  fileprivate var scope: String? {
    let names =
      choice.regions.map { "--only \(VisibleText.quoted($0))" }
      + choice.devices.map { "--device \(VisibleText.quoted($0))" }
    let times = [("--from", cut.from), ("--to", cut.to)].compactMap { option, time in
      time.map { "\(option) \($0.text)" }
    }
    let parts = names + times
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

extension TrackTime {
  fileprivate var text: String {
    switch self {
    case .at(let time): time.rfc3339
    case .after(let span): "+\(span.seconds.plain)s"
    }
  }
}
