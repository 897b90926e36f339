import GeofenceBytes
import GeofenceCore
import GeofenceWriting

extension TapedAudit {
  /// Compares strategies in many trials, and says how near the devices came to the regions that none was
  /// in.
  ///
  /// - Parameter progress: told how many have been done.
  func trials(
    _ count: Int, of strategies: [AuditStrategy], named positioningName: String,
    progress: @escaping @Sendable (Int) -> Void
  ) throws(InputError) -> TrialReport {
    var report = try outcomes(of: strategies, in: count, named: positioningName, progress: progress)
    report.approaches = try approaches(report.visits, strategies[0])
    return report
  }

  /// What strategies come to in many trials.
  ///
  /// - Parameters:
  ///   - depth: what is found out under them.
  ///   - progress: told how many have been done.
  func outcomes(
    of strategies: [AuditStrategy], in count: Int, depth: AuditPlan.Depth = .causes,
    named positioningName: String = "", progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(InputError) -> TrialReport {
    var positioning = inputs.positioning
    positioning?.startsClockAnywhere = count > 1
    let plan = AuditPlan(
      of: inputs.regions, strategies, timeline: inputs.scenario.timeline, alarms: inputs.alarms,
      positioning: positioning,
      detailed: 0, depth: depth)
    var trials = AuditTrials(plan)
    // So many accounts at a time are in memory, however many trials there are.
    let width = 4 * tracks.jobs
    for first in stride(from: 0, to: count, by: width) {
      let numbers = Array(first..<min(first + width, count))
      for account in try Jobs.results(
        of: numbers, width: tracks.jobs,
        { number throws(InputError) in
          var account = AuditAccount(plan, keeping: .regions)
          for track in tracks.tracks {
            try track.audit(plan, trial: UInt64(number), into: &account)
          }
          return account
        })
      {
        trials.add(account)
      }
      progress(trials.count)
      if Interruption.isRequested { break }
    }
    return TrialReport(
      trials, plan, tracks.input(regions: inputs.regions.count), positioning: positioningName,
      devices: tracks.deviceNames)
  }

  /// Tries what could help the best strategy of a report, one change at a time, then the best two
  /// together, and in as many trials, so that each change meets the draws that the strategy met.
  ///
  /// - Parameter progress: told how many have been done.
  func advise(_ report: inout TrialReport, progress: @escaping @Sendable (Int) -> Void)
    throws(InputError)
  {
    guard let best = report.strategies.first, best.total.counts.lost > 0 else { return }
    let candidates = candidates(for: best.strategy, best.total.counts).filter { candidate in
      !report.strategies.contains { $0.strategy == candidate.strategy }
    }
    var outcomes: [TrialReport.Strategy] = []
    for group in playedTogether(candidates.map(\.strategy)) where !group.isEmpty {
      outcomes += try self.outcomes(
        of: group, in: report.count, depth: .counts, progress: progress
      ).strategies
      if Interruption.isRequested { return }
    }
    report.advise(candidates, outcomes)
    guard
      let both = Advice.Candidate.together(report.advice?.map(\.change) ?? [], of: candidates),
      !report.strategies.contains(where: { $0.strategy == both.strategy })
    else { return }
    let together = try self.outcomes(
      of: [both.strategy], in: report.count, depth: .counts, progress: progress
    ).strategies
    if Interruption.isRequested { return }
    report.adviseBoth(both, together)
  }
}
