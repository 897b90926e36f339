import GeofenceBytes
import GeofenceCore
import GeofenceInputs

/// The actions of a scenario that no device has reached.
struct ScenarioProgress {
  private let scenario: Scenario
  /// The indices of the actions whose time has not come on any track; `nil` before the first
  /// device.
  private var pending: Set<Int>?

  init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  /// Adds the actions that one device did not reach.
  mutating func note(pending actions: [Int]) {
    pending = pending?.intersection(actions) ?? Set(actions)
  }

  /// Prints a warning for each action that no device has reached.
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
