import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

/// The run of one test on one thread, which keeps the messages of the test.
struct CaseRun {
  let options: TestOptions
  let inputs: SharedInputs

  /// Runs a test, and returns its outcome with the messages and the duration.
  func outcome(of found: CaseFinder.Found) -> CaseOutcome {
    let transcript = Transcript()
    let start = ContinuousClock.now
    var outcome = transcript.record {
      do throws(InputError) {
        return try play(try found.folder.get())
      } catch {
        Console.note(error.description)
        return CaseOutcome(
          name: found.path, verdict: .broken(ExitStatus(error)),
          reports: [JUnitReport(error, ending: "test")])
      }
    }
    outcome.duration = .now - start
    outcome.transcript = transcript.lines
    return outcome
  }

  /// Simulates the test, then audits it and writes its report page as the options demand.
  private func play(_ folder: CaseFolder) throws(InputError) -> CaseOutcome {
    for (path, name) in folder.misspelt {
      let error = InputError(
        source: path, problem: "is not read", help: "did you mean \(name)?")
      Console.note(error.rendered(severity: "warning"))
    }
    let settings = try CaseSettings(folder, override: options.settings)
    var simulation = settings.simulation
    simulation.updatesExpectations = options.updates
    var session = try SimulationSession(simulation, tracks: folder.tracks, sharing: inputs)
    let status = try session.run()
    var outcome = CaseOutcome(
      name: folder.path, verdict: .init(status), events: session.events,
      reports: [session.report].compactMap(\.self))
    if let audit = settings.audit, !options.updates, outcome.verdict != .broken(status) {
      try judge(audit, folder, &outcome)
    }
    if let place = options.report, outcome.verdict == .failed {
      try report(settings.simulation, folder, in: place)
    }
    return outcome
  }

  /// Audits the test and adds the report on its minimum recall and reach to `outcome`.
  private func judge(_ audit: AuditOptions, _ folder: CaseFolder, _ outcome: inout CaseOutcome)
    throws(InputError)
  {
    let verdicts = try AuditSession(audit, tracks: folder.tracks, sharing: inputs).verdicts()
    for complaint in verdicts.compactMap(\.complaint) {
      Console.tell(complaint, severity: "error")
    }
    if verdicts.contains(where: { $0.problem != nil }) { outcome.verdict = .failed }
    outcome.reports.append(
      JUnitReport(verdicts, file: folder.tracks.joined(separator: " "), startingAt: nil))
  }

  /// Writes the report page of a test.
  ///
  /// Its notes are dropped, since the run has already given them.
  private func report(_ simulation: SimulateOptions, _ folder: CaseFolder, in place: String)
    throws(InputError)
  {
    let names = folder.path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    let page = ([place] + names.map(String.init)).joined(separator: "/") + ".html"
    try Folder.make(FilePath.parts(of: page).folder)
    var options = ReportOptions(audit: AuditOptions(of: simulation))
    options.output = page
    let result = Transcript().record {
      Result { () throws(InputError) in
        try ReportSession(options, tracks: folder.tracks).run()
      }
    }
    _ = try result.get()
    Console.note("its page is \(page)")
  }
}

extension CaseOutcome.Verdict {
  fileprivate init(_ status: ExitStatus) {
    self =
      switch status {
      case .success: .passed
      case .expectationFailed: .failed
      default: .broken(status)
      }
  }
}
