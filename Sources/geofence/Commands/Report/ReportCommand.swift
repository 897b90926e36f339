import GeofenceCore
import GeofenceFormats
import GeofenceReport

/// Everything the user can choose for a report.
struct ReportOptions: Sendable {
  var simulation = SimulateOptions()
  var output: String?
  var picture: String?
  var basemap: String?
  /// In which each region is coloured by how probable it is that the app is told of it.
  var trials: Int?
  var zone: ZoneInfo?

  static let groups: [OptionGroup<ReportOptions>] = [
    OptionGroup(
      title: "output",
      options: [
        .value(
          "output", "file", "The page to write, such as report.html; - is standard output.",
          \.output, .file
        )
        .or("o"),
        .value("svg", "file", "Write the map as a still picture, too.", \.picture, .file),
        .value(
          "basemap", "file", "Lines and areas to draw beneath the map: GeoJSON.", \.basemap, .file),
        .value(
          "timezone", "name",
          "Where times are shown, such as Europe/Ljubljana; local is yours. (default: UTC)", \.zone,
          .zone),
      ]),
    OptionGroup(
      title: "regions",
      options: shared(SimulateOptions.regionOptions + [SimulateOptions.settingsOption])),
    OptionGroup(title: "reminders", options: shared(SimulateOptions.reminderOptions)),
    OptionGroup(title: "crossings", options: shared(SimulateOptions.crossingOptions)),
    OptionGroup(title: "selection", options: shared(SimulateOptions.selectionOptions)),
    OptionGroup(title: "device", options: shared(SimulateOptions.deviceOptions)),
    OptionGroup(
      title: "positioning",
      options: shared(SimulateOptions.positioningOptions) + [
        .value(
          "trials", "n",
          "Colour each region by how often the app is told of it in so many trials.", \.trials,
          .count)
      ]),
    OptionGroup(title: "track", options: shared(SimulateOptions.trackOptions)),
    OptionGroup(
      title: "expectations",
      options: shared(SimulateOptions.expectationOptions)),
  ]

  private static func shared(_ options: [Option<SimulateOptions>]) -> [Option<ReportOptions>] {
    options.map { $0.inside(\.simulation) }
  }
}

extension Command {
  static let report = Command(
    name: "report",
    abstract: "Draw what happened along a track: a page with a map and a timeline.",
    synopsis: "<track> ... --regions <file> -o <file> [options]", operands: [tracksOperand],
    groups: ReportOptions.groups,
    notes: ["The page is one file that needs no network; open it in a browser."],
    examples: [
      Example("A page to look at", "geofence report drive.gpx --regions places.json -o drive.html")
    ],
    failure: "other events than expected; the report is written",
    settings: SettingsAccess(file: \.simulation.settingsFile, junit: \.simulation.junit),
    defaults: ReportOptions(), run: report)

  private static func report(_ options: ReportOptions, _ tracks: [String])
    throws(UsageError) -> ExitStatus
  {
    try requireInputs(tracks, options.simulation)
    try requireCompanions(options.simulation)
    try requireExpectations(options.simulation)
    guard options.output != nil || options.picture != nil else {
      throw UsageError("Missing expected argument '--output <file>' or '--svg <file>'")
    }
    if options.basemap == "-",
      (tracks + options.simulation.regions + [options.simulation.scenario]).contains("-")
    {
      throw UsageError("Standard input '-' can be read only once")
    }
    if !options.simulation.isPositioned, options.trials != nil {
      throw UsageError("'--trials' needs '--positioning <model>'")
    }
    guard options.output != "-" || options.picture != "-" else {
      throw UsageError("Standard output '-' can be written only once")
    }
    var files = options.simulation.files(tracks, prints: false)
    files.read("--basemap", options.basemap)
    files.write("--output", options.output)
    files.write("--svg", options.picture)
    try files.check()
    return concluding("report", junit: options.simulation.junit) { () throws(InputError) in
      try ReportSession(options, tracks: tracks).run()
    }
  }
}

/// One run of `geofence report`.
struct ReportSession {
  private let options: ReportOptions
  private let audits: TapedAudit
  private let tracks: [String]
  private let expectations: Expectations?

