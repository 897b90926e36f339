import EmbeddedFiles
import GeofenceCommandLine

extension Topic {
  static let all = [
    Topic("glossary", "The words that help, pages and messages use.", glossary_md().text),
    Topic("tracks", "Files of fixes, and what is done with bad points.", tracks_md().text),
    Topic("regions", "Files of regions.", regions_md().text),
    Topic("rules", "Every rule with its value and its source.", rules_md().text),
    Topic(
      "crossings", "When an event is delivered, under which of Apple's interfaces.",
      crossings_md().text),
    Topic("android", "For Android developers: their geofences along a drive.", android_md().text),
    Topic("selection", "Which regions are registered, and when that changes.", selection_md().text),
    Topic(
      "scenarios", "What happens to the phone, the app and its regions on the way.",
      scenarios_md().text),
    Topic(
      "symptoms", "\"My app was killed\": what people say, and the scenario that plays it.",
      symptoms_md().text),
    Topic(
      "positioning", "How rarely and how exactly a phone updates its location.",
      positioning_md().text),
    Topic("recordings", "What your phone delivered, beside the rules.", recordings_md().text),
    Topic(
      "simulators", "Xcode, simctl, an emulator, a field test: the same drive in them.",
      simulators_md().text),
    Topic("losses", "What an audit counts, and its causes.", losses_md().text),
    Topic("reports", "The page and the picture of a run.", reports_md().text),
    Topic("calendars", "Reminders in iCalendar files.", calendars_md().text),
    Topic(
      "expectations", "Recorded events, where a run differs from them, and JUnit.",
      expectations_md().text),
    Topic("tests", "Folders of drives as tests, and settings files.", tests_md().text),
    Topic("ci", "Drives under test on GitHub, GitLab and elsewhere.", ci_md().text),
    Topic("fleets", "Many devices, on one machine or a cluster.", fleets_md().text),
    Topic("output", "Events and files as they are written.", output_md().text),
    Topic("state", "A track in pieces.", state_md().text),
    Topic("exit-status", "What the process ends with.", exit_status_md().text),
  ]
}

extension embedded_file {
  fileprivate var text: String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
