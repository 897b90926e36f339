import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

final class AuditSession {
  private let options: AuditOptions
  private let paths: [String]
  private let parts: [InterfaceAudit]
  private var audits: TapedAudit { parts[0].audits }

  init(_ options: AuditOptions, tracks: [String]) throws(InputError) {
    self.options = options
    paths = tracks
    let simulation = options.ofInterfaces[0].simulation.seenByFirstModel
    let inputs = try SimulationInputs(simulation)
    try simulation.requireKnownRegions(inputs)
    if let best = options.best { try WholeFile.check(best) }
    parts = try InterfaceAudit.all(of: options, inputs, tracks: tracks)
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
    let written = phone?.best.strategy ?? report.strategies[best].strategy
    try options.write(
      best: written,
      positioning: phone.map { $0.best.positioning ?? "recorded" }
        ?? options.ofInterfaces[0].simulation.seenByFirstModel.positioning)
    if let path = options.best, report.interfaces.count > 1 {
      Console.tell(
        "has the best strategy of \(written.settings.api.rawValue)", severity: "note",
        help: "--api with another interface alone writes that one's", of: path)
    }
    return try conclude(
      status, results(on: report.ranked) + results(on: phone), of: report.input)
  }

  private func phoneReport() throws(InputError) -> PhoneReport? {
    if options.phones.isEmpty { return nil }
    return try PhoneAudit(audits.tracks, audits.inputs, options).report()
  }

  private func results(on phone: PhoneReport?) -> [BarResult] {
    guard let phone, let least = options.minimumAgreement else { return [] }
    let complaint = complaint(about: phone.best, least)
    return [
      BarResult(
        bar: "agreement", options: phone.rows.count > 1 ? phone.name(of: phone.best) : nil,
        problem: complaint,
        details: complaint == nil ? [] : phone.differenceLines(atMost: 12))
    ]
  }

  private func complaint(about row: PhoneReport.Row, _ least: Double) -> String? {
    let agreement = row.agreement
    guard let value = agreement.value else {
      return "--min-agreement \(least.plain) has nothing to judge: the phone and the rules have "
        + "no event that can be compared"
    }
    guard value < least else { return nil }
    let counts = row.draws > 1 ? "" : " (\(agreement.part) of \(agreement.whole))"
    return "agreement \(agreement.text)\(counts) is below --min-agreement \(least.plain)"
  }

  private func report() throws(InputError) -> AuditReport {
    let reports = try parts.map { part throws(InputError) in
      try trials > 1
        ? part.trials(trials) : part.audits.report(of: part.strategies, options.question)
    }
    var report = AuditReport.joining(reports, options.listing)
    report.isByDevice = options.grouping == .device
    return report
  }

  func results() throws(InputError) -> [BarResult] {
    if let failure = audits.tracks.failure { throw failure }
    var results: [BarResult] = []
    for part in parts {
      let report = try part.audits.audit(part.strategies, .counts(in: trials))
      results += self.results(on: trials > 1 ? report.ranked : Array(report.strategies))
    }
    return results + self.results(on: try phoneReport())
  }

  /// The number of trials; 1 where the phone sees every fix.
  private var trials: Int {
    parts.allSatisfy { $0.audits.inputs.positioning == nil } ? 1 : options.trials ?? 100
  }

  private func results(on strategies: [AuditedStrategy]) -> [BarResult] {
    options.bars.results(on: strategies) { bar, strategy in
      trials > 1
        ? bar.complaint(strategy, confidence: options.confidence ?? 0.95)
        : bar.complaint(strategy.counts)
    }
  }

  private func print(_ report: AuditReport, _ phone: PhoneReport?) -> ExitStatus {
    guard options.format == .json else {
      let terminal = Terminal.output
      let lines =
        (phone.map { $0.lines(isComplete: options.listsAll) + ["", "by the rules"] } ?? [])
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
    _ status: ExitStatus, _ results: [BarResult], of input: AuditReport.Input
  ) throws(InputError) -> ExitStatus {
    if let failure = audits.tracks.failure { throw failure }
    guard status == .success else { return status }
    let complaints = results.compactMap(\.complaint)
    for complaint in complaints { Console.tell(complaint, severity: "error") }
    try JUnitFile(path: options.simulation.junit).write(
      JUnitReport(
        results, file: paths.joined(separator: " "), startingAt: input.times?.lowerBound))
    return complaints.isEmpty ? .success : .expectationFailed
  }
}

/// The strategies of one interface where each has a positioning model of its own, or those by one of
/// several models, with their audit; else all strategies.
struct InterfaceAudit {
  let audits: TapedAudit
  let strategies: [AuditStrategy]

  /// Audits so many trials, and shows the progress.
  func trials(_ count: Int) throws(InputError) -> AuditReport {
    let progress = ProgressLine()
    defer { progress?.clear() }
    return try audits.trials(count, of: strategies) { progress?.show($0) }
  }

  /// Reads the tracks for all interfaces and models. Beside a phone's log, which ranks several models
  /// of one interface, the audit is of the first.
  ///
  /// - Parameter inputs: the inputs of the first interface.
  static func all(of options: AuditOptions, _ inputs: SimulationInputs, tracks: [String])
    throws(InputError) -> [InterfaceAudit]
  {
    var all: [InterfaceAudit] = []
    for own in options.ofInterfaces {
      let models = own.simulation.positioningAlternatives
      for model in models.prefix(options.phones.isEmpty ? models.count : 1) {
        var simulation = own.simulation
        simulation.positioning = model
        let inputs = all.isEmpty ? inputs : try inputs.seen(by: simulation)
        let strategies = own.strategies(for: inputs.positioning).map { strategy in
          var strategy = strategy
          strategy.model = models.count > 1 && options.phones.isEmpty ? model ?? "recorded" : nil
          return strategy
        }
        all.append(
          InterfaceAudit(
            audits: TapedAudit(tracks, simulation, inputs, all.first?.audits.tracks),
            strategies: strategies))
      }
    }
    return all
  }
}

extension SimulateOptions {
  var seenByFirstModel: SimulateOptions {
    var options = self
    options.positioning = positioningAlternatives[0]
    return options
  }
}