  init(_ options: ReportOptions, tracks: [String]) throws(InputError) {
    self.options = options
    self.tracks = tracks
    let inputs = try SimulationInputs(options.simulation)
    expectations = try Expectations(options.simulation)
    for path in [options.output, options.picture] where path != "-" {
      if let path { try WholeFile.check(path) }
    }
    if let path = options.basemap { try BasemapReader.check(path: path) }
    audits = TapedAudit(tracks, options.simulation, inputs)
  }

  func run() throws(InputError) -> ExitStatus {
    if Interruption.isRequested { return .interrupted }
    // What was read before a track broke off is drawn.
    let failure = audits.tracks.failure
    if let failure, audits.tracks.tracks.isEmpty { throw failure }
    let (devices, audit) = try record()
    if Interruption.isRequested { return .interrupted }
    let events = devices.flatMap(\.crossings)
    let comparison = expectations?.compare(events)
    let report = Report(
      title: title, regions: audits.inputs.regions, names: audits.inputs.reminders?.titles ?? [:],
      audit: audit,
      devices: devices, comparison: comparison, clock: LocalClock(options.zone),
      basemap: try readBasemap(around: devices))
    let status = try write(report)
    Console.note(report.headline)
    if let failure { throw failure }
    guard status == .success, let comparison, let expectations else { return status }
    let inquiry = Inquiry(options.simulation, audits.inputs) { [audits] in audits.tracks }
    return try expectations.judge(inquiry.explained(comparison, events), events).status
  }

  /// Only what lies around the tracks is kept of it, so they come first.
  private func readBasemap(around devices: [DeviceRecord]) throws(InputError) -> Basemap? {
    try options.basemap.map { path throws(InputError) in
      try BasemapReader.read(path: path, around: BasemapFrame(around: devices)) {
        Interruption.isRequested
      }
    }
  }

  /// Follows every device, and finds out everything that an audit says of them.
  private func record() throws(InputError) -> ([DeviceRecord], AuditReport) {
    let plan = audits.plan(
      of: [AuditStrategy(options.simulation.settings(for: audits.inputs.positioning))], detailed: 1)
    let keeping = AuditAccount.Keeping(strategies: 1, .everything)
    let recorded = try audits.tracks.each { track throws(InputError) in
      var account = AuditAccount(plan, keeping: keeping)
      var recorders = track.deviceNumbers.map {
        DeviceRecorder(
          plan, startingAt: track.start, device: $0, named: track.name(ofDevice: $0))
      }
      try track.play { fix, device in
        recorders[device].advance(to: fix, into: &account)
        return true
      }
      for device in recorders.indices { recorders[device].finish(into: &account) }
      return (zip(recorders, track.devices).map { $0.record(named: $1.name) }, account)
    }
    var report = try audits.complete(
      audits.report(plan, recorded.map(\.1)), isDetailed: true,
      listing: .init(crossings: .everything, isOfAll: false))
    report.positioning = options.simulation.positioningName
    if let trials = options.trials, !Interruption.isRequested {
      report.told = try audits.outcomes(of: plan.strategies, in: trials, depth: .counts).told
    }
    return (recorded.flatMap(\.0), report)
  }

  private func write(_ report: Report) throws(InputError) -> ExitStatus {
    var status = ExitStatus.success
    for (path, drawing) in [(options.output, \Report.html), (options.picture, \Report.svg)] {
      if path == "-" {
        status = .printing(String(report[keyPath: drawing].dropLast()))
      } else if let path {
        try WholeFile.write(
          report[keyPath: drawing].utf8, to: path, interrupted: { Interruption.isRequested })
      }
    }
    return status
  }

  /// The file names of the tracks, or how many there are.
  private var title: String {
    let names = tracks.map {
      $0 == "-" ? "standard input" : String($0.split(separator: "/").last ?? "")
    }
    return names.count <= 3 ? names.joined(separator: ", ") : "\(names.count) tracks"
  }
}

extension DeviceRecord {
  /// Its enters and exits, as a run prints them.
  fileprivate var crossings: [EventRecord] {
    events.flatMap { EventRecord.records(of: $0, device: name, isVerbose: false) }
  }
}
