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
  init(_ options: SimulateOptions) throws(InputError) {
    let regions = try options.readRegions()
    positioning = try options.readPositioning()
    let reminders = try options.readReminders()
    self.reminders = reminders
    self.regions = try reminders?.joined(with: regions) ?? regions
    scenario = try options.readScenario(self.regions, reminders)
    alarms = reminders.map {
      AlarmPlan(
        $0.alarms, repeats: options.repeatsAlarms, waitsUntilDue: options.alarmGate == .due)
    }
  }
}

extension SimulateOptions {
  /// The app's regions; none where reminders are all there is.
  fileprivate func readRegions() throws(InputError) -> RegionSet {
    guard let path = regions else { return .empty }
    let regions = try RegionReader.read(path: path, options: regionReading)
    if let warning = Plausibility.warning(about: regions, of: path) {
      Console.note(warning.rendered(severity: "warning"))
    }
    return regions
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
