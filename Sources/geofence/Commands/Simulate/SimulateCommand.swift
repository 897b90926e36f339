import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceWriting

extension Command {
  static let simulate = Command(
    name: "simulate",
    abstract: "Print a phone's enter and exit events along a track.",
    synopsis: "<track> ... --regions <file> [options]", operands: [tracksOperand],
    groups: SimulateOptions.groups, notes: trackNotes,
    examples: [
      Example(
        "A drive past the app's places", "geofence simulate drive.gpx --regions regions.json"),
      Example(
        "A CSV whose columns have names of their own",
        "geofence simulate log.csv --columns time=recorded_at --regions places.csv"),
      Example(
        "Ten minutes of it, one region, by the clocks of Ljubljana",
        "geofence simulate drive.gpx --regions regions.json --from +600s --to +1200s "
          + "--only tivoli --timezone Europe/Ljubljana"),
      Example(
        "A file of another kind",
        "gpsbabel -t -i garmin_fit -f ride.fit -o gpx -F - | geofence simulate - --regions regions.json"
      ),
      Example(
        "Phones as they move",
        "mosquitto_sub -t 'owntracks/+/+' | geofence simulate - --regions regions.json"),
      Example(
        "In CI: fail when the events differ from the recorded ones",
        "geofence simulate drive.gpx --regions regions.json --expect drive.txt --quiet"),
    ],
    failure: "other events than expected",
    completing: completing(\.self), defaults: SimulateOptions(), run: simulate)

  private static func simulate(_ options: SimulateOptions, _ tracks: [String])
    throws(UsageError) -> ExitStatus
  {
    let options = try options.resolved()
    options.settings.noteDoubts()
    try requireInputs(tracks, options)
    try requireExpectations(options)
    try options.files(tracks, prints: options.printsEvents).check()
    return concluding("simulate", junit: options.junit) { () throws(InputError) in
      var session = try SimulationSession(options, tracks: tracks)
      return try session.run()
    }
  }

  static let tracksOperand = Parameter(
    name: "track",
    summary:
      "\(TrackReader.formats); '-' for standard input. The content tells the format.",
    completion: .files, isRepeated: true)

  static let trackNotes = [
    "A CSV has a header, in any order and case: time, latitude, longitude and others, by the names "
      + "that 'geofence help tracks' lists. Its delimiter is a tab, ; | or a comma; times are RFC "
      + "3339 or seconds, or milli-, micro- or nanoseconds, since 1970."
  ]

  /// Throws an error for a file that is given twice; standard input has its own check.
  static func requireOnce(_ option: String, _ paths: [String]) throws(UsageError) {
    guard let twice = paths.first(where: { path in path != "-" && paths.count { $0 == path } > 1 })
    else { return }
    throw UsageError("'\(option) \(twice)' is given twice")
  }

  static func requireInputs(_ tracks: [String], _ options: SimulateOptions) throws(UsageError) {
    guard !tracks.isEmpty else { throw UsageError("Missing expected argument '<track> ...'") }
    guard !tracks.contains("/") else {
      throw UsageError("Alternatives are written without blanks, such as --rank centre/boundary")
    }
    guard !options.regions.isEmpty || !options.reminders.isEmpty else {
      throw UsageError(
        "Missing expected argument '--regions <file>' or '--reminders <file>'"
          + (hint(for: tracks).map { ": \($0)" } ?? ""))
    }
    try requireOnce("--regions", options.regions)
    try requireOnce("--reminders", options.reminders)
    if options.isQuiet, options.output != nil {
      throw UsageError("'--quiet' prints no events: '--output' would write none")
    }
    if options.cut.isReversed(in: options.track.zone) {
      throw UsageError("'--from' is after '--to'")
    }
    if options.reminders.isEmpty, options.repeatsAlarms || options.alarmGate != .none {
      throw UsageError("'--repeat' and '--gate' need '--reminders <file>'")
    }
    if options.reminders.isEmpty, options.authorization != nil {
      throw UsageError("'--authorization' needs '--reminders <file>'")
    }
  }

  private static func hint(for operands: [String]) -> String? {
    operands.last { RegionReader.areRegions(at: $0) }.map { path in
      "'\(path)' is a file of regions: write --regions \(path.shellWord)"
    }
  }

  static func requireExpectations(_ options: SimulateOptions) throws(UsageError) {
    let hasTolerance = options.tolerance != nil && options.isToleranceGiven
    if options.expectations == nil, hasTolerance || options.junit != nil {
      throw UsageError("'--tolerance' and '--junit' need '--expect <file>'")
    }
    if options.zone != nil, options.eventFormat != .text {
      throw UsageError(
        options.format == nil
          ? "'--timezone' is for text, and '\(options.output ?? "")' means "
            + "\(options.eventFormat.rawValue): '--format text' goes before the name"
          : "'--timezone' is for '--format text': programs read times in UTC")
    }
    if options.updatesExpectations, options.choice != EventChoice() {
      throw UsageError("'--update' records all events: it goes without '--only' and '--device'")
    }
    if options.updatesExpectations, options.expectations ?? "-" == "-" {
      throw UsageError("'--update' needs '--expect <file>', a file that can be written")
    }
  }
}

extension ExitStatus {
  init(_ error: InputError) {
    self =
      switch error.kind {
      case .data: .data
      case .usage: .usage
      case .missing: .noInput
      case .reading, .writing: .inputOutput
      case .creating: .cannotCreate
      case .forbidden: .noPermission
      case .interruption: .interrupted
      }
  }
}
