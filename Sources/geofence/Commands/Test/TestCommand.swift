import GeofenceBytes
import GeofenceCommandLine
import GeofenceReport
import GeofenceWriting
import Synchronization

extension Command {
  static let test = Command(
    name: "test",
    abstract: "Run folders of recorded drives as tests.",
    synopsis: "<folder> ... [options]",
    operands: [
      Parameter(
        name: "folder",
        summary:
          "Each folder in it, at any depth, that holds expected.jsonl or expected.txt is a test: "
          + "track.*, regions.*, and where they are there settings.json, scenario.json and "
          + "reminders.ics. regions.* and settings.json of folders above count, too.",
        completion: .files, isRepeated: true)
    ],
    groups: TestOptions.groups,
    examples: [
      Example(
        "Make a test of a drive, and check its events",
        "geofence test --new drives/school-run --track drive.gpx --regions App/stores.json"),
      Example("Run all drives", "geofence test drives"),
      Example(
        "In CI", "geofence test drives --junit results.xml"),
      Example(
        "When other events are meant: the difference in git is the review",
        "geofence test drives --only 'drives/com*' --update"),
    ],
    failure: "a test failed",
    settings: (CaseSettings.names, "settings.json in the test's folder, or the file of --settings"),
    defaults: TestOptions(), run: test)

  private static func test(_ options: TestOptions, _ folders: [String])
    throws(UsageError) -> ExitStatus
  {
    var options = options
    options.report = options.report.map(FilePath.withoutTrailingSlashes)
    if let folder = options.new {
      try requireNewTest(options, folders)
      return concluding("test", junit: nil) { () throws(InputError) in
        var test = try NewCase(options, folder)
        return try Interruption.protecting { () throws(InputError) in try test.make() }
      }
    }
    guard !folders.isEmpty else { throw UsageError("Missing expected argument '<folder> ...'") }
    if !options.tracks.isEmpty || options.regions != nil || options.scenario != nil
      || options.reminders != nil || options.copies
    {
      throw UsageError(
        "'--track', '--regions', '--copy', '--scenario' and '--reminders' need '--new <folder>'")
    }
    let found = CaseFinder.find(in: folders)
    let names = found.map(\.path)
    for pattern in EventChoice.unknown(options.only, among: names) {
      throw .unknown("test", pattern, among: names)
    }
    // A pipe is read once, for all tests.
    let override = Result { () throws(InputError) in try OptionSettings(reading: options.settings) }
    var files = RunFiles()
    files.write("standard output", "-")
    files.read("--settings", options.settings)
    for case (_, .success(let folder)) in found {
      let inputs = folder.tracks + folder.settings
      let others = [folder.expectations, folder.regions, folder.scenario, folder.reminders]
      if let settings = try? CaseSettings(folder, override: override.get()) {
        files.read(settings.simulation.files([]), of: folder.path)
      }
      for path in inputs + others { files.read("a test's file", path) }
    }
    files.write("--junit", options.junit)
    try files.check()
    var finished: [JUnitReport] = []
    return concluding("test", junit: options.junit, after: finished) { () throws(InputError) in
      for folder in folders {
        try Folder.require(folder)
        guard CaseFinder.find(in: [folder]).isEmpty else { continue }
        throw InputError(
          kind: .missing, source: folder,
          problem: "no test: no folder in it holds expected.jsonl or expected.txt",
          help: "make one with geofence test --new FOLDER --track FILE --regions FILE")
      }
      var session = TestSession(options, found, override: try override.get())
      return try session.conclude(&finished)
    }
  }

  private static func requireNewTest(_ options: TestOptions, _ folders: [String])
    throws(UsageError)
  {
    guard folders.isEmpty else {
      throw UsageError("'--new' makes one test: it goes without '\(folders[0])'")
    }
    guard !options.tracks.isEmpty else {
      throw UsageError("'--new' needs '--track <file>', the recorded drive")
    }
    if options.updates || options.lists || !options.only.isEmpty || options.junit != nil
      || options.report != nil
    {
      throw UsageError(
        "'--new' goes without '--update', '--list', '--only', '--junit' and '--report'")
    }
    if options.copies, options.regions == nil {
      throw UsageError("'--copy' needs '--regions <file>', which it copies")
    }
    let files =
      options.tracks + [options.regions, options.settings, options.scenario, options.reminders]
    if files.contains("-") {
      throw UsageError("'--new' copies files: save standard input to one, and name it")
    }
    if let path = options.regions, !options.copies,
      FilePath.isPipe(path) || FilePath.descriptor(of: path) != nil
    {
      throw UsageError(
        "'--regions \(path)' can be read only once: '--copy' makes a file of it for the test")
    }
  }
}

