import GeofenceBytes
import GeofenceCommandLine

struct CaseSettings: Sendable {
  private var audited = AuditOptions()

  /// The options that affect the results of a run. Options of printing are no settings of a test.
  private static let options: [Option<AuditOptions>] = {
    let simulation =
      SimulateOptions.regionOptions + SimulateOptions.reminderOptions
      + SimulateOptions.crossingOptions + SimulateOptions.androidOptions
      + SimulateOptions.selectionOptions
      + SimulateOptions.deviceOptions + SimulateOptions.positioningOptions
      + SimulateOptions.trackOptions
      + SimulateOptions.untimedOptions
      + SimulateOptions.fleetOptions.filter { $0.parameter.name == "join" }
      + SimulateOptions.expectationOptions.filter { $0.parameter.name == "tolerance" }
      + SimulateOptions.outputOptions.filter { $0.parameter.name == "verbose" }
    let bars: Set = ["min-recall", "min-reach", "min-agreement", "confidence", "trials"]
    return simulation.map { $0.inside(\.simulation) }
      + AuditOptions.groups.flatMap(\.options).filter { bars.contains($0.parameter.name) }
  }()

  static var names: Set<String> { Set(options.map(\.parameter.name)) }

  /// Creates the settings of a test; the settings `override` win.
  init(_ folder: CaseFolder, override: OptionSettings, _ regionFiles: RegionFiles = RegionFiles())
    throws(InputError)
  {
    var settings = OptionSettings()
    for path in folder.settings { try settings.read(path) }
    settings.merge(override)
    if let (name, source) = settings.unknown(to: Self.options) {
      throw InputError(
        source: source, place: .path(name), problem: "no setting of a test",
        help: "remove it: a test has the options that decide which events are delivered")
    }
    try settings.apply(to: &audited, Self.options)
    /// Returns true if a file of the test's own folder is nearer than settings that name another.
    func isNearer(_ file: String?, than name: String) -> Bool {
      guard let file, override.source(of: name) == nil, let source = settings.source(of: name)
      else { return false }
      let folders = [file, source].map { FilePath.parts(of: $0).folder }
      return folders[0] == folder.path && folders[1] != folder.path
    }
    if isNearer(folder.regions, than: "regions") { audited.simulation.regions = [] }
    if isNearer(folder.scenario, than: "scenario") { audited.simulation.scenario = nil }
    if audited.simulation.regions.isEmpty {
      audited.simulation.regions = [folder.regions].compactMap(\.self)
    }
    audited.simulation.scenario = audited.simulation.scenario ?? folder.scenario
    // Settings may name the folder's own file.
    if let own = folder.reminders, !audited.simulation.reminders.contains(own) {
      audited.simulation.reminders.append(own)
    }
    audited.simulation.expectations = folder.expectations
    audited.phones = folder.phones
    audited.simulation.regionFiles = regionFiles
    audited.simulation.isQuiet = true
    // A test runs on one thread, since several tests run side by side.
    audited.simulation.jobs = 1
    try check(folder)
  }

  var simulation: SimulateOptions { audited.simulation }

  /// The options of the test's audit, under its own strategy; `nil` if it sets no minimum.
  var audit: AuditOptions? {
    audited.bars.isEmpty && audited.minimumAgreement == nil ? nil : audited
  }

  /// Checks the options against each other, as a command line's options are checked.
  private mutating func check(_ folder: CaseFolder) throws(InputError) {
    if audited.minimumAgreement != nil, folder.phones.isEmpty {
      throw InputError(
        source: folder.path, problem: "'min-agreement' needs a log of the phone",
        help: "put it beside the track, as phone.csv or the like")
    }
    do throws(UsageError) {
      audited.simulation = try audited.simulation.resolved()
      guard !simulation.regions.isEmpty || !simulation.reminders.isEmpty else {
        let places = folder.root == folder.path ? "there" : "in a folder from \(folder.root) to it"
        throw UsageError("a test without regions: no regions.json or the like is \(places)")
      }
      try Command.requireInputs(folder.tracks, simulation)
      try Command.requireExpectations(simulation)
      try Command.requireAudit(audited)
    } catch {
      throw InputError(source: folder.path, problem: error.message)
    }
  }
}
