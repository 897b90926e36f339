import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// One run of `geofence audit`.
struct AuditSession {
  private let options: AuditOptions
  private let paths: [String]
  private let audits: TapedAudit

  /// - Parameter shared: inputs that several runs have in common.
  init(_ options: AuditOptions, tracks: [String], sharing shared: SharedInputs? = nil)
    throws(InputError)
  {
    self.options = options
    paths = tracks
    audits = TapedAudit(
      tracks, options.simulation, try SimulationInputs(options.simulation, sharing: shared))
  }

  func run() throws(InputError) -> ExitStatus {
    if Interruption.isRequested { return .interrupted }
    if let failure = audits.tracks.failure, audits.tracks.tracks.isEmpty { throw failure }
    if audits.inputs.positioning != nil, options.trials != 1 { return try runTrials() }
    var report = try audits.report(
      of: options.strategies(for: audits.inputs.positioning), listing: options.listing)
    report.positioning = options.simulation.positioningName
    if Interruption.isRequested { return .interrupted }
    let status = print(AuditText(report, isComplete: options.listsAll).lines) {
      AuditJSON(report, isComplete: options.listsAll).write(to: &$0)
    }
    let best = report.ranking.map { report.strategies[$0] }
    if let first = best.first { try options.write(best: first.strategy) }
    let verdicts = options.bars.verdicts(on: best.map(\.strategy)) { $0.complaint(best[$1].counts) }
    return try conclude(status, verdicts, of: report.input)
  }

  /// Holds the strategies against the bars, and prints no report.
  ///
  /// - Throws: what is wrong with the tracks.
  func verdicts() throws(InputError) -> [AuditVerdict] {
    if let failure = audits.tracks.failure { throw failure }
    let strategies = options.strategies(for: audits.inputs.positioning)
    guard audits.inputs.positioning != nil, options.trials != 1 else {
      let report = try audits.outcomes(of: strategies)
      return options.bars.verdicts(on: strategies) { $0.complaint(report.strategies[$1].counts) }
    }
    return verdicts(on: try audits.outcomes(of: strategies, in: trialCount, depth: .counts))
  }

  private var trialCount: Int { options.trials ?? 100 }

  private func verdicts(on report: TrialReport) -> [AuditVerdict] {
    options.bars.verdicts(on: report.strategies.map(\.strategy)) { bar, number in
      bar.complaint(report.strategies[number], confidence: options.confidence ?? 0.95)
    }
  }

  private func runTrials() throws(InputError) -> ExitStatus {
    let (count, progress) = (trialCount, ProgressLine())
    var report = try audits.trials(
      count, of: options.strategies(for: audits.inputs.positioning),
      named: options.simulation.positioningName ?? ""
    ) { done in
      progress?.show("trial \(done) of \(count)")
    }
    if !Interruption.isRequested {
      try audits.advise(&report) { done in
        progress?.show("what may help: trial \(done) of \(count)")
      }
    }
    progress?.clear()
    if Interruption.isRequested { return .interrupted }
    let status = print(TrialText(report, isComplete: options.listsAll).lines) {
      TrialJSON(report).write(to: &$0)
    }
    if let best = report.strategies.first { try options.write(best: best.strategy) }
    return try conclude(status, verdicts(on: report), of: report.input)
  }

  /// Prints a report in the format that is asked for.
  private func print(
    _ lines: @autoclosure () -> [String], _ writeJSON: (inout BufferedOutput) -> Void
  ) -> ExitStatus {
    guard options.format == .json else { return .printing(lines().joined(separator: "\n")) }
    var output = BufferedOutput()
    writeJSON(&output)
    output.write("\n")
    return output.finish()
  }

  /// Says which strategies are below a bar, after what was read has been printed.
  private func conclude(
    _ status: ExitStatus, _ verdicts: [AuditVerdict], of input: AuditReport.Input
  ) throws(InputError) -> ExitStatus {
    if let failure = audits.tracks.failure { throw failure }
    guard status == .success else { return status }
    let complaints = verdicts.compactMap(\.complaint)
    for complaint in complaints { Console.tell(complaint, severity: "error") }
    try JUnitFile(path: options.simulation.junit).write(
      JUnitReport(
        verdicts, file: paths.joined(separator: " "), startingAt: input.times?.lowerBound))
    return complaints.isEmpty ? .success : .expectationFailed
  }
}
