import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceReminders
import GeofenceWriting

struct SimulationInputs: Sendable {
  /// The model that decides which fixes the system gets; `nil` for every fix as recorded.
  private(set) var positioning: Positioning?
  let reminders: ReminderAlarms?
  let regions: RegionSet
  let scenario: Scenario
  let alarms: AlarmPlan?
  /// The findings in the inputs, which were printed when they were read.
  let findings: [Finding]
  private var files: [(source: String, regions: [CircularRegion])]
  private let remindersName: String

  init(_ options: SimulateOptions) throws(InputError) {
    var findings: [Finding] = []
    func note(_ found: [Finding]) {
      for finding in found { Console.note(finding.description) }
      findings += found
    }
    let contents = try options.regionFiles.contents(options)
    files = contents.files
    note(contents.findings)
    let regions = try contents.regions.get()
    if options.seed != nil, !options.isPositioned {
      note([.ofOptions(.note, "--seed has no effect: every fix is seen as recorded")])
    }
    if !options.localTimes.isEmpty {
      let times = "times of \(options.localTimes.joinedInSentence())"
      note([.localTimes(times, of: InputError.toolName, options.track.zone)])
    }
    positioning = try options.readPositioning()
    let reminders = try options.readReminders()
    remindersName = options.reminders.joined(separator: ", ")
    if let store = reminders?.store {
      note(store.warnings.map { Finding(.warning, .unreadable, $0) })
      note(store.silences.map { Finding(.note, .ignoredData, $0) })
    }
    if let reminders {
      if options.alarmGate == .due, reminders.haveLocalDates {
        note([.localTimes("due dates", of: remindersName, options.track.zone)])
      }
      note(
        Plausibility.warnings(
          aboutRadiiOf: reminders.regions, of: remindersName, areAlarms: true))
    }
    self.reminders = reminders
    self.regions = try reminders?.joined(with: regions) ?? regions
    scenario = try options.readScenario(regions, reminders)
    if let path = options.scenario { files.append((path, scenario.timeline.addedRegions)) }
    if let reminders { files.append((remindersName, reminders.regions)) }
    if let unused = contents.unusedRadius, !scenario.usesDefaultRadius { note([unused]) }
    if self.regions.isEmpty, scenario.timeline.addedRegions.isEmpty,
      reminders?.store.finished.isEmpty != false
    {
      throw InputError(
        source: remindersName, problem: "there is nothing to watch",
        help: "give reminders with a location alarm, or regions with --regions")
    }
    if options.settings.within != nil, options.settings.triggers.isEmpty {
      note([
        .ofOptions(
          .warning,
          "'--within' changes nothing: with '--reselect-on none' the app never selects by the place"
        )
      ])
    }
    let groups = [("region", regions.count), ("alarm", reminders?.regions.count ?? 0)]
    for (kind, count) in groups where options.settings.leavesNoSlot(of: count) {
      note([
        .ofOptions(
          .warning,
          "--limit 1 leaves no slot beside the sentinel's, so that no \(kind) is ever registered")
      ])
    }
    self.findings = findings
    alarms = reminders.map {
      AlarmPlan($0.alarms, repeats: options.repeatsAlarms, waitsUntilDue: options.alarmGate == .due)
    }
  }

  /// Returns findings about places that are likely wrong, as the tracks show where all of them are
  /// played.
  func strays(
    along tracks: [Vicinity], _ options: SimulateOptions, hasFailed: Bool
  ) -> [Finding] {
    let isPart =
      options.cut != TrackCut() || options.state != nil || hasFailed || Interruption.isRequested
    let all = files.flatMap(\.regions)
    return files.flatMap {
      Plausibility.strays(among: $0.regions, of: all, along: isPart ? [] : tracks, in: $0.source)
    }
  }

  /// The identifiers of all regions, those that the scenario adds among them.
  var identifiers: [RegionIdentifier] {
    (regions + scenario.timeline.addedRegions).map(\.identifier)
  }

  /// Returns the names that people use for a region beside its identifier: a reminder's title, and
  /// the name of its file.
  func otherNames(of region: RegionIdentifier) -> [String] {
    [reminders?.titles[region], regions[region]?.name].compactMap(\.self)
      .filter { $0 != region.rawValue }.distinct
  }

  /// Returns the same with the positioning of other options.
  func seen(by options: SimulateOptions) throws(InputError) -> SimulationInputs {
    var inputs = self
    inputs.positioning = try options.readPositioning()
    return inputs
  }

