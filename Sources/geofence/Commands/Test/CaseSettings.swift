import GeofenceCore
import GeofenceFormats

/// What the settings of a test choose: a simulation, and the bars that its audit has to reach.
struct CaseSettings: Sendable {
  private var audited = AuditOptions()

  /// The options that decide what a run gives; those of how it is printed are no settings of a test.
  private static let options: [Option<AuditOptions>] = {
    let simulation =
      SimulateOptions.regionOptions + SimulateOptions.reminderOptions
      + SimulateOptions.crossingOptions + SimulateOptions.selectionOptions
      + SimulateOptions.deviceOptions + SimulateOptions.positioningOptions
      + SimulateOptions.trackOptions.filter { $0.parameter.name != "jobs" }
      + SimulateOptions.expectationOptions.filter { $0.parameter.name == "tolerance" }
      + SimulateOptions.outputOptions.filter { $0.parameter.name == "verbose" }
    let bars: Set = ["min-recall", "min-reach", "confidence", "trials"]
    return simulation.map { $0.inside(\.simulation) }
      + AuditOptions.groups.flatMap(\.options).filter { bars.contains($0.parameter.name) }
  }()

  /// - Parameter override: a settings file that wins over those of the folder.
  /// - Throws: an error that names the file, the key and a hint, or the folder.
  init(_ folder: CaseFolder, override: String?) throws(InputError) {
    var settings = OptionSettings()
    for path in folder.settings + [override].compactMap(\.self) { try settings.read(path) }
    if let (name, source) = settings.unknown(to: Self.options) {
      throw InputError(
        source: source, place: .path(name), problem: "no setting of a test",
        help: "remove it: a test has the options that decide which events are delivered")
    }
    try settings.apply(to: &audited, Self.options)
    if audited.simulation.regions.isEmpty {
      audited.simulation.regions = [folder.regions].compactMap(\.self)
    }
    audited.simulation.scenario = audited.simulation.scenario ?? folder.scenario
    audited.simulation.reminders += [folder.reminders].compactMap(\.self)
    audited.simulation.expectations = folder.expectations
    audited.simulation.isQuiet = true
    // A test is run on one thread; several run beside each other.
    audited.simulation.jobs = 1
    try check(folder)
  }

  var simulation: SimulateOptions { audited.simulation }

  /// The audit of the test under its own strategy; `nil` where it has no bar.
  var audit: AuditOptions? {
    guard !audited.bars.isEmpty else { return nil }
    var options = audited
    let settings = simulation.settings
    options.rankings = [settings.ranking]
    options.triggers = [settings.triggers]
    options.limits = [settings.limit]
    options.renewals = [settings.renewal]
    options.dwells = [settings.crossing.dwell]
    options.cushions = simulation.cushion.map { [$0] }
    options.inwardCushions = [settings.crossing.inwardCushion]
    options.minimumRadii = [settings.minimumRadius]
    return options
  }

  /// Holds the options against each other, as a command line is held.
  private func check(_ folder: CaseFolder) throws(InputError) {
    do throws(UsageError) {
      guard !simulation.regions.isEmpty || !simulation.reminders.isEmpty else {
        throw UsageError("a test without regions: put a regions.json there, or into a folder above")
      }
      try Command.requireInputs(folder.tracks, simulation)
      try Command.requireCompanions(simulation)
      try Command.requireExpectations(simulation)
      try Command.requireAudit(audited)
    } catch {
      throw InputError(source: folder.path, problem: error.message)
    }
  }
}
