import GeofenceCore
import GeofenceFormats

extension Command {
  static let simulate = Command(
    name: "simulate",
    abstract: "Print the enter and exit events of a phone along a track.",
    operands: "<track> ... --regions <file> [options]",
    operandRows: [
      (
        name: "<track>",
        summary: "GPX or CSV files, '-' for standard input. The content tells the format."
      )
    ],
    groups: SimulateOptions.groups,
    footer: """
      Exit status: 0 done, 1 other events than expected, 64 wrong usage, 65 bad data,
        66 no such input, 73 cannot create an output, 74 read or write error,
        130 interrupted.
      """,
    defaults: SimulateOptions(), run: simulate)

  private static func simulate(_ options: SimulateOptions, _ tracks: [String])
    throws(UsageError) -> ExitStatus
  {
    guard !tracks.isEmpty else { throw UsageError("Missing expected argument '<track> ...'") }
    guard let regionsPath = options.regions else {
      throw UsageError("Missing expected argument '--regions <file>'")
    }
    let inputs = tracks + [regionsPath, options.scenario, options.expectations]
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("Standard input '-' can be read only once")
    }
    if options.expectations == nil, options.tolerance != nil || options.junit != nil {
      throw UsageError("'--tolerance' and '--junit' need '--expect <file>'")
    }
    do {
      let regions = try RegionReader.read(
        path: regionsPath, options: .init(defaultRadius: options.defaultRadius))
      if regions.isEmpty {
        Console.warn("\(regionsPath): no regions: there is nothing to watch")
      }
      var session = try SimulationSession(options, regions: regions, tracks: tracks)
      return try session.run()
    } catch {
      Console.note(error.description)
      return ExitStatus(error)
    }
  }
}

extension ExitStatus {
  init(_ error: InputError) {
    self =
      switch error.kind {
      case .data: .data
      case .missing: .noInput
      case .reading: .inputOutput
      }
  }
}
