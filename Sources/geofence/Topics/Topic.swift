/// A page of reference: `geofence help tracks`, and a section of the manual.
struct Topic: Sendable {
  let name: String
  /// One sentence.
  let abstract: String
  private let markdown: @Sendable () -> [UInt8]

  private init(
    _ name: String, _ abstract: String,
    _ markdown: @autoclosure @escaping @Sendable () -> [UInt8]
  ) {
    self.name = name
    self.abstract = abstract
    self.markdown = markdown
  }

  var page: Page { Page(String(decoding: markdown(), as: UTF8.self)) }

  /// In the order of the manual.
  static let all = [
    Topic(
      "tracks", "Files of fixes, and what is done with bad points.", PackageResources.tracks_md),
    Topic("regions", "Files of regions.", PackageResources.regions_md),
    Topic(
      "crossings", "When an event is delivered, under which of Apple's interfaces.",
      PackageResources.crossings_md),
    Topic(
      "selection", "Which regions are registered, and when that changes.",
      PackageResources.selection_md),
    Topic(
      "scenarios", "What happens to the phone, the app and its regions on the way.",
      PackageResources.scenarios_md),
    Topic(
      "positioning", "What the phone sees of a track.", PackageResources.positioning_md),
    Topic(
      "evidence", "How true is it? Each rule beside what was published of real phones.",
      PackageResources.evidence_md),
    Topic("losses", "What an audit counts, and its causes.", PackageResources.losses_md),
    Topic("reports", "The page and the picture of a run.", PackageResources.reports_md),
    Topic("calendars", "Reminders in iCalendar files.", PackageResources.calendars_md),
    Topic(
      "expectations", "Recorded events, other events than those, and JUnit.",
      PackageResources.expectations_md),
    Topic("tests", "Folders of drives as tests, and settings files.", PackageResources.tests_md),
    Topic("output", "Events and files as they are written.", PackageResources.output_md),
    Topic("state", "A track in pieces.", PackageResources.state_md),
    Topic("exit-status", "What the process ends with.", PackageResources.exit_status_md),
  ]
}
