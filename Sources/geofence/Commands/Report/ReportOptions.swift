import GeofenceBytes
import GeofenceCommandLine

struct ReportOptions: Sendable {
  var audit = AuditOptions()
  var output: String?
  var title: String?
  /// The settings files whose notes the page shows; `nil` for that of the command line.
  var noted: [String]?
  var failures: [String] = []
  var picture: String?
  var basemap: String?
  var leavesOutWhatIf = false
  /// The words of the command line, from the name of the tool on; `nil` where another command made
  /// the options.
  var words: [String]?

  var simulation: SimulateOptions { audit.simulation }

  static let groups: [OptionGroup<ReportOptions>] =
    [
      OptionGroup(
        title: "output",
        options: [
          .value(
            "output", "file", "The page to write, such as report.html; - is standard output.",
            \.output, .file
          ).or("o").writing().usual("The page to write, such as report.html."),
          AuditOptions.onlyOption.inside(\.audit.simulation),
          .value(
            "title", "text", "The title of the page. (default: the track's name)", \.title, .text),
          .value("svg", "file", "Write the map as a still picture, too.", \.picture, .file)
            .writing().usual(),
          .value(
            "basemap", "file", "Lines and areas to draw beneath the map: GeoJSON.", \.basemap,
            .file),
          SimulateOptions.zoneOption.inside(\.audit.simulation),
          .flag(
            "no-what-if", "Leave the panel What if, and the engine it needs, out of the page.",
            \.leavesOutWhatIf),
        ])
    ]
    + SimulateOptions.inputGroups(
      shared,
      after: [
        OptionGroup(
          title: "alternatives", options: AuditOptions.alternatives.map { $0.inside(\.audit) })
      ],
      positioning: [
        .value(
          "trials", "n",
          "Say how often each crossing reaches the app in so many trials, with the spread.",
          \.audit.trials, .count(upTo: 1_000_000))
      ])
    + [
      OptionGroup(
        title: "expectations",
        options: shared(SimulateOptions.expectationOptions) + [
          AuditOptions.phoneOption.inside(\.audit)
        ])
    ]

  private static func shared(_ options: [Option<SimulateOptions>]) -> [Option<ReportOptions>] {
    AuditOptions.shared(options).map { $0.inside(\.audit) }
  }
}

extension Command {
  static let report = Command(
    name: "report",
    abstract: "Draw what happened along a track on a page.",
    synopsis: "<track> ... --regions <file> -o <file> [options]", operands: [tracksOperand],
    groups: ReportOptions.groups,
    examples: [
      Example("A page to look at", "geofence report drive.gpx --regions regions.json -o drive.html")
    ],
    failure: "other events than expected; the report is written",
    completing: completing(\.audit.simulation), defaults: ReportOptions(), run: report)

  private static func report(_ options: ReportOptions, _ tracks: [String])
    throws(UsageError) -> ExitStatus
  {
    var options = options
    options.audit = try options.audit.resolved()
    try requireInputs(tracks, options.simulation)
    try requireExpectations(options.simulation)
    guard options.output != nil || options.picture != nil else {
      throw UsageError("Missing expected argument '--output <file>' or '--svg <file>'")
    }
    try requireName(of: options.output, "output", "an HTML page: name it report.html", not: "svg")
    try requireName(
      of: options.picture, "svg", "an SVG picture: name it map.svg", not: "html", "htm")
    // Each strategy would have events of its own to compare, or reminders of its own.
    if options.audit.strategies(for: nil).count > 1 {
      if !options.simulation.reminders.isEmpty {
        throw UsageError("'--reminders' can be reported under one strategy only")
      }
      if options.simulation.expectations != nil {
        throw UsageError("'--expect' can be reported under one strategy only")
      }
    }
    try requireAudit(options.audit)
    if options.audit.phones.isEmpty, options.simulation.positioningAlternatives.count > 1 {
      throw UsageError(
        "'report' draws one model of '--positioning': 'audit' compares several, and '--phone <file>' "
          + "ranks them")
    }
    guard options.output != "-" || options.picture != "-" else {
      throw UsageError("Standard output '-' can be written only once")
    }
    var files = options.simulation.files(tracks, prints: false)
    files.read("--basemap", options.basemap)
    files.write("--output", options.output)
    files.write("--svg", options.picture)
    try files.check()
    options.words = ["geofence"] + Tool.arguments.dropFirst()
    return concluding("report", junit: options.simulation.junit) {
      [options] () throws(InputError) in
      try ReportSession(options, tracks: tracks).run()
    }
  }

  /// Throws an error for a file that would not be what its name says.
  static func requireName(
    of path: String?, _ option: String, _ form: String, not others: String...
  ) throws(UsageError) {
    guard let path,
      (others + ["pdf", "png", "jpg"]).contains(where: { path.lowercased().hasSuffix(".\($0)") })
    else { return }
    throw UsageError("'--\(option) \(path)' would not be what its name says: it writes \(form)")
  }
}
