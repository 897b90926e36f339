import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceWriting

struct SimulateOptions: Sendable {
  var regions: [String] = []
  var regionReading = RegionReader.Options()
  /// The files of regions that were read already, for runs that have them in common.
  var regionFiles = RegionFiles()
  var reminders: [String] = []
  var repeatsAlarms = false
  var alarmGate = AlarmGate.none
  var authorization: RemindersAuthorization?
  var settings = Settings()
  /// True if the settings are also those of the positioning model.
  var isSettled = false
  /// The user's values of settings, by the names of their options.
  var choices: [String: SettingChoice] = [:]
  var otherPlatforms: [DeviceState.Platform] = []
  var positioning: String?
  var seed: UInt64?
  var track = TrackReader.Options()
  /// True if the files are pieces of one recording.
  var joinsTracks = false
  /// The time between two fixes at which others are added between them; `nil` for none.
  var interpolation: Interval?
  var cut = TrackCut()
  var scenario: String?
  var state: String?
  /// `nil` for the one that the name of the output means.
  var format: EventFormat?
  var output: String?
  var isQuiet = false
  var choice = EventChoice()
  var zone: ZoneInfo?
  /// True if events other than enters and exits are printed, too.
  var isVerbose = false
  var isSpreadsheetSafe = false
  var isSummarized = false
  /// The factor of the track's own pace; `nil` without pauses.
  var rate: Double?
  /// The number of threads; more than 256 are never used.
  var jobs = min(Jobs.cores, 256) { didSet { jobs = min(jobs, 256) } }
  var expectations: String?
  /// The greatest difference between the times of an expected event and an actual one.
  var tolerance: Interval?
  /// False where the tolerance is that of a settings file, which may be for another command.
  var isToleranceGiven = true
  var junit: String?
  var settingsFile: String?
  var updatesExpectations = false
}

enum AlarmGate: String, CaseIterable {
  case none, due
}

extension SimulateOptions {
  static let groups: [OptionGroup<SimulateOptions>] =
    inputGroups({ $0 }, device: [stateOption], track: playbackOptions) + [
      OptionGroup(title: "expectations", options: expectationOptions + [updateOption]),
      OptionGroup(title: "output", options: outputOptions),
    ]

  static let regionOptions: [Option<SimulateOptions>] = [
    .values(
      "regions", "file",
      "The app's regions: JSON, GeoJSON, CSV, KML or GPX. Repeatable: the sets are one.",
      \.regions, .file
    ).usual("The app's regions: JSON, GeoJSON, CSV, KML or GPX."),
    .value(
      "radius", "m", "Radius of regions that have none of their own.",
      \.regionReading.defaultRadius, .radius),
    .value(
      "region-columns", "list", "What the columns of the regions' CSV mean, as --columns.",
      \.regionReading.columns, .regionColumns),
    .value(
      "polygons", "how",
      "What becomes of polygons: refuse, or enclose, the smallest circle around each. "
        + "(default: refuse)",
      \.regionReading.polygons, .choice),
  ]

  static let settingsOption = Option<SimulateOptions>.value(
    "settings", "file",
    "More options, and numbers of the simulated system ('geofence help rules'), as a JSON object; "
      + "the command line wins.",
    \.settingsFile, .file)

  static let reminderOptions: [Option<SimulateOptions>] = [
    .values(
      "reminders", "file",
      "Reminders with location alarms: iCalendar (.ics), or a folder of such. Repeatable.",
      \.reminders, .file),
    .flag("repeat", "Fire an alarm each time, not only once.", \.repeatsAlarms)
      .setting(.inputs) { .toggle($0.repeatsAlarms) },
    .value(
      "gate", "what", "What an alarm waits for: none, or due, its reminder's date.",
      \.alarmGate, .choice
    ).setting(.inputs) { .text($0.alarmGate.rawValue) },
    .value(
      "authorization", "state",
      "What the user has granted of the reminders. (default: full-access)",
      \.authorization, .choice),
  ]

