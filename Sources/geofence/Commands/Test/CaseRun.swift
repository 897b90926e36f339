import GeofenceBytes
import GeofenceCommandLine
import GeofenceWriting

struct CaseRun {
  let options: TestOptions
  var override = OptionSettings()
  private let regionFiles = RegionFiles()
  var pages: [String: String] = [:]

  func outcome(of found: CaseFinder.Found) -> CaseOutcome {
    let transcript = Transcript()
    let start = ContinuousClock.now
    var outcome = CaseOutcome(name: found.path, status: .success, reports: [])
    transcript.record {
      do throws(InputError) {
        try play(try found.folder.get(), &outcome)
      } catch {
        Console.note(error.description)
        outcome.status = ExitStatus(error)
        outcome.reports.append(JUnitReport(error, ending: "test"))
      }
    }
    outcome.duration = .now - start
    outcome.transcript = transcript.lines
    return outcome
  }

  private func play(_ folder: CaseFolder, _ outcome: inout CaseOutcome) throws(InputError) {
    for (path, name) in folder.misspelt {
      Console.tell("is not read", severity: "warning", help: "did you mean \(name)?", of: path)
    }
    let settings = try CaseSettings(folder, override: override, regionFiles)
    // Only the bar judges by it.
    for path in settings.audit?.minimumAgreement == nil ? folder.phones : [] {
      Console.tell(
        "is not read", severity: "warning",
        help: "set 'min-agreement' in settings.json, the bar that a phone's log is for", of: path)
    }
    var simulation = settings.simulation
    simulation.settings.noteDoubts()
    simulation.updatesExpectations = options.updates
    var session = try SimulationSession(simulation, tracks: folder.tracks)
    // An audit that ends with an error, or by a signal, leaves the recording as it was.
    if options.updates, let audit = settings.audit {
      try judge(audit, folder, &outcome)
      if outcome.isBroken { return }
    }
    let status = try session.run()
    if status != .success { outcome.status = status }
    outcome.events = session.events
    if let report = session.report { outcome.reports.insert(report, at: 0) }
    if session.isFarFromRegions { failAsFar(folder, &outcome) }
    if !options.updates, let audit = settings.audit, !outcome.isBroken {
      try judge(audit, folder, &outcome)
    }
    if let page = pages[folder.path], !outcome.isBroken {
      do throws(InputError) {
        let phones = settings.audit?.minimumAgreement == nil ? [] : folder.phones
        if try report(settings.simulation, phones, folder, outcome, to: page) {
          outcome.page = page
        }
      } catch {
        outcome.pageFailure = error
      }
    }
  }

  /// Fails a test whose regions all lie so far away that it checks nothing.
  private func failAsFar(_ folder: CaseFolder, _ outcome: inout CaseOutcome) {
    let error = InputError(
      source: folder.path, problem: "checks nothing: no region lies within 100 km of its track",
      help: "give it the regions that the device passes")
    Console.note(error.description)
    if outcome.hasPassed { outcome.status = .expectationFailed }
    let test = JUnitCase(
      group: "geofence", name: "a region near the track", file: folder.path,
      problem: .init(type: "nothing-compared", message: error.problem, details: error.description))
    outcome.reports.append(JUnitReport([test], named: folder.path))
  }

  /// Audits the test and adds the report on its minimum recall and reach to `outcome`.
  private func judge(_ audit: AuditOptions, _ folder: CaseFolder, _ outcome: inout CaseOutcome)
    throws(InputError)
  {
    let results = try AuditSession(audit, tracks: folder.tracks).results()
    outcome.complaints = results.compactMap(\.complaint)
    for result in results {
      guard let complaint = result.complaint else { continue }
      Console.tell(complaint, severity: "error")
      for line in result.details { Console.note("    \(line)") }
    }
    if !outcome.complaints.isEmpty { outcome.status = .expectationFailed }
    outcome.reports.append(
      JUnitReport(results, file: folder.tracks.joined(separator: " "), startingAt: nil))
    // An audit that was cut short has judged a part.
    if Interruption.isRequested { outcome.status = .interrupted }
  }

  /// Returns the paths of pages in a folder by the paths of tests, each with its own name.
  static func pages(of tests: [String], in place: String) -> [String: String] {
    let plain = tests.map { test in
      let names = test.split(separator: "/").filter { $0 != "." && $0 != ".." }
      return ([place] + names.map(String.init)).joined(separator: "/")
    }
    var (taken, pages): (Set, [String: String]) = (["\(place)/index"], [:])
    for (test, name) in zip(tests, plain) {
      var (page, number) = (name, 1)
      while taken.contains(page) || number > 1 && plain.contains(page) {
        number += 1
        page = "\(name)-\(number)"
      }
      taken.insert(page)
      pages[test] = "\(page).html"
    }
    return pages
  }

  /// Writes the report page of a test and its picture, without the notes that the run has given;
  /// `false` if that is interrupted.
  private func report(
    _ simulation: SimulateOptions, _ phones: [String], _ folder: CaseFolder,
    _ outcome: CaseOutcome, to page: String
  ) throws(InputError) -> Bool {
    try Folder.make(FilePath.parts(of: page).folder)
    var options = ReportOptions(audit: AuditOptions(simulation: simulation))
    options.audit.phones = phones
    options.output = page
    options.picture = "\(page.dropLast(".html".count)).svg"
    (options.noted, options.failures) = (folder.settings, outcome.complaints)
    options.title = FilePath.parts(of: folder.path).name
    let result = Transcript().record {
      Result { () throws(InputError) in
        try ReportSession(options, tracks: folder.tracks).run()
      }
    }
    if try result.get() == .interrupted { return false }
    if !outcome.hasPassed { Console.note("its page is \(page.visible)") }
    return true
  }
}
