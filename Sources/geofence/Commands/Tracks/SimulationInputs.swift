import GeofenceCore
import GeofenceFormats

/// What a run reads beside its tracks.
struct SimulationInputs: Sendable {
  /// What the phone sees of the track; `nil` for every fix as recorded.
  let positioning: Positioning?
  let reminders: ReminderAlarms?
  /// The app's, and those of the reminders.
  let regions: RegionSet
  let scenario: Scenario
  /// When the reminders fire.
  let alarms: AlarmPlan?

  /// - Throws: an error that names file, place and help.
  ///
  /// - Parameter shared: inputs that several runs have in common; each is read once.
  init(_ options: SimulateOptions, sharing shared: SharedInputs? = nil) throws(InputError) {
    let regions =
      if let shared { try shared.regions(options) } else { try options.readRegions() }
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
    alarms = reminders.map {
      AlarmPlan(
        $0.alarms, repeats: options.repeatsAlarms, waitsUntilDue: options.alarmGate == .due)
    }
  }
}

extension SimulateOptions {
  /// - Throws: an error where `--only` names no region of the run: nothing would be checked.
  func requireKnownRegions(_ inputs: SimulationInputs) throws(InputError) {
    let added = inputs.scenario.timeline.addedRegions
    let names = (inputs.regions + added).map(\.identifier.rawValue)
    guard let region = EventChoice.unknown(choice.regions, among: names).first else { return }
    throw InputError(
      kind: .usage,
      source: regions.count == 1 && reminders.isEmpty ? regions[0] : InputError.toolName,
      problem: "there is no region \(region.quotedExcerpt()) (--only)",
      help: Suggestion.sentence(for: region.filter { $0 != "*" }, among: names))
  }

  /// The app's regions; none where reminders are all there is.
  func readRegions() throws(InputError) -> RegionSet {
    let files = try RegionReader.files(regions, options: regionReading)
    for file in files {
      for note in file.notes + file.passedOver { Console.note(note.rendered(severity: "note")) }
      if let warning = Plausibility.warning(about: file.found.map(\.region), of: file.source) {
        Console.note(warning.rendered(severity: "warning"))
      }
    }
    return try RegionReader.joined(files)
  }

  /// The alarms of the reminders; `nil` where there are none. What could not be read of them, and
  /// where nothing can fire, is said.
  fileprivate func readReminders() throws(InputError) -> ReminderAlarms? {
    guard let first = reminders.first else { return nil }
    try authorization?.require(for: first)
    let store = try ReminderStore(paths: reminders)
    for warning in store.warnings { Console.note(warning.rendered(severity: "warning")) }
    for silence in store.silences { Console.note(silence.rendered(severity: "note")) }
    return ReminderAlarms(store)
  }

  /// The scenario that is asked for, possible as far as can be told before the track is read.
  ///
  /// - Throws: an error that names file, place and help.
  fileprivate func readScenario(_ regions: RegionSet, _ reminders: ReminderAlarms?)
    throws(InputError) -> Scenario
  {
    guard let path = scenario else { return .empty }
    let scenario = try Scenario.read(
      path: path, platform: settings.platform, regions: regions, reminders: reminders,
      options: .init(defaultRadius: defaultRadius))
    if scenario.isOrdered { try scenario.check() }
    return scenario
  }
}
