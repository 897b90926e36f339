import GeofenceCore
import GeofenceFormats

/// Everything the user can choose for a simulation.
struct SimulateOptions: Sendable {
  /// Files, whose sets are one.
  var regions: [String] = []
  var defaultRadius: Double?
  var regionColumns: ColumnChoice?
  /// On the way out, metres; where none is given, that of the positioning model or of the rules.
  var cushion: Double?
  /// Files and folders.
  var reminders: [String] = []
  var repeatsAlarms = false
  var alarmGate = AlarmGate.none
  /// What the user has granted of the reminders; full access where none is given.
  var authorization: RemindersAuthorization?
  var settings = Settings()
  /// A preset's name or a file; every fix is seen as recorded where there is none.
  var positioning: String?
  /// Of what is random in it; 1 where none is given.
  var seed: UInt64?
  var track = TrackReader.Options()
  var interpolation: Interval?
  /// What is wanted of the track.
  var cut = TrackCut()
  var scenario: String?
  var state: String?
  var format = EventFormat.text
  /// Where events go; standard output where there is none.
  var output: String?
  var isQuiet = false
  /// The events that are wanted.
  var choice = EventChoice()
  /// By whose clocks the text shows times; UTC where there is none.
  var zone: ZoneInfo?
  /// Whether more than enters and exits is printed.
  var isVerbose = false
  var isSpreadsheetSafe = false
  var isSummarized = false
  var isRealtime = false
  var rate: Double?
  /// No more threads than could be of use.
  var jobs = min(Jobs.cores, 256) { didSet { jobs = min(jobs, 256) } }
  var expectations: String?
  var tolerance: Interval?
  var junit: String?
  /// A file of more options.
  var settingsFile: String?
  /// Whether `expectations` are to be recorded anew.
  var updatesExpectations = false
}

/// What keeps an alarm from firing.
enum AlarmGate: String, CaseIterable {
  case none, due
}

extension SimulateOptions {
  static let groups: [OptionGroup<SimulateOptions>] = [
    OptionGroup(title: "regions", options: regionOptions + [settingsOption]),
    OptionGroup(title: "reminders", options: reminderOptions),
    OptionGroup(title: "crossings", options: crossingOptions),
    OptionGroup(title: "selection", options: selectionOptions),
    OptionGroup(title: "device", options: deviceOptions + [stateOption]),
    OptionGroup(title: "positioning", options: positioningOptions),
    OptionGroup(title: "track", options: trackOptions + playbackOptions),
    OptionGroup(title: "expectations", options: expectationOptions + [updateOption]),
    OptionGroup(title: "output", options: outputOptions),
  ]

  static let regionOptions: [Option<SimulateOptions>] = [
    .values(
      "regions", "file",
      "The app's regions: JSON, GeoJSON, CSV, KML or GPX. Repeatable: the sets are one.",
      \.regions, .file),
    .value(
      "radius", "m", "Radius of regions that have none of their own.", \.defaultRadius,
      .positiveMetres),
    .value(
      "region-columns", "list", "What the columns of the regions' CSV mean, as --columns.",
      \.regionColumns, .regionColumns),
  ]

  static let settingsOption = Option<SimulateOptions>.value(
    "settings", "file", "More options, which the command line wins over: a JSON object.",
    \.settingsFile, .file)

  /// How the regions are read.
  var regionReading: RegionReader.Options {
    RegionReader.Options(defaultRadius: defaultRadius, columns: regionColumns)
  }

  static let reminderOptions: [Option<SimulateOptions>] = [
    .values(
      "reminders", "file",
      "Reminders with location alarms: iCalendar (.ics), or a folder of such. Repeatable.",
      \.reminders, .file),
    .flag("repeat", "Fire an alarm each time, not only once.", \.repeatsAlarms),
    .value(
      "gate", "what", "What an alarm waits for: none, or due, its reminder's date. (default: none)",
      \.alarmGate, .choice),
    .value(
      "authorization", "state",
      "What the user has granted of the reminders. (default: full-access)",
      \.authorization, .choice),
  ]

  static let crossingOptions: [Option<SimulateOptions>] = [
    .value(
      "api", "name", "clmonitor or cllocationmanager. (default: clmonitor)", \.settings.api,
      .choice),
    .value(
      "cushion", "m",
      "Minimum distance past a boundary on the way out. (default: 200, or the positioning model's)",
      \.cushion, .metres),
    .value(
      "cushion-in", "m",
      "The same on the way in, at most half the radius. (default: 0)",
      \.settings.crossing.inwardCushion, .metres),
    .value(
      "dwell", "s", "Time to stay on the new side. (default: 20)", \.settings.crossing.dwell,
      .seconds),
    .flag(
      "ignore-accuracy", "Let every fix decide, however uncertain.",
      \.settings.crossing.ignoresAccuracy),
  ]

  static let positioningOptions: [Option<SimulateOptions>] = [
    .value(
      "positioning", "model",
      "What the phone sees of the track: recorded, \(PositioningPreset.all.map(\.name).joined(separator: ", ")), "
        + "or a JSON file. (default: recorded)", \.positioning, .positioning),
    .value("seed", "n", "Of what is random in it. (default: 1)", \.seed, .seed),
  ]