struct TestSession {
  private let options: TestOptions
  private let found: [CaseFinder.Found]
  private var run: CaseRun

  /// - Parameter override: the settings that win over those of the folders.
  init(_ options: TestOptions, _ found: [CaseFinder.Found], override: OptionSettings) {
    self.options = options
    run = CaseRun(
      options: options, override: override,
      pages: options.report.map { CaseRun.pages(of: found.map(\.path), in: $0) } ?? [:])
    self.found = found.filter { EventChoice.fits($0.path, anyOf: options.only) }
  }

  /// - Parameter finished: the reports on the tests that were run.
  mutating func conclude(_ finished: inout [JUnitReport]) throws(InputError) -> ExitStatus {
    if options.lists { return .printing(found.map { $0.path.visible }.joined(separator: "\n")) }
    let start = ContinuousClock.now
    // The tests pass or fail, whether or not their pages can be written.
    var failure = options.report.flatMap { folder in
      Self.failure { () throws(InputError) in try Folder.make(folder) }
    }
    if failure != nil { run.pages = [:] }
    let outcomes = play()
    finished = outcomes.map(\.suite)
    let isComplete = outcomes.count == found.count
    let summary = CaseLine.summary(of: outcomes, among: found.count, in: .now - start)
    let status = ExitStatus.printing(summary)
    if let folder = options.report, failure == nil {
      failure = Self.failure { () throws(InputError) in
        try writeIndex(outcomes, summary, in: folder)
      }
    }
    if let failure { Console.note(failure.description) }
    guard isComplete else { return .interrupted }
    if let path = options.junit {
      try WholeFile.write(JUnitReport.text(of: finished).utf8, to: path)
    }
    guard status == .success else { return status }
    let broken = outcomes.filter(\.isBroken).map(\.status)
    if !broken.isEmpty {
      return [.inputOutput, .cannotCreate].first(where: broken.contains) ?? .data
    }
    guard outcomes.allSatisfy(\.hasPassed) else { return .expectationFailed }
    failure = failure ?? outcomes.lazy.compactMap(\.pageFailure).first
    return failure.map(ExitStatus.init) ?? .success
  }

  private static func failure(_ work: () throws(InputError) -> Void) -> InputError? {
    do {
      try work()
      return nil
    } catch {
      return error
    }
  }

  private func writeIndex(_ outcomes: [CaseOutcome], _ summary: String, in folder: String)
    throws(InputError)
  {
    // The index is the same at every run, however long the run took.
    let counts = summary.prefix { $0 != ";" }
    let entries = outcomes.map { outcome in
      TestIndex.Entry(
        name: outcome.name.visible, word: outcome.word, hasPassed: outcome.hasPassed,
        messages: outcome.hasPassed
          ? [counted(outcome.events, "event")] + outcome.warnings
          : outcome.transcript.filter { !$0.hasPrefix("its page is ") },
        page: outcome.page.map { String($0.dropFirst(folder.count + 1).dropLast(".html".count)) })
    }
    try WholeFile.write(
      TestIndex(entries, summary: String(counts), isComplete: outcomes.count == found.count)
        .html.utf8, to: "\(folder)/index.html")
    try WholeFile.write(
      TestSummary(entries, counts: String(counts)).text.utf8, to: "\(folder)/summary.md")
    Console.note("the pages are listed in \("\(folder)/index.html".visible)")
  }

  private func play() -> [CaseOutcome] {
    let line = CaseLine(names: found.map(\.path), isColored: Console.colorsOutput)
    let output = OrderedOutput(jobs: found.count, nil, continuesUnread: true)
    return Jobs.made(found.count, width: options.jobs) { number in
      guard !Interruption.isRequested else { return nil }
      let outcome = run.outcome(of: found[number])
      if outcome.status == .interrupted { return nil }
      let explains = !outcome.hasPassed || options.updates
      _ = output.print(line.text(of: outcome, explains: explains), from: number)
      output.finish(number, failed: false)
      return outcome
    }
  }
}
