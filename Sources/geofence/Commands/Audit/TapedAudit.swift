import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceReport
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

  /// Reads the tracks up to the first that fails, unless they have been read before.
  init(
    _ paths: [String], _ options: SimulateOptions, _ inputs: SimulationInputs,
    _ tracks: TapedTracks? = nil
  ) {
    self.tracks = tracks ?? TapedTracks(paths, options, inputs)
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
  ///
  /// - Parameter question: what is asked of the best strategy, or of all where it explains all.
  func report(of strategies: [AuditStrategy], _ question: Question) throws(InputError)
    -> AuditReport
  {
    let hasOneEach = strategies.hasOneForEachInterface
    let isExplained = question.explained > 1 || hasOneEach
    var first = question
    first.explained = isExplained ? strategies.count : 0
    first.compared = hasOneEach ? strategies.count : 0
    var report = try audit(strategies, first)
    let outcomes = isExplained ? [:] : try explainBest(of: &report, question)
    return try complete(report, question, outcomes)
  }

  func trials(
    _ count: Int, of strategies: [AuditStrategy], progress: @escaping @Sendable (String) -> Void
  ) throws(InputError) -> AuditReport {
    var question = Question.counts(
      in: count, comparing: strategies.hasOneForEachInterface ? strategies.count : 0)
    question.depth = .verdicts
    var report = try audit(strategies, question) { progress("trial \($0) of \(count)") }
    try approach(&report)
    if Interruption.isRequested { return report }
    try advise(on: &report, trials: count) {
      progress("what may help: trial \($0) of \(count)")
    }
    guard report.comparison == nil, report.interfaces.count > 1, !Interruption.isRequested else {
      return report
    }
    let again = report.bestOfInterfaces.map { report.strategies[$0].strategy }
    report.comparison = try audit(again, .counts(in: count, comparing: again.count)) {
      progress("the interfaces: trial \($0) of \(count)")
    }.comparison
    return report
  }

  /// Adds what takes further runs: advice, what else stood in the way of what was lost, and how
  /// near the devices came to the regions that none was in.
  ///
  /// - Parameter outcomes: what is known of strategies that may help.
  func complete(
    _ report: AuditReport, _ question: Question, _ outcomes: [Attempt: AuditedStrategy] = [:]
  ) throws(InputError) -> AuditReport {
    var known = report
    if known.comparison == nil, known.interfaces.count > 1 {
      known.compareInterfaces(question.crossings)
    }
    let explained = known
    // Neither part needs the other, and one track keeps one thread busy.
    let width = tracks.tracks.count > 1 || !question.isAdvised ? 1 : 2
    let parts = try Jobs.results(of: [true, false], width: min(width, tracks.jobs)) {
      isAdvice throws(InputError) in
      var part = explained
      if !isAdvice {
        try explain(
          &part, lossesToExplain(in: part, question),
          asksForLeast: question.remedies == .everything)
        try approach(&part)
      } else if question.isAdvised {
        try advise(on: &part, knowing: outcomes)
      }
      return part
    }
    var report = parts[1]
    (report.advice, report.tried) = (parts[0].advice, parts[0].tried)
    return report
  }

  /// Plays the best strategy of each interface again, with causes, and what may help beside it.
  ///
  /// - Returns: the outcomes of what may help.
  private func explainBest(of report: inout AuditReport, _ question: Question) throws(InputError)
    -> [Attempt: AuditedStrategy]
  {
    let again = report.bestOfInterfaces
    var explained = question
    (explained.explained, explained.compared) = (again.count, again.count)
    explained.depth = .counts
    let (best, outcomes) = try play(
      question.isAdvised && inputs.alarms == nil ? attempts(in: report) : [],
      beside: (again.map { report.strategies[$0].strategy }, explained))
    for (number, strategy) in zip(again, best.strategies) {
      report.strategies[number].account = strategy.account
    }
    report.comparison = best.comparison ?? report.comparison
    report.passages = best.passages
    return outcomes
  }

  /// Reports the audits of the tracks; nothing of a run that was interrupted, which is not shown and
  /// may take long to sort and to explain.
  func report(_ plan: AuditPlan, _ accounts: [AuditAccount]) -> AuditReport {
    let accounts = Interruption.isRequested ? [] : accounts
    return report(
      plan, accounts.dropFirst().reduce(into: accounts.first ?? AuditAccount(plan)) { $0 += $1 })
  }

  private func report(_ plan: AuditPlan, _ account: AuditAccount) -> AuditReport {
    var report = AuditReport(
      tracks.input(regions: inputs.regions.count), plan, account, devices: tracks.deviceNames)
    report.positioning = positioning
    report.worthless = tracks.worthless
    report.doubt = Doubt.sentence(on: doubts)
    (report.asked, report.scope) = (asked, scope)
    report.titles = inputs.reminders?.titles ?? [:]
    report.model = account.strategies[0].outcomes.count > 1 ? nil : model
    return report
  }

  /// The doubts about all inputs: the error that ended a track, then what was found in the tracks,
  /// in both together, and in the regions.
  var doubts: [Doubt] {
    let failure = tracks.failure.map { Doubt(.error, $0) }
    return [failure].compactMap(\.self) + (tracks.findings + inputs.findings).map { Doubt($0) }
  }

  // MARK: runs

  func plan(of strategies: [AuditStrategy], _ question: Question) -> AuditPlan {
    var (positioning, question) = (inputs.positioning, question)
    positioning?.startsClockAnywhere = question.trials > 1
    question.regions = question.regions ?? asked
    return AuditPlan(
      of: regions, strategies, alarms: inputs.alarms, positioning: positioning, question)
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
  /// - Parameters:
  ///   - strategies: at least one.
  ///   - jobs: the number of threads that the strategies may share; `nil` for all.
  func audit(
    _ strategies: [AuditStrategy], _ question: Question, jobs: Int? = nil,
    progress: @Sendable (Int) -> Void = { _ in }
  ) throws(InputError) -> AuditReport {
    let isWhole = question.explained > 0 || question.trials > 1 || question.compared > 1
    let width = isWhole ? 1 : max(1, (jobs ?? tracks.jobs) / max(1, tracks.tracks.count))
    let rows = strategies.map(simplified)
    let played = rows.distinct
    let parts = inputs.alarms == nil ? played.parts(width) : played.map { [$0] }
    let reports = try Jobs.results(of: parts, width: width) {
      part throws(InputError) in try report(of: plan(of: part, question), progress)
    }
    let audited = reports.flatMap(\.strategies)
    return reports[0].with(
      zip(strategies, rows).map { strategy, row in
        var audited = audited[played.firstIndex(of: row) ?? 0]
        audited.strategy = strategy
        return audited
      })
  }

  private func report(of plan: AuditPlan, _ progress: @Sendable (Int) -> Void) throws(InputError)
    -> AuditReport
  {
    if plan.question.trials > 1 { return report(plan, try trials(of: plan, progress)) }
    let accounts = try tracks.each { track throws(InputError) in
      var account = AuditAccount(plan)
      try track.audit(plan, into: &account)
      return account
    }
    return report(plan, accounts)
  }

  private func trials(of plan: AuditPlan, _ progress: @Sendable (Int) -> Void) throws(InputError)
    -> AuditAccount
  {
    let count = plan.question.trials
    var sum = AuditAccount(plan)
    // So many accounts at a time are in memory, however many trials there are.
    let width = 4 * tracks.jobs
    for first in stride(from: 0, to: count, by: width) {
      let numbers = Array(first..<min(first + width, count))
      for account in try Jobs.results(
        of: numbers, width: tracks.jobs,
        { number throws(InputError) in
          var account = AuditAccount(plan)
          for track in tracks.tracks {
            try track.audit(plan, trial: UInt64(number), into: &account)
          }
          return account
        })
      {
        sum.append(account)
      }
      progress(min(first + width, count))
      if Interruption.isRequested { break }
    }
    return sum
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

extension SimulateOptions {
  /// The part of the run that is asked about, as options; `nil` for all of it.
  fileprivate var scope: String? {
    let names =
      choice.regions.map { "--only \(VisibleText.quoted($0))" }
      + choice.devices.map { "--device \(VisibleText.quoted($0))" }
    let times = [("--from", cut.from), ("--to", cut.to)].compactMap { option, time in
      time.map { "\(option) \($0.text(in: track.zone))" }
    }
    let parts = names + times
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

extension TrackTime {
  fileprivate func text(in zone: ZoneInfo?) -> String {
    switch self {
    case .at(let time): time.moment(in: zone).rfc3339
    case .after(let span): "+\(span.seconds.plain)s"
    }
  }
}