  /// Returns the app's plan, and the plan of Reminders' alarms, with its own slots, if any.
  func plans(_ settings: Settings) -> (own: SimulationPlan, ofReminders: SimulationPlan?) {
    let timeline = scenario.timeline
    guard let alarms else {
      return (
        SimulationPlan(settings, of: regions, timeline: timeline, positioning: positioning), nil
      )
    }
    return (
      SimulationPlan(
        settings, of: alarms.regions(of: regions, ofAlarms: false), timeline: timeline.ofApp,
        positioning: positioning),
      SimulationPlan(
        settings, of: alarms.regions(of: regions, ofAlarms: true), timeline: timeline.ofReminders,
        alarms: alarms, positioning: positioning)
    )
  }
}

extension SimulateOptions {
  func requireKnownRegions(_ inputs: SimulationInputs) throws(InputError) {
    try requireKnown(choice.regions, in: inputs, .usage, option: " (--only)")
  }

  func requireKnown(
    _ patterns: [String], in inputs: SimulationInputs, _ kind: InputError.Kind, option: String = "",
    byNames: Bool = false
  ) throws(InputError) {
    guard !patterns.isEmpty else { return }
    let identifiers = inputs.identifiers
    let names =
      identifiers.map(\.rawValue) + (byNames ? identifiers.flatMap(inputs.otherNames) : [])
    guard let region = EventChoice.unknown(patterns, among: names).first else { return }
    if var disabled = try regionFiles.contents(self).disabled[region] {
      disabled.kind = kind
      throw disabled
    }
    let finished = inputs.reminders?.store.finished.first { reminder in
      EventChoice.fits(reminder.identifier, anyOf: [region])
        || byNames && EventChoice.fits(reminder.title, anyOf: [region])
    }
    if let finished {
      throw InputError(
        kind: kind, source: InputError.toolName,
        problem: "the reminder \(finished.title.quotedExcerpt()) (\(finished.identifier)) is "
          + "\(finished.status), and its alarm is not watched\(option)",
        help: "'geofence reminders uncomplete' takes that back")
    }
    if byNames, FilePath.exists(region), !FilePath.isFolder(region) {
      throw InputError(
        kind: kind, source: region, problem: "a file where the name of a region is expected",
        help: joinsTracks
          ? "the files of the track go before the names of regions"
          : "the track goes first, and one alone; --join takes the files of one recording")
    }
    let named = identifiers.first { identifier in
      inputs.otherNames(of: identifier).contains { EventChoice.fits($0, anyOf: [region]) }
    }
    throw InputError(
      kind: kind,
      source: regions.count == 1 && reminders.isEmpty ? regions[0] : InputError.toolName,
      problem: "there is no region \(region.quotedExcerpt())\(option)",
      help: named.map {
        "that is the name of \($0.rawValue.quotedExcerpt()), which is its identifier"
      }
        ?? Suggestion.sentence(for: region.filter { $0 != "*" }, among: names))
  }

  /// Reads the alarms of the reminders; `nil` if there are no reminders.
  fileprivate func readReminders() throws(InputError) -> ReminderAlarms? {
    guard let first = reminders.first else { return nil }
    try authorization?.require(for: first)
    return ReminderAlarms(try ReminderStore(paths: reminders), zone: track.zone)
  }

  fileprivate func readScenario(_ regions: RegionSet, _ reminders: ReminderAlarms?)
    throws(InputError) -> Scenario
  {
    guard let path = scenario else { return .empty }
    var counts: [String: Int] = [:]
    var completing: Scenario.Completing?
    if let reminders {
      completing = { uid throws(InputError) in
        try completion(of: uid, reminders, &counts)
      }
    }
    let scenario = try Scenario.read(
      path: path, platforms: [settings.platform] + otherPlatforms, regions: regions,
      options: regionReading, zone: track.zone,
      alarms: Set(reminders?.regions.map(\.identifier) ?? []), completing: completing)
    if scenario.hasLocalTimes {
      Console.note(Finding.localTimes(of: scenario.source, track.zone).description)
    }
    if scenario.isOrdered {
      for note in try scenario.check() { Console.note(note.rendered(severity: "note")) }
    }
    return scenario
  }

  /// Returns what the next completion of a reminder does, and counts those that move it on.
  private func completion(
    of uid: String, _ reminders: ReminderAlarms, _ counts: inout [String: Int]
  ) throws(InputError) -> DeviceAction {
    let name = try reminders.store.reminder(uid).identifier
    let action = try reminders.completion(of: name, after: counts[name, default: 0])
    guard case .moveOn = action else { return action }
    guard alarmGate != .due else {
      throw InputError(
        source: InputError.toolName,
        problem: "a reminder that repeats is watched for one of its dates under '--gate due'",
        help: "leave out '--gate', or complete it in the file before: 'geofence reminders complete'"
      )
    }
    counts[name, default: 0] += 1
    return action
  }
}

extension Finding {
  /// Returns a finding about the options together.
  fileprivate static func ofOptions(_ severity: Severity, _ problem: String) -> Finding {
    Finding(severity, .ignoredData, InputError(source: InputError.toolName, problem: problem))
  }
}
