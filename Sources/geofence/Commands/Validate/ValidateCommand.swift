import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceReminders
import GeofenceWriting

struct ValidateOptions: Sendable {
  var simulation = SimulateOptions()
  var format = ReportFormat.text
  var listsAll = false
  var isStrict = false
  var phones: [String] = []

  static let groups: [OptionGroup<ValidateOptions>] = [
    OptionGroup(
      title: "regions",
      options: shared(SimulateOptions.regionOptions + [SimulateOptions.settingsOption])),
    OptionGroup(
      title: "reminders", options: shared(SimulateOptions.reminderOptions, ["reminders"])),
    OptionGroup(
      title: "rules",
      options: shared(
        SimulateOptions.crossingOptions + SimulateOptions.selectionOptions,
        ["api", "dwell", "limit", "max-radius", "significant-distance"])),
    OptionGroup(
      title: "track",
      options: shared(SimulateOptions.trackOptions, ["columns", "sort", "track-timezone"])),
    OptionGroup(title: "a track without times", options: shared(SimulateOptions.untimedOptions)),
    OptionGroup(
      title: "phone",
      options: [
        .values(
          "phone", "file",
          "What the phone itself delivered on the way, from its app's log. Repeatable.",
          \.phones, .file)
      ]),
    OptionGroup(
      title: "output",
      options: [
        .value("format", "name", "text or json. (default: text)", \.format, .choice),
        .flag("all", "List every finding, not only the first ten of a kind.", \.listsAll)
          .usual("List every finding."),
        .flag("strict", "Take warnings for errors: exit with 1.", \.isStrict)
          .usual(),
        .value("junit", "file", "Write the findings as JUnit XML, too.", \.simulation.junit, .file)
          .writing().usual(),
      ]),
  ]

  private static func shared(_ options: [Option<SimulateOptions>], _ names: [String]? = nil)
    -> [Option<ValidateOptions>]
  {
    options.filter { names?.contains($0.parameter.name) ?? true }.map { $0.inside(\.simulation) }
  }
}

extension Command {
  static let validate = Command(
    name: "validate",
    abstract: "Find mistakes and risks in regions, reminders and tracks before they are used.",
    synopsis: "[<track> ...] [--regions <file>] [--reminders <file>] [options]",
    operands: [tracksOperand], groups: ValidateOptions.groups,
    examples: [
      Example(
        "Before a release, in CI", "geofence validate drives/*.gpx --regions regions.json --strict")
    ], exits: ExitStatus.withoutAccess, failure: "warnings, with --strict",
    completing: completing(\.simulation), defaults: ValidateOptions(), run: validate)

  private static func validate(_ options: ValidateOptions, _ tracks: [String])
    throws(UsageError) -> ExitStatus
  {
    var simulation = try options.simulation.resolved()
    if !options.phones.isEmpty { simulation.track.isZoneShared = true }
    simulation.settings.noteDoubts()
    let inputs = tracks + simulation.reminders + simulation.regions + options.phones
    guard !inputs.isEmpty else {
      throw UsageError(
        "Missing expected argument '<track> ...' or '--regions <file>' or '--reminders <file>'")
    }
    var files = simulation.files(tracks)
    for path in options.phones { files.read("--phone", path) }
    try files.check()
    return concluding("validate", junit: simulation.junit) { () throws(InputError) in
      guard let report = inspect(tracks, simulation, options.phones) else { return .interrupted }
      return try conclude(report, of: tracks, options)
    }
  }