  static let crossingOptions: [Option<SimulateOptions>] = [
    .value(
      "api", "name", "\(API.allCases.map(\.rawValue).joined(separator: " or ")).", \.settings.api,
      .choice
    ).setting(.strategy) { $0.settings.api.written }
      .usual("clmonitor, cllocationmanager or geofencingclient."),
    .row(
      "cushion", "m", "Minimum distance past a boundary on the way out.", \.crossing.cushion,
      .metres, of: .byDistance, mark: ", or the positioning model's"),
    .row(
      "cushion-in", "m", "The same on the way in, at most half the radius.",
      \.crossing.inwardCushion, .metres, of: .byDistance
    ).unlisted,
    .row(
      "dwell", "s", "Time to stay on the new side.", \.crossing.dwell, .seconds, of: .byDistance),
    .row(
      "dwell-out", "s", "The same on the way out.", \.crossing.outwardDwell, .seconds,
      of: .byDistance, absent: "that, or the positioning model's"
    ).unlisted,
    .row(
      "dwell-from", "place", "Where that time counts from: the boundary or the cushion.",
      \.crossing.dwellOrigin, .choice, of: .byDistance
    ).unlisted,
    .row(
      "ignore-accuracy", "Let every fix decide, however uncertain.", \.crossing.ignoresAccuracy,
      of: .byDistance),
  ]

  static let androidOptions: [Option<SimulateOptions>] = [
    .row(
      "overlap", "in,out",
      "Shares of a fix's circle of accuracy within the region that decide: inside from the first, "
        + "outside up to the second.", \.crossing.overlap, .overlap, of: .byOverlap
    ).unlisted,
    .row(
      "initial-trigger", "list",
      "First states that are delivered: a comma list of enter, exit, dwell, or none.",
      \.request.initialTriggers, .names, of: .byOverlap),
    .row(
      "loitering", "s", "Deliver a dwell so long after an enter.", \.request.loitering, .seconds,
      of: .byOverlap, absent: "no dwell",
      refusing: { usual, _ in
        usual.isJudgedByOverlap
          ? nil
          : "'--loitering' needs '--api geofencingclient': Core Location has no dwell. An app on iOS "
            + "schedules a local notification or a task for so long after the enter, and cancels it at "
            + "the exit"
      }),
    .row(
      "responsiveness", "s", "Least time between two location updates.",
      \.crossing.responsiveness, .seconds, of: .byOverlap),
    .row(
      "expire", "s", "Geofences end so long after they were added.", \.request.expiration,
      .positiveSeconds, of: .byOverlap, absent: "never"),
    .row(
      "reregister", "list",
      "Broadcasts after which the app adds its geofences again: a comma list of boot, update.",
      \.request.broadcasts, .names, of: .byOverlap),
  ]

  static let positioningOptions: [Option<SimulateOptions>] = [
    .value(
      "positioning", "model",
      "How the phone updates its location: recorded, \(PositioningPreset.all.map(\.name).joined(separator: ", ")), "
        + "or a JSON file.", \.positioning, .positioning
    ).setting(.positioning) { .text($0.positioning ?? "recorded") }
      .usual("Update the location as phone, gps, wifi or cell do."),
    .value("seed", "n", "Seed of the model's random numbers.", \.seed, .seed)
      .setting(.positioning) { .text("\($0.drawSeed)") },
  ]

  static let selectionOptions: [Option<SimulateOptions>] = [
    .row(
      "limit", "n", "Conditions one app may register.", \.limit, .count, mark: ", the most",
      refusing: { usual, limit in
        usual.isJudgedByOverlap && limit > usual.limit
          ? "'--limit \(limit)' is above the \(usual.limit) geofences that Android takes from one "
            + "app" : nil
      }
    ).usual("Conditions one app may register. (default: 20)"),
    .row("max-radius", "m", "The device's largest radius.", \.maximumRadius, .positiveMetres)
      .unlisted,
    .row("rank", "order", "Nearest by centre or boundary.", \.ranking, .ranking),
    .row(
      "reselect-on", "list",
      "Comma list of significant, event, sentinel, fix, or none alone: the first of the file, once.",
      \.triggers, .names,
      refusing: { usual, triggers in
        usual.isJudgedByOverlap && triggers.contains(.significant)
          ? "'--api \(usual.api.rawValue)' has no significant changes: pass '--reselect-on "
            + "sentinel', or event or fix" : nil
      }
    ).usual("significant, event, sentinel, fix or none."),
    .row(
      "within", "m", "Register no region farther away than this, as the rank counts.", \.within,
      .positiveMetres, of: .all, absent: "any distance"),
    .row(
      "min-radius", "m", "Watch smaller regions as circles of this radius.", \.minimumRadius,
      .metres
    ).usual(),
    .row(
      "renew", "which", "What a reselection restarts: changed regions or all.", \.renewal, .choice),
    .row(
      "significant-distance", "m", "Distance of a significant change.", \.significantDistance,
      .metres
    ).unlisted,
    .row(
      "significant-interval", "s", "Least time between significant changes.",
      \.significantInterval, .seconds
    ).unlisted,
    .row("sentinel-radius", "m", "Radius of the sentinel.", \.sentinelRadius, .positiveMetres)
      .unlisted,
  ]