  static let selectionOptions: [Option<SimulateOptions>] = [
    .value(
      "limit", "n", "Conditions one app may register. (default: 20)", \.settings.limit, .count),
    .value(
      "max-radius", "m", "The device's largest radius. (default: 100000)",
      \.settings.maximumRadius, .positiveMetres),
    .value(
      "rank", "order", "Nearest by centre or boundary. (default: centre)", \.settings.ranking,
      .ranking),
    .value(
      "reselect-on", "list",
      "Comma list of significant, event, sentinel, fix, or none alone: the first of the file, once. "
        + "(default: significant)",
      \.settings.triggers, .triggers),
    .value(
      "min-radius", "m", "Watch smaller regions as circles of this radius. (default: 0)",
      \.settings.minimumRadius, .metres),
    .value(
      "renew", "which",
      "What a reselection restarts: changed regions or all. (default: changed)",
      \.settings.renewal, .choice),
    .value(
      "significant-distance", "m", "Distance of a significant change. (default: 500)",
      \.settings.significantDistance, .metres),
    .value(
      "significant-interval", "s", "Least time between significant changes. (default: 300)",
      \.settings.significantInterval, .seconds),
    .value(
      "sentinel-radius", "m", "Radius of the sentinel. (default: 1000)",
      \.settings.sentinelRadius, .positiveMetres),
  ]

  static let deviceOptions: [Option<SimulateOptions>] = [
    .value(
      "scenario", "file", "What happens to the device and its app: a JSON list.", \.scenario,
      .file),
    .value(
      "platform", "name", "ios or macos. (default: ios)", \.settings.platform, .choice),
  ]

  static let stateOption = Option<SimulateOptions>.value(
    "state", "file", "Go on from this file if it exists, and leave the state in it.", \.state,
    .file)

  static let trackOptions: [Option<SimulateOptions>] = [
    .value(
      "columns", "list",
      "What a CSV's columns mean: time=recorded_at,latitude=Breite; or, where it has no header, all "
        + "in order: time,-,latitude,longitude (- is passed over).", \.track.columns, .trackColumns),
    .flag(
      "sort", "Read the track whole and put each device's points in the order of time.",
      \.track.sorts),
    .value(
      "track-timezone", "name",
      "Zone of a track's times that name none, such as Europe/Ljubljana; local is yours. "
        + "(default: UTC)", \.track.zone, .zone),
    .flag("ignore-times", "Take the track as untimed.", \.track.ignoresTimes),
    .value(
      "speed", "m/s", "Speed along an untimed track. (default: 20)", \.track.speed,
      .metresPerSecond),
    .value(
      "start", "time", "Start of an untimed track. (default: 1970-01-01T00:00:00Z)",
      \.track.start, .time),
    .value(
      "interpolate", "s", "Add a fix every so many seconds between two points.",
      \.interpolation, .positiveSeconds),
    .value(
      "from", "time", "Leave out what comes before: a time, or +600s from the beginning.",
      \.cut.from, .trackTime),
    .value("to", "time", "Leave out what comes after.", \.cut.to, .trackTime),
    .flag("strict", "Stop at the first bad point instead of skipping it.", \.track.isStrict),
    .value(
      "jobs", "n",
      "Simulate up to n tracks at a time; the output stays the same. (default: all cores)",
      \.jobs, .count),
  ]

  static let playbackOptions: [Option<SimulateOptions>] = [
    .flag("realtime", "Play back at the track's own pace.", \.isRealtime).settling("pace"),
    .value("rate", "n", "Play back at n times the track's pace.", \.rate, .rate)
      .settling("pace"),
  ]

  static let expectationOptions: [Option<SimulateOptions>] = [
    .value(
      "expect", "file", "Events of a recorded run, jsonl or text; others than these exit with 1.",
      \.expectations, .file),
    .value(
      "tolerance", "s", "How early or late an expected event may come. (default: 0)", \.tolerance,
      .seconds),
    .value("junit", "file", "Write the comparison with --expect as JUnit XML.", \.junit, .file),
  ]

  static let updateOption = Option<SimulateOptions>.flag(
    "update", "Record the events in the file of --expect instead, whole or not at all.",
    \.updatesExpectations)

  static let outputOptions: [Option<SimulateOptions>] = [
    .value("format", "name", "text, jsonl or csv. (default: text)", \.format, .choice),
    .value(
      "output", "file", "Write the events there, as a whole; - is standard output.", \.output, .file
    )
    .or("o"),
    .flag("quiet", "Print no events.", \.isQuiet),
    .values(
      "only", "region",
      "Print, and compare, events of this region alone; * stands for anything. Repeatable.",
      \.choice.regions, .text),
    .values(
      "device", "name", "Print, and compare, events of this device alone. Repeatable.",
      \.choice.devices, .text),
    .value(
      "timezone", "name",
      "Where times are shown in text, such as Europe/Ljubljana; local is yours. (default: UTC)",
      \.zone, .zone),
    .flag(
      "csv-safe", "In csv, mark texts that a spreadsheet would compute with an apostrophe.",
      \.isSpreadsheetSafe),
    .flag(
      "verbose", "Show registrations, reselections and the assumptions in force.",
      \.isVerbose),
    .flag("summary", "Close with counts on standard error.", \.isSummarized),
  ]

  /// Whether events go to standard output.
  var printsEvents: Bool { !isQuiet && (output ?? "-") == "-" }

  /// How many times faster than the track it is played back; `nil` for as fast as possible.
  var playbackRate: Double? { rate ?? (isRealtime ? 1 : nil) }

  /// - Parameter isRecording: whether times are in UTC, whatever the user wants to see.
  func formatter(
    _ format: EventFormat, for regions: RegionSet, isColored: Bool, isRecording: Bool = false
  ) -> any EventFormatter {
    switch format {
    case .text:
      TextFormatter(
        regions: regions.map(\.identifier.rawValue), isVerbose: isVerbose,
        isColored: isColored, clock: LocalClock(isRecording ? nil : zone))
    case .jsonl: JSONLinesFormatter()
    case .csv:
      CSVFormatter(
        isVerbose: isVerbose, hasReminders: !reminders.isEmpty, isSafe: isSpreadsheetSafe)
    }
  }
}
