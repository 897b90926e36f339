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

  init(_ options: SimulateOptions, sharing shared: SharedInputs? = nil) throws(InputError) {
    let regions = if let shared { try shared.regions(options) } else { try options.readRegions() }
    positioning = try options.readPositioning()
    let reminders = try options.readReminders()
    self.reminders = reminders
    self.regions = try reminders?.joined(with: regions) ?? regions
    scenario = try options.readScenario(self.regions, reminders)
    if self.regions.isEmpty, scenario.timeline.addedRegions.isEmpty {
      throw InputError(
        source: options.reminders.joined(separator: ", "), problem: "there is nothing to watch",
        help: "give reminders with a location alarm, or regions with --regions")
    }
    let groups = [("region", regions.count), ("alarm", reminders?.regions.count ?? 0)]
    for (kind, count) in groups where options.settings.leavesNoSlot(of: count) {
      Console.tell(
        "--limit 1 leaves no slot beside the sentinel's, so that no \(kind) is ever registered",
        severity: "warning")
    }
    alarms = reminders.map {
      AlarmPlan($0.alarms, repeats: options.repeatsAlarms, waitsUntilDue: options.alarmGate == .due)
    }
  }
}

extension SimulationInputs {
  /// Returns the same with the positioning of other options.
  func seen(by options: SimulateOptions) throws(InputError) -> SimulationInputs {
    var inputs = self
    inputs.positioning = try options.readPositioning()
    return inputs
  }

  /// Returns the app's plan, and that of Reminders' alarms, with slots of its own, if any.
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
    _ patterns: [String], in inputs: SimulationInputs, _ kind: InputError.Kind, option: String = ""
  ) throws(InputError) {
    guard !patterns.isEmpty else { return }
    let added = inputs.scenario.timeline.addedRegions
    let names = (inputs.regions + added).map(\.identifier.rawValue)
    guard let region = EventChoice.unknown(patterns, among: names).first else { return }
    throw InputError(
      kind: kind,
      source: regions.count == 1 && reminders.isEmpty ? regions[0] : InputError.toolName,
      problem: "there is no region \(region.quotedExcerpt())\(option)",
      help: Suggestion.sentence(for: region.filter { $0 != "*" }, among: names))
  }

  func readRegions() throws(InputError) -> RegionSet {
    let files = try RegionReader.files(regions, options: regionReading)
    for file in files {
      for note in file.notes { Console.note(note.message.rendered(severity: "note")) }
      if let warning = Plausibility.warning(about: file.regions, of: file.source) {
        Console.note(warning.rendered(severity: "warning"))
      }
    }
    return try RegionReader.joined(files)
  }

  /// Reads the alarms of the reminders; `nil` if there are no reminders. A warning is printed for
  /// each part that could not be read, and a note for each reminder that cannot fire.
  fileprivate func readReminders() throws(InputError) -> ReminderAlarms? {
    guard let first = reminders.first else { return nil }
    try authorization?.require(for: first)
    let store = try ReminderStore(paths: reminders)
    for warning in store.warnings { Console.note(warning.rendered(severity: "warning")) }
    for silence in store.silences { Console.note(silence.rendered(severity: "note")) }
    return ReminderAlarms(store)
  }

  fileprivate func readScenario(_ regions: RegionSet, _ reminders: ReminderAlarms?)
    throws(InputError) -> Scenario
  {
    guard let path = scenario else { return .empty }
    var regionsOfReminder: Scenario.ReminderRegions?
    if let reminders { regionsOfReminder = reminders.regions(ofReminder:) }
    let scenario = try Scenario.read(
      path: path, platforms: [settings.platform] + otherPlatforms, regions: regions,
      options: regionReading, completing: regionsOfReminder)
    if scenario.isOrdered { try scenario.check() }
    return scenario
  }
}
