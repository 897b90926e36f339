import GeofenceBytes
import GeofenceCommandLine

struct WhyOptions: Sendable {
  var simulation = SimulateOptions()
  var format = ReportFormat.text

  static let groups: [OptionGroup<WhyOptions>] =
    SimulateOptions.inputGroups({ $0.map { $0.inside(\.simulation) } }) + [
      OptionGroup(
        title: "output",
        options: [
          .value("format", "name", "text or json. (default: text)", \.format, .choice),
          SimulateOptions.zoneOption.inside(\.simulation),
        ])
    ]
}

extension Command {
  static let why = Command(
    name: "why",
    abstract: "Say why a region's events were delivered or not.",
    synopsis: "<track> [<region> ...] --regions <file> [options]",
    operands: [
      Parameter(
        name: "track", summary: "The recorded drive (GPX, CSV, …), or -.", completion: .files),
      Parameter(
        name: "region",
        summary: "Names of regions; * stands for anything. Without one, "
          + "each region is a line.", isRepeated: true),
    ],
    groups: WhyOptions.groups,
    examples: [
      Example("Why did it not ring?", "geofence why drive.gpx tivoli --regions regions.json")
    ],
    completing: completing(\.simulation), defaults: WhyOptions(), run: why)

  private static func why(_ options: WhyOptions, _ operands: [String]) throws(UsageError)
    -> ExitStatus
  {
    var options = options
    options.simulation = try options.simulation.resolved()
    options.simulation.settings.noteDoubts()
    // The pieces of one recording may be several files.
    let pieces = operands.dropFirst().prefix { FilePath.exists($0) && !FilePath.isFolder($0) }
    let tracks = Array(operands.prefix(options.simulation.joinsTracks ? 1 + pieces.count : 1))
    try requireInputs(tracks, options.simulation)
    try options.simulation.files(tracks).check()
    return concluding("why", junit: nil) { [options] () throws(InputError) in
      try WhySession(options, operands, upTo: tracks.count).run()
    }
  }
}
