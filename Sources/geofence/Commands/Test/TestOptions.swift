import GeofenceCommandLine

struct TestOptions: Sendable {
  var settings: String?
  /// The names of the tests to run, with `*` for any text; empty for all tests.
  var only: [String] = []
  var jobs = Jobs.cores
  var junit: String?
  var report: String?
  var updates = false
  var lists = false
  var new: String?
  var tracks: [String] = []
  var regions: String?
  var copies = false
  var scenario: String?
  var reminders: String?

  static let groups: [OptionGroup<TestOptions>] = [
    OptionGroup(
      title: "tests",
      options: [
        .values(
          "only", "case", "Run the tests of this name alone; * stands for anything. Repeatable.",
          \.only, .text
        ).usual("Run the tests of this name alone; * stands for anything."),
        .flag("list", "Print the names of the tests and run none.", \.lists)
          .usual(),
        .value(
          "settings", "file", "Options of all tests, which win over those of their folders: JSON.",
          \.settings, .file),
        .value(
          "jobs", "n", "Run n tests at a time; the output stays the same. (default: all cores)",
          \.jobs, .count(upTo: 1024)),
      ]),
    OptionGroup(
      title: "results",
      options: [
        .value(
          "junit", "file", "Write a suite for each folder and a case for each event as JUnit XML.",
          \.junit, .file
        ).writing().usual("Write the results as JUnit XML."),
        .value(
          "report", "folder",
          "Write a page of each test there, as geofence report, and index.html with all verdicts.",
          \.report, .file
        ).writing().usual("Write a page of each test there, and an index."),
        .flag("update", "Record the events of each test again.", \.updates)
          .writing().usual(),
      ]),
    OptionGroup(
      title: "a new test",
      options: [
        .value(
          "new", "folder", "Make this folder of a recorded drive, and record its events.", \.new,
          .file
        ).writing().usual("Make this folder of a recorded drive."),
        .values("track", "file", "The recorded drive. Repeatable.", \.tracks, .file)
          .usual("The recorded drive."),
        .value(
          "regions", "file",
          "The app's regions, which the test reads where they lie; without it, those of a folder "
            + "above are inherited.",
          \.regions, .file
        ).usual("The app's regions."),
        .flag(
          "copy", "Copy the regions: what becomes of the app's own file is not tested.", \.copies),
        .value("scenario", "file", "What happens to the device.", \.scenario, .file),
        .value("reminders", "file", "Reminders with location alarms (.ics).", \.reminders, .file),
      ]),
  ]
}
