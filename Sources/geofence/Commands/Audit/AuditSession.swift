import GeofenceBytes
import GeofenceCommandLine
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
    // With several models the audit is of the first; the phone ranks them all.
    var simulation = options.simulation
    simulation.positioning = simulation.positioningAlternatives[0]
    audits = TapedAudit(tracks, simulation, try SimulationInputs(simulation, sharing: shared))
  }

  func run() throws(InputError) -> ExitStatus {
    if Interruption.isRequested { return .interrupted }
    if let failure = audits.tracks.failure, audits.tracks.tracks.isEmpty { throw failure }
    let phone = try phoneReport()
    let report = try report()
    if Interruption.isRequested { return .interrupted }
    let status = print(report, phone)
    // Of several interfaces none is the best, as no app can choose one.
    let best = report.bestOfInterfaces.first ?? report.best
    try options.write(
      best: phone?.best.strategy ?? report.strategies[best].strategy,
      positioning: phone.map { $0.best.positioning ?? "recorded" })
    return try conclude(
      status, verdicts(on: report.ranked) + verdicts(on: phone), of: report.input)
  }

  /// Returns what the phone's log says beside the rules; `nil` where no log is given.
  private func phoneReport() throws(InputError) -> PhoneReport? {
    if options.phones.isEmpty { return nil }
    return try PhoneAudit(audits.tracks, audits.inputs, options).report()
  }

  /// Holds the agreement of the phone and the strategy that agrees most against the bar.
  private func verdicts(on phone: PhoneReport?) -> [AuditVerdict] {
    guard let phone, let least = options.minimumAgreement else { return [] }
    let agreement = phone.best.agreement
    let isReached = agreement.value.map { $0 >= least } ?? false
    return [
      AuditVerdict(
        bar: "agreement", options: nil,
        problem: isReached
          ? nil
          : "agreement \(agreement.text) (\(agreement.part) of \(agreement.whole)) is below "
            + "--min-agreement \(least.plain)")
    ]
  }

  private func report() throws(InputError) -> AuditReport {
    let strategies = options.strategies(for: audits.inputs.positioning)
    guard trials > 1 else { return try audits.report(of: strategies, listing: options.listing) }
    let progress = ProgressLine()
    defer { progress?.clear() }
    return try audits.trials(trials, of: strategies) { progress?.show($0) }
  }

  /// Holds the strategies against the bars, and prints no report.
  ///
  /// - Throws: what is wrong with the tracks.
  func verdicts() throws(InputError) -> [AuditVerdict] {
    if let failure = audits.tracks.failure { throw failure }
    let report = try audits.outcomes(
      of: options.strategies(for: audits.inputs.positioning), in: trials)
    return verdicts(on: trials > 1 ? report.ranked : Array(report.strategies))
      + verdicts(on: try phoneReport())
  }

  /// The number of trials; 1 where the phone sees every fix.
  private var trials: Int { audits.inputs.positioning == nil ? 1 : options.trials ?? 100 }

  private func verdicts(on strategies: [AuditedStrategy]) -> [AuditVerdict] {
    options.bars.verdicts(on: strategies) { bar, strategy in
      trials > 1
        ? bar.complaint(strategy, confidence: options.confidence ?? 0.95)
        : bar.complaint(strategy.counts)
    }
  }

  /// Prints a report in the format that is asked for.
  private func print(_ report: AuditReport, _ phone: PhoneReport?) -> ExitStatus {
    guard options.format == .json else {
      let terminal = Terminal.output
      let lines =
        (phone.map { $0.lines(isComplete: options.listsAll) + [""] } ?? [])
        + AuditText(report, isComplete: options.listsAll, width: terminal?.width).lines
      return .printing(terminal?.text(of: lines) ?? lines.joined(separator: "\n"))
    }
    var output = BufferedOutput()
    AuditJSON(report, phone: phone, isComplete: options.listsAll).write(to: &output)
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
