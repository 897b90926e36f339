import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs

struct ScenarioProgress {
  private let scenario: Scenario
  /// The actions whose time has not come on any track; `nil` before the first device.
  private var pending: Set<Int>?
  private var start: Timestamp?

  init(_ scenario: Scenario) {
    self.scenario = scenario
  }

  mutating func note(pending actions: [Int]) {
    pending = pending?.intersection(actions) ?? Set(actions)
  }

  mutating func note(start: Timestamp) { self.start = min(self.start ?? start, start) }

  /// Prints a warning for each action that no device reached, or due long before the first fix.
  func warn() {
    for (number, entry) in scenario.timeline.entries.enumerated() {
      if pending?.contains(number) == true {
        warn(of: number, "is never done: its time is after the track's end")
      } else if case .at(let time) = entry.moment, let start, start - time > Self.longBefore {
        warn(
          of: number, "is done at the first fix: its time is \((start - time).spoken) before it",
          help: #"write "+300s" for 300 s after the track's first fix"#)
      }
    }
  }

  /// An action of the day before sets the scene; an earlier one is likely a mistake.
  private static let longBefore = Interval(seconds: 86_400)

  private func warn(of number: Int, _ problem: String, help: String? = nil) {
    let name = scenario.timeline.entries[number].action.name
    let warning = InputError(
      source: scenario.source, place: scenario.places[number], problem: "\"\(name)\" \(problem)",
      help: help)
    Console.note(warning.rendered(severity: "warning"))
  }
}
