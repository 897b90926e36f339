import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

/// Everything the user can choose for the stories of regions.
struct WhyOptions: Sendable {
  var simulation = SimulateOptions()
  var format = ReportFormat.text

  static let groups: [OptionGroup<WhyOptions>] = [
    OptionGroup(
      title: "regions",
      options: shared(SimulateOptions.regionOptions + [SimulateOptions.settingsOption])),
    OptionGroup(title: "reminders", options: shared(SimulateOptions.reminderOptions)),
    OptionGroup(title: "crossings", options: shared(SimulateOptions.crossingOptions)),
    OptionGroup(
      title: "Android's geofences", shownWith: "--api geofencingclient",
      options: shared(SimulateOptions.androidOptions)),
    OptionGroup(title: "selection", options: shared(SimulateOptions.selectionOptions)),
    OptionGroup(title: "device", options: shared(SimulateOptions.deviceOptions)),
    OptionGroup(title: "positioning", options: shared(SimulateOptions.positioningOptions)),
    OptionGroup(title: "track", options: shared(SimulateOptions.trackOptions)),
    OptionGroup(
      title: "output",
      options: [
        .value("format", "name", "text or json. (default: text)", \.format, .choice),
        .value(
          "timezone", "name",
          "Where times are shown, such as Europe/Ljubljana; local is yours. (default: UTC)",
          \.simulation.zone, .zone),
      ]),
  ]

  private static func shared(_ options: [Option<SimulateOptions>]) -> [Option<WhyOptions>] {
    options.map { $0.inside(\.simulation) }
  }
}

extension Command {
  static let why = Command(
    name: "why",
    abstract: "Say why a region's events were delivered or not.",
    synopsis: "<track> [<region> ...] --regions <file> [options]",
    operands: [
      Parameter(name: "track", summary: "The track, as of simulate.", completion: .files),
      Parameter(
        name: "region",
        summary: "The regions by their names; * stands for anything. Without one, "
          + "each region is a line.", isRepeated: true),
    ],
    groups: WhyOptions.groups,
    examples: [
      Example("Why did it not ring?", "geofence why drive.gpx tivoli --regions regions.json")
    ],
    completing: SettingsAccess<WhyOptions>(
      file: \.simulation.settingsFile, junit: \.simulation.junit
    ).complete,
    defaults: WhyOptions(), run: why)

  private static func why(_ options: WhyOptions, _ operands: [String]) throws(UsageError)
    -> ExitStatus
  {
    var options = options
    options.simulation = try options.simulation.resolved()
    try requireInputs(Array(operands.prefix(1)), options.simulation)
    try requireCompanions(options.simulation)
    try options.simulation.files(Array(operands.prefix(1))).check()
    return concluding("why", junit: nil) { [options] () throws(InputError) in
      try WhySession(
        options, track: operands[0], patterns: Array(operands.dropFirst())
      ).run()
    }
  }
}
