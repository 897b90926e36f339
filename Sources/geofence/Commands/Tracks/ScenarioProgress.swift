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
