import EmbeddedFiles

/// A page of reference: `geofence help tracks`, and a section of the manual.
struct Topic: Sendable {
  let name: String
  /// The topic in one sentence, as listings show it.
  let abstract: String
  private let markdown: @Sendable () -> embedded_file

  private init(
    _ name: String, _ abstract: String,
    _ markdown: @autoclosure @escaping @Sendable () -> embedded_file
  ) {
    self.name = name
    self.abstract = abstract
    self.markdown = markdown
  }

  var page: Page { Page(markdown().text) }

  /// All topics in the order of the manual.
  static let all = [
    Topic("glossary", "The words that help, pages and messages use.", glossary_md()),
    Topic(
      "tracks", "Files of fixes, and what is done with bad points.", tracks_md()),
    Topic("regions", "Files of regions.", regions_md()),
    Topic("rules", "Every rule with its value and its source.", rules_md()),
    Topic(
      "crossings", "When an event is delivered, under which of Apple's interfaces.",
      crossings_md()),
    Topic(
      "selection", "Which regions are registered, and when that changes.",
      selection_md()),
    Topic(
      "scenarios", "What happens to the phone, the app and its regions on the way.",
      scenarios_md()),
    Topic(
      "positioning", "What the phone sees of a track.", positioning_md()),
    Topic(
      "evidence", "How true is it? Each rule beside what was published of real phones.",
      evidence_md()),
    Topic("losses", "What an audit counts, and its causes.", losses_md()),
    Topic("reports", "The page and the picture of a run.", reports_md()),
    Topic("calendars", "Reminders in iCalendar files.", calendars_md()),
    Topic(
      "expectations", "Recorded events, other events than those, and JUnit.",
      expectations_md()),
    Topic("tests", "Folders of drives as tests, and settings files.", tests_md()),
    Topic("ci", "Drives under test on GitHub, GitLab and elsewhere.", ci_md()),
    Topic("fleets", "Many devices, on one machine or a cluster.", fleets_md()),
    Topic("output", "Events and files as they are written.", output_md()),
    Topic("state", "A track in pieces.", state_md()),
    Topic("exit-status", "What the process ends with.", exit_status_md()),
    Topic("changelog", "What each version brought.", changelog_md()),
  ]
}

extension embedded_file {
  fileprivate var text: String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