  static let deviceOptions: [Option<SimulateOptions>] = [
    .value(
      "scenario", "file", "What happens to the device and its app: a JSON list.", \.scenario, .file
    ).usual("What happens to the device and its app: JSON."),
    .row("platform", "name", "ios or macos.", \.platform, .platform, of: .byDistance),
  ]

  static let stateOption = Option<SimulateOptions>.value(
    "state", "file", "Go on from this file if it exists, and leave the state in it.", \.state,
    .file
  ).writing()

  static let trackOptions: [Option<SimulateOptions>] = [
    .value(
      "columns", "list",
      "What a CSV's columns mean: time=recorded_at,latitude=Breite; or, where it has no header, all "
        + "in order: time,-,latitude,longitude (- is passed over).", \.track.columns, .trackColumns
    ).setting(.inputs, shows: false) { .text($0.track.columns?.text ?? "") },
    .flag(
      "sort", "Read the track whole and put each device's points in the order of time.",
      \.track.sorts),
    .value(
      "track-timezone", "name",
      "Zone of a track's times that name none, such as Europe/Ljubljana; local is yours.",
      \.track.zone, .zone
    ).setting(.inputs) { .text($0.track.zone?.name ?? "UTC") },
    .value(
      "interpolate", "s", "Add a fix every so many seconds between two points.",
      \.interpolation, .positiveSeconds
    ).setting(.inputs, shows: false) { .number($0.interpolation?.seconds ?? 0) },
    .value(
      "from", "time", "Leave out what is before: a time, or +600s from the beginning.",
      \.cut.from, .trackTime),
    .value("to", "time", "Leave out what is after.", \.cut.to, .trackTime),
    .flag(
      "strict", "Take warnings about points for errors: stop at the first bad one.",
      \.track.isStrict),
  ]

  static let untimedOptions: [Option<SimulateOptions>] = [
    .flag("ignore-times", "Take the track as untimed.", \.track.ignoresTimes)
      .setting(.inputs) { .toggle($0.track.ignoresTimes) },
    .value("speed", "m/s", "Speed along the track.", \.track.speed, .metresPerSecond)
      .setting(.inputs) { .number($0.track.speed) },
    .value(
      "hold", "s", "Stay at each point, as after simctl location set.",
      \.track.hold, .positiveSeconds
    ).setting(.inputs, shows: false) { .number($0.track.hold?.seconds ?? 0) },
    .value("start", "time", "Start of the track.", \.track.writtenStart, .writtenTime)
      .setting(.inputs) { .text($0.track.start.rfc3339) },
  ]

  static let fleetOptions: [Option<SimulateOptions>] = [
    .flag(
      "join", "Take the files as pieces of one recording, in the order given.", \.joinsTracks),
    .value(
      "jobs", "n",
      "Work in up to n threads; the output stays the same. (default: all cores)",
      \.jobs, .count(upTo: 1024)),
    .values(
      "device", "name", "Show this device alone; * stands for anything. Repeatable.",
      \.choice.devices, .text),
  ]

  static let playbackOptions: [Option<SimulateOptions>] = [
    .value("rate", "n", "Play back at n times the track's pace; 1 is its own.", \.rate, .rate)
  ]

  static let expectationOptions: [Option<SimulateOptions>] = [
    .value(
      "expect", "file", "Events of a recorded run, jsonl or text; others than these exit with 1.",
      \.expectations, .file
    ).usual("Exit with 1 on other events than this file has."),
    .value(
      "tolerance", "s", "How early or late an expected event may be. (default: 0)", \.tolerance,
      .seconds),
    .value("junit", "file", "Write the comparison with --expect as JUnit XML.", \.junit, .file)
      .writing(),
  ]