  /// Inspects regions, tracks and reminders. Returns the findings; `nil` if interrupted.
  private static func inspect(
    _ tracks: [String], _ simulation: SimulateOptions, _ phones: [String]
  ) -> FindingsReport? {
    var findings: [Finding] = []
    func read<Value>(_ body: () throws(InputError) -> Value) -> Value? {
      do throws(InputError) { return try body() } catch {
        findings.append(Finding(.error, .unreadable, error))
        return nil
      }
    }
    var inspections = simulation.regions.compactMap { path in
      read { () throws(InputError) in
        try RegionReader.inspect(path: path, options: simulation.regionReading)
      }
    }
    RegionReader.dropTwins(in: &inspections)
    let unusedRadius = RegionReader.unusedRadius(in: inspections, simulation.regionReading)
    findings += [unusedRadius].compactMap(\.self)
    let reminders = read { () throws(InputError) in
      ReminderAlarms(try ReminderStore(paths: simulation.reminders))
    }
    let settings = simulation.settings
    findings += Finding.about(
      inspections, others: reminders?.origins.map(Finding.Circle.init) ?? [],
      otherFindings: reminders.map(Finding.about) ?? [],
      RegionSurvey(
        limit: settings.limit, maximumRadius: settings.maximumRadius,
        reach: settings.significantDistance))
    let alarms = reminders?.regions ?? []
    let circles = inspections.flatMap(\.regions) + alarms
    let width = circles.map(\.radius).min().map { 2 * $0 }
    let calendars = simulation.reminders.joined(separator: ", ")
    for inspection in inspections {
      findings += Plausibility.warnings(aboutRadiiOf: inspection.regions, of: inspection.source)
    }
    findings += Plausibility.warnings(aboutRadiiOf: alarms, of: calendars, areAlarms: true)
    let (disabled, waypoints) = (inspections.disabled, inspections.waypoints)
    let taped = phones.isEmpty ? nil : taped(tracks, simulation)
    var joined: [JoinedPhoneLog] = []
    for path in phones {
      let found = read { () throws(InputError) in
        let zone = simulation.track.zone
        let log = try PhoneLogReader.read(path: path, zone: zone)
        let own =
          circles.isEmpty
          ? nil
          : JoinedPhoneLog(log, taped, circles, zone, disabled: disabled, waypoints: waypoints)
        joined += [own].compactMap(\.self)
        return phoneFindings(about: log, regions: circles, own)
      }
      findings += found ?? []
    }
    findings += [taped.flatMap { joined.devicesWithoutLog(among: $0).1 }].compactMap(\.self)
    var vicinities: [Vicinity] = []
    for track in tracks {
      var vicinity = Vicinity(of: circles)
      findings += Finding.about(
        track: track, simulation.track, dwell: simulation.settings.crossing.dwell, width: width,
        vicinity: &vicinity, interrupted: { Interruption.hasArrived })
      if Interruption.isRequested { return nil }
      vicinities.append(vicinity)
    }
    // The rest of a track that breaks off is not known.
    let known = findings.contains { $0.severity == .error } ? [] : vicinities
    for (places, source) in inspections.map({ ($0.regions, $0.source) }) + [(alarms, calendars)] {
      findings += Plausibility.strays(among: places, of: circles, along: known, in: source)
    }
    return FindingsReport(findings)
  }

  /// Reads tracks for their devices, without notes; `nil` where that fails or a pipe is among them,
  /// which is read once.
  private static func taped(_ tracks: [String], _ simulation: SimulateOptions) -> TapedTracks? {
    if tracks.isEmpty || tracks.contains(where: { $0 == "-" || FilePath.isPipe($0) }) { return nil }
    var simulation = simulation
    // A transcript is of one thread.
    simulation.jobs = 1
    let taped = Transcript().record { TapedTracks(tracks, simulation, nil) }
    return taped.failure == nil ? taped : nil
  }

  private static func phoneFindings(
    about log: PhoneLog, regions: [CircularRegion], _ joined: JoinedPhoneLog?
  ) -> [Finding] {
    let found =
      "\(counted(log.events.count, "event"))"
      + (log.events.isEmpty ? ": \(log.form)" : ", as \(log.form) writes them")
    let left = log.leftOut.sorted { $0.key < $1.key }.map { "left out: \($0.value) \($0.key)" }
    let note = InputError(
      source: log.name, problem: ([found] + left).joined(separator: "; "))
    func unknown(_ names: [String: Int], _ what: String, among known: [String]) -> [Finding] {
      names.keys.sorted().filter { !$0.isEmpty }.map { name in
        Finding(
          .warning, .implausible,
          InputError(
            source: log.name, problem: "events of \(name.quotedExcerpt()), which is no \(what)",
            help: Suggestion.sentence(for: name, among: known)))
      }
    }
    return [Finding(.note, .assumed, note)]
      + unknown(
        joined?.unknownRegions ?? [:], "region", among: regions.map(\.identifier.rawValue))
      + unknown(joined?.unknownDevices ?? [:], "device of the track", among: [])
      + (joined?.failure.map { [Finding(.error, .unreadable, $0)] } ?? joined?.findings ?? [])
  }

  private static func conclude(
    _ report: FindingsReport, of tracks: [String], _ options: ValidateOptions
  ) throws(InputError) -> ExitStatus {
    let text =
      switch options.format {
      case .text: report.text(isComplete: options.listsAll)
      case .json: report.json
      }
    let status = ExitStatus.printing(text)
    guard status == .success else { return status }
    let simulation = options.simulation
    let inputs =
      simulation.regions + simulation.reminders.flatMap(ReminderStore.files) + tracks
      + options.phones
    try JUnitFile(path: simulation.junit).write(
      JUnitReport(report, of: inputs, isStrict: options.isStrict))
    if let error = report.findings.first(where: { $0.severity == .error }) {
      return ExitStatus(error.message)
    }
    return options.isStrict && report.count(.warning) > 0 ? .expectationFailed : .success
  }
}

extension Finding.Circle {
  fileprivate init(_ alarm: ReminderAlarms.Origin) {
    self.init(
      region: alarm.region, source: alarm.source, place: alarm.place, kind: "reminder ",
      name: alarm.title)
  }
}
