import GeofenceCore
import GeofenceFormats

/// One run of `geofence audit`.
struct AuditSession {
  private let options: AuditOptions
  private let paths: [String]
  private let audits: TapedAudit
  private let positioning: Positioning?

  init(_ options: AuditOptions, regions: RegionSet, tracks: [String]) throws(InputError) {
    self.options = options
    paths = tracks
    positioning = try options.simulation.readPositioning()
    let reminders = try options.simulation.readReminders()
    let regions = try reminders?.joined(with: regions) ?? regions
    let scenario = try options.simulation.readScenario(regions, reminders)
    audits = TapedAudit(
      TapedTracks(tracks, options.simulation, scenario, near: regions), regions, scenario.timeline,
      options.simulation.alarms(of: reminders), positioning)
  }

  func run() throws(InputError) -> ExitStatus {
    if Interruption.isRequested { return .interrupted }
    if let failure = audits.tracks.failure, audits.tracks.tracks.isEmpty { throw failure }
    if positioning != nil, options.trials != 1 { return try runTrials() }
    var report = try audits.report(
      of: options.strategies(for: positioning), listing: options.listing)
    report.positioning = options.simulation.positioningName
    if Interruption.isRequested { return .interrupted }
    let status = print(report)
    if let failure = audits.tracks.failure { throw failure }
    return try status == .success ? judge(report) : status
  }

  private func runTrials() throws(InputError) -> ExitStatus {
    let (count, progress) = (options.trials ?? 100, ProgressLine())
    var report = try audits.trials(
      count, of: options.strategies(for: positioning),
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
    let status = print(report)
    if let failure = audits.tracks.failure { throw failure }
    return try status == .success ? judge(report) : status
  }

  /// Holds every strategy against the bars.
  private func judge(_ report: AuditReport) throws(InputError) -> ExitStatus {
    try judge(
      report.verdicts(options.bars), startingAt: report.input.times?.lowerBound)
  }

  /// The same, where in so many of the trials.
  private func judge(_ report: TrialReport) throws(InputError) -> ExitStatus {
    try judge(
      report.verdicts(options.bars, confidence: options.confidence ?? 0.95),
      startingAt: report.input.times?.lowerBound)
  }

  private func judge(_ verdicts: [AuditVerdict], startingAt start: Timestamp?)
    throws(InputError) -> ExitStatus
  {
    let complaints = verdicts.compactMap(\.complaint)
    for complaint in complaints { Console.note("error: \(complaint)") }
    try JUnitFile(path: options.simulation.junit).write(
      JUnitReport(verdicts, file: paths.joined(separator: " "), startingAt: start))
    return complaints.isEmpty ? .success : .expectationFailed
  }

  private func print(_ report: TrialReport) -> ExitStatus {
    switch options.format {
    case .text:
      return .printing(
        TrialText(report, isComplete: options.listsAll).lines.joined(separator: "\n"))
    case .json:
      var output = BufferedOutput()
      TrialJSON(report).write(to: &output)
      output.write("\n")
      return output.finish()
    }
  }

  private func print(_ report: AuditReport) -> ExitStatus {
    switch options.format {
    case .text:
      let text = AuditText(report, isComplete: options.listsAll)
      return .printing(text.lines.joined(separator: "\n"))
    case .json:
      var output = BufferedOutput()
      AuditJSON(report, isComplete: options.listsAll).write(to: &output)
      output.write("\n")
      return output.finish()
    }
  }
}
