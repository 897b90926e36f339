import GeofenceCore
import GeofenceFormats

/// Everything the user can choose for a run of tests.
struct TestOptions: Sendable {
  /// A settings file whose options win over those of the folders.
  var settings: String?
  /// The tests that are run; `*` stands for anything. All where none is named.
  var only: [String] = []
  var jobs = Jobs.cores
  var junit: String?
  /// The folder for the pages of tests that failed.
  var report: String?
  var updates = false
  var lists = false
  /// The folder of a test that is made.
  var new: String?
  /// What it is made of.
  var tracks: [String] = []
  var regions: String?
  var scenario: String?
  var reminders: String?

  static let groups: [OptionGroup<TestOptions>] = [
    OptionGroup(
      title: "tests",
      options: [
        .values(
          "only", "case", "Run this test alone; * stands for anything. Repeatable.", \.only, .text),
        .flag("list", "Print the names of the tests and run none.", \.lists),
        .value(
          "settings", "file", "Options of all tests, which win over those of their folders: JSON.",
          \.settings, .file),
        .value(
          "jobs", "n", "Run n tests at a time; the output stays the same. (default: all cores)",
          \.jobs, .count),
      ]),
    OptionGroup(
      title: "results",
      options: [
        .value(
          "junit", "file", "Write a suite for each folder and a case for each event as JUnit XML.",
          \.junit, .file),
        .value(
          "report", "folder", "Write the page of each test that failed there, as geofence report.",
          \.report, .file),
        .flag("update", "Record the events of each test anew.", \.updates),
      ]),
    OptionGroup(
      title: "a new test",
      options: [
        .value(
          "new", "folder", "Make this folder of a recorded drive, and record its events.", \.new,
          .file),
        .values("track", "file", "The recorded drive. Repeatable.", \.tracks, .file),
        .value(
          "regions", "file", "The app's regions; without it, those of a folder above are inherited.",
          \.regions, .file),
        .value("scenario", "file", "What happens to the device.", \.scenario, .file),
        .value("reminders", "file", "Reminders with location alarms (.ics).", \.reminders, .file),
      ]),
  ]
}
