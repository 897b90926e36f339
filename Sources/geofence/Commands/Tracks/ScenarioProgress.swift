import GeofenceCore
import GeofenceFormats

/// Which actions of a scenario no device came to.
struct ScenarioProgress {
  private let scenario: Scenario
  /// Actions whose time has not come on any track.
  private var pending: Set<Int>?

  init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  /// Notes the actions that one device did not come to.
  mutating func note(pending actions: [Int]) {
    pending = pending?.intersection(actions) ?? Set(actions)
  }

  func warnOfPending() {
    for number in pending?.sorted() ?? [] {
      let warning = InputError(
        source: scenario.source, place: scenario.places[number],
        problem: "\"\(scenario.timeline.entries[number].action.name)\" is never done: its time is "
          + "after the track's end")
      Console.note(warning.rendered(severity: "warning"))
    }
  }
}

extension SimulateOptions {
  /// The scenario that is asked for, possible as far as can be told before the track is read.
  ///
  /// - Throws: an error that names file, place and help.
  func readScenario(_ regions: RegionSet, _ reminders: ReminderAlarms? = nil) throws(InputError)
    -> Scenario
  {
    guard let path = scenario else { return .empty }
    let scenario = try Scenario.read(
      path: path, platform: settings.platform, regions: regions, reminders: reminders,
      options: .init(defaultRadius: defaultRadius))
    if scenario.isOrdered { try scenario.check() }
    return scenario
  }
}
