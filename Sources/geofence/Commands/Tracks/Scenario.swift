import GeofenceCore
import GeofenceFormats

/// The scenario of a run: one timeline for every device, and which actions no device came to.
struct Scenario {
  let timeline: Timeline
  private let source: String
  private let entries: [ScenarioReader.Entry]
  /// Actions whose time has not come on any track.
  private var pending: Set<Int>?

  /// - Throws: an error that names file, place and help.
  init(_ options: SimulateOptions, _ regions: RegionSet, _ reminders: ReminderAlarms? = nil)
    throws(InputError)
  {
    source = options.scenario ?? ""
    entries =
      try options.scenario.map { path throws(InputError) in
        try ScenarioReader.read(
          path: path, platform: options.settings.platform, regions: regions,
          reminders: reminders, options: .init(defaultRadius: options.defaultRadius))
      } ?? []
    timeline = Timeline(entries.map(\.entry))
  }

  /// Notes the actions that one device did not come to.
  mutating func note(pending actions: [Int]) {
    pending = pending?.intersection(actions) ?? Set(actions)
  }

  func warnOfPending() {
    for number in pending?.sorted() ?? [] {
      let warning = InputError(
        source: source, place: entries[number].place,
        problem: "\"\(entries[number].entry.action.name)\" is never done: its time is after the "
          + "track's end")
      Console.note(warning.rendered(severity: "warning"))
    }
  }
}
