import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceReport
import GeofenceWriting

final class ReportSession {
  private let options: ReportOptions
  /// The options with the settings of the first strategy, for what knows of one alone.
  private let simulation: SimulateOptions
  private let parts: [InterfaceAudit]
  private var audits: TapedAudit { parts[0].audits }
  private let tracks: [String]
  private let expectations: Expectations?

  init(_ options: ReportOptions, tracks: [String]) throws(InputError) {
    self.options = options
    self.tracks = tracks
    var simulation = options.audit.ofInterfaces[0].simulation.seenByFirstModel
    let known = try SimulationInputs(simulation)
    try options.simulation.requireKnownRegions(known)
    simulation.settings = options.audit.strategies(for: known.positioning)[0].settings
    simulation.isSettled = true
    self.simulation = simulation
    expectations = try Expectations(simulation, recordedBy: "geofence simulate --update")
    for path in [options.output, options.picture] where path != "-" {
      if let path { try WholeFile.check(path) }
    }
    if let path = options.basemap { try BasemapReader.check(path: path) }
    parts = try InterfaceAudit.all(of: options.audit, known, tracks: tracks)
  }

  func run() throws(InputError) -> ExitStatus {
    if Interruption.isRequested { return .interrupted }
    // The fixes that were read before a track broke off are drawn all the same.
    let failure = audits.tracks.failure
    if let failure, audits.tracks.tracks.isEmpty { throw failure }
    let (records, audit) = try record()
    let trials = try trials()
    if Interruption.isRequested { return .interrupted }
    let events = records[0].flatMap { record in
      record.events.flatMap {
        EventRecord.records(of: $0, device: record.name, isVerbose: false)
      }
    }
    let log =
      options.audit.phones.isEmpty
      ? nil : try PhoneAudit(audits.tracks, audits.inputs, options.audit)
    let phone = try log?.report()
    let inquiry = Inquiry(options: simulation, inputs: audits.inputs) { [audits] in audits.tracks }
    let explained = expectations.map { inquiry.explained($0.compare(events), events) }
    var report = Report(title: title, regions: regions(in: audit), audit: audit, records: records)
    report.names = audits.inputs.reminders?.titles ?? [:]
    (report.expectations, report.trials, report.phone) = (explained, trials, phone)
    report.doubts = audits.doubts + (log?.findings ?? []).map { Doubt($0) }
    report.failures = options.failures
    report.version = Tool.version
    report.note = OptionSettings.note(
      in: options.noted ?? [simulation.settingsFile].compactMap(\.self))
    report.command = commandLine
    report.zone = simulation.zone
    report.whatIf = whatIf
    // The basemap's part around the tracks, which have to be read first.
    report.basemap = try options.basemap.map { path throws(InputError) in
      try BasemapReader.read(path: path, around: BasemapFrame(around: records[0])) {
        Interruption.isRequested
      }
    }
    let status = try write(report)
    Console.note(report.headline)
    if let phone { Console.note(phone.lines(isComplete: false)[0]) }
    if let failure { throw failure }
    guard status == .success, let explained, let expectations else { return status }
    return try expectations.judge(explained).status
  }

  /// The regions that are asked about.
  private func regions(in audit: AuditReport) -> RegionSet {
    guard let asked = audit.asked else { return audits.inputs.regions }
    let names = Set(asked.map { audit.names[$0] })
    return (try? RegionSet(audits.inputs.regions.asGiven.filter { names.contains($0.identifier) }))
      ?? audits.inputs.regions
  }

  // MARK: runs

  /// Simulates every device under every strategy, and audits it for all that the page shows.
  private func record() throws(InputError) -> ([[DeviceRecord]], AuditReport) {
    var records: [[DeviceRecord]] = []
    var reports: [AuditReport] = []
    for part in parts {
      let recorded = try record(part, keepsTrack: records.isEmpty)
      records += recorded.records
      reports.append(recorded.report)
    }
    return (records, AuditReport.joining(reports, .everything))
  }