  static let updateOption = Option<SimulateOptions>.flag(
    "update", "Record the events in the file of --expect instead, whole or not at all.",
    \.updatesExpectations
  ).writing()

  /// - Parameter purpose: what the option does, without a full stop.
  static func onlyOption(_ purpose: String) -> Option<SimulateOptions> {
    .values(
      "only", "region", "\(purpose); * stands for anything. Repeatable.", \.choice.regions, .text)
  }

  static let zoneOption = Option<SimulateOptions>.value(
    "timezone", "name",
    "Where times are shown, such as Europe/Ljubljana; local is yours. (default: UTC)",
    \.zone, .zone)

  static let outputOptions: [Option<SimulateOptions>] = [
    .value(
      "format", "name", "text, jsonl or csv. (default: text, or --output's ending)", \.format,
      .choice
    ).usual("text, jsonl or csv."),
    .value(
      "output", "file", "Write the events there; - is standard output.", \.output, .file
    ).or("o").writing(),
    .flag("quiet", "Print no events.", \.isQuiet),
    onlyOption("Print, and compare, the events of regions of this name alone"),
    zoneOption,
    .flag(
      "csv-safe", "In csv, mark texts that a spreadsheet would compute with an apostrophe.",
      \.isSpreadsheetSafe),
    .flag(
      "verbose", "Show registrations, reselections and the assumptions in force.",
      \.isVerbose
    ).usual("Show registrations and reselections, too."),
    .flag("summary", "Close with counts on standard error.", \.isSummarized),
  ]

  /// The options with a time that names no zone.
  var localTimes: [String] {
    [
      ("--from", cut.from?.isLocal == true), ("--to", cut.to?.isLocal == true),
      ("--start", track.writtenStart.isLocal),
    ].filter(\.1).map(\.0)
  }

  var eventFormat: EventFormat { format ?? EventFormat(ofFile: output ?? "") }

  var printsEvents: Bool { !isQuiet && (output ?? "-") == "-" }

  /// Returns the formatter for events, whose times are in UTC in a recording.
  func formatter(
    _ format: EventFormat, for regions: RegionSet, isColored: Bool, isRecording: Bool = false
  ) -> any EventFormatter {
    switch format {
    case .text:
      TextFormatter(
        regions: regions.elements, isVerbose: isVerbose,
        isColored: isColored, clock: LocalClock(isRecording ? nil : zone))
    case .jsonl: JSONLinesFormatter()
    case .csv:
      CSVFormatter(
        isVerbose: isVerbose, hasReminders: !reminders.isEmpty, isSafe: isSpreadsheetSafe,
        isShown: Console.showsOutput && printsEvents)
    }
  }
}

extension SimulateOptions {
  /// Returns the options for what is simulated, in groups, for a command that has more options.
  static func inputGroups<Options>(
    _ shared: ([Option<SimulateOptions>]) -> [Option<Options>],
    after regions: [OptionGroup<Options>] = [], device: [Option<Options>] = [],
    positioning: [Option<Options>] = [], track: [Option<Options>] = [],
    fleet: [Option<Options>] = []
  ) -> [OptionGroup<Options>] {
    [OptionGroup(title: "regions", options: shared(regionOptions + [settingsOption]))] + regions + [
      OptionGroup(title: "crossings", options: shared(crossingOptions)),
      OptionGroup(title: "selection", options: shared(selectionOptions)),
      OptionGroup(title: "device", options: shared(deviceOptions) + device),
      OptionGroup(title: "positioning", options: shared(positioningOptions) + positioning),
      OptionGroup(title: "track", options: shared(trackOptions) + track),
      OptionGroup(title: "a track without times", options: shared(untimedOptions)),
      OptionGroup(title: "several tracks or devices", options: shared(fleetOptions) + fleet),
      OptionGroup(title: "reminders", options: shared(reminderOptions)),
      OptionGroup(
        title: "Android's geofences", shownWith: "--api geofencingclient",
        options: shared(androidOptions)),
    ]
  }
}

extension EventFormat {
  /// Creates the format that the ending of a file's name means; text for another.
  init(ofFile path: String) {
    func ends(_ endings: String...) -> Bool {
      endings.contains { path.lowercased().hasSuffix(".\($0)") }
    }
    self = ends("jsonl", "ndjson", "json") ? .jsonl : ends("csv") ? .csv : .text
  }
}
