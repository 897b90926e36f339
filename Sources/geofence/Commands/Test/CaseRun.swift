import GeofenceCore
import GeofenceFormats

/// Runs one test on one thread, and keeps what it says.
struct CaseRun {
  let options: TestOptions
  let inputs: SharedInputs

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
    outcome.warnings = transcript.lines.count { $0.contains("warning: ") }
    return outcome
  }

  private func play(_ folder: CaseFolder) throws(InputError) -> CaseOutcome {
    let settings = try CaseSettings(folder, override: options.settings)
    var simulation = settings.simulation
    simulation.updatesExpectations = options.updates
    var session = try SimulationSession(simulation, tracks: folder.tracks, sharing: inputs)
    let status = try session.run()
    var outcome = CaseOutcome(
      name: folder.path, verdict: .init(status), events: session.events,
      reports: [session.report].compactMap(\.self))
    guard let audit = settings.audit, !options.updates, outcome.verdict != .broken(status) else {
      return outcome
    }
    let verdicts = try AuditSession(audit, tracks: folder.tracks, sharing: inputs).verdicts()
    for complaint in verdicts.compactMap(\.complaint) { Console.note("error: \(complaint)") }
    if verdicts.contains(where: { $0.problem != nil }) { outcome.verdict = .failed }
    outcome.reports.append(
      JUnitReport(verdicts, file: folder.tracks.joined(separator: " "), startingAt: nil))
    return outcome
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