  /// - Parameter keepsTrack: whether the first records keep the path.
  private func record(_ part: InterfaceAudit, keepsTrack: Bool) throws(InputError)
    -> (records: [[DeviceRecord]], report: AuditReport)
  {
    let audits = part.audits
    let plans = part.strategies.map { audits.plan(of: [$0], Question(recording: nil)) }
    let keptFixes =
      if case .offered = whatIf { WhatIf.mostFixes / audits.tracks.devices } else { 0 }
    let recorded = try audits.tracks.each { track throws(InputError) in
      var accounts = plans.map { AuditAccount($0) }
      var recorders = plans.enumerated().map { number, plan in
        track.deviceNumbers.map {
          DeviceRecorder(
            plan, startingAt: track.start, device: $0, named: track.name(ofDevice: $0),
            keepsTrack: keepsTrack && number == 0, keptFixes: keptFixes)
        }
      }
      try track.play { fix, device in
        for number in plans.indices {
          recorders[number][device].advance(to: fix, into: &accounts[number])
        }
        return true
      }
      for number in plans.indices {
        for device in recorders[number].indices {
          recorders[number][device].finish(into: &accounts[number])
        }
      }
      let records = recorders.map { recorders in
        zip(recorders, track.devices).map { $0.record(named: $1.name) }
      }
      return (records, accounts)
    }
    let reports = plans.enumerated().map { number, plan in
      audits.report(plan, recorded.map { $0.1[number] })
    }
    var question = Question()
    // Of many trials the page has the advice that these give.
    question.isAdvised = options.audit.trials ?? 1 < 2
    let report = try audits.complete(
      reports[0].with(reports.flatMap(\.strategies)), question)
    let records = plans.indices.map { number in recorded.flatMap { $0.0[number] } }
    return (records, report)
  }

  private var whatIf: WhatIf {
    if options.leavesOutWhatIf || options.output == nil { return .leftOut(because: nil) }
    let kinds = [
      (simulation.scenario != nil, "a scenario"), (!simulation.reminders.isEmpty, "reminders"),
      (simulation.positioningFile != nil, "a positioning model from a file"),
      (options.simulation.positioningModels != nil, "a positioning model for each interface"),
      (options.audit.trials != nil, "trials"), (expectations != nil, "expected events"),
      (audits.asked != nil, "a part of the regions"),
    ]
    if let kind = kinds.first(where: \.0) {
      return .leftOut(because: "What if is not available for a report with \(kind.1).")
    }
    let positioning = audits.inputs.positioning
    return .offered(
      positioning,
      interfaces: API.allCases.map { options.audit.settings(under: $0, for: positioning) })
  }

  private var commandLine: ReportCommandLine? {
    guard let words = options.words else { return nil }
    let audit = options.audit
    var line = ReportCommandLine(words, without: Self.outputs)
    line.settings = OptionSettings.words(
      in: audit.simulation.settingsFile, ReportOptions.groups.flatMap(\.options))
    for api in API.allCases { line.refused[api] = audit.refused(under: api) }
    if let interfaces = audit.interfaces, let models = audit.simulation.positioningModels {
      line.models = Dictionary(zip(interfaces, models), uniquingKeysWith: { first, _ in first })
    }
    return line
  }

  private func trials() throws(InputError) -> AuditReport? {
    // One trial is the run that is drawn.
    guard let count = options.audit.trials, count > 1, !Interruption.isRequested else { return nil }
    let reports = try parts.map { part throws(InputError) in try part.trials(count) }
    return AuditReport.joining(reports, .everything)
  }

  // MARK: words

  /// The options that do not change what is played.
  private static let outputs: Set = [
    "-o", "--output", "--svg", "--junit", "--jobs",
  ]

  private func write(_ report: Report) throws(InputError) -> ExitStatus {
    var status = ExitStatus.success
    for (path, drawing) in [(options.output, \Report.html), (options.picture, \Report.svg)] {
      if path == "-" {
        status = .printing(String(report[keyPath: drawing].dropLast()))
      } else if let path {
        let text = report[keyPath: drawing]
        try WholeFile.write(text.utf8, to: path, interrupted: { Interruption.isRequested })
        if let remark = report.remark(onSize: text.utf8.count) {
          Console.note("\(path.visible): note: \(remark)")
        }
      }
    }
    return status
  }

  private var title: String {
    if let title = options.title { return title }
    let names = tracks.map { path in
      let parts = path.split(separator: "/").map(String.init)
      guard path != "-", let file = parts.last else { return "standard input" }
      // Of a track in a folder of its own, the folder has the name.
      return CaseFolder.isTrack(file)
        ? parts.dropLast().last { $0 != "." && $0 != ".." } ?? file : file
    }.distinct
    return names.count <= 3 ? names.joined(separator: ", ") : "\(names.count) tracks"
  }
}
