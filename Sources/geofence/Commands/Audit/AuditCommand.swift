import GeofenceCore
import GeofenceFormats
import Synchronization

extension Command {
  static let audit = Command(
    name: "audit",
    abstract: "Say which crossings an app misses along a track, why, and what would help.",
    synopsis: "<track> ... --regions <file> [options]", operands: [tracksOperand],
    groups: AuditOptions.groups,
    notes: [
      "Every combination of alternatives is a strategy: '--rank centre,boundary --reselect-on "
        + "significant/significant,event' compares four."
    ],
    exits: [
      .success, .expectationFailed, .usage, .data, .noInput, .inputOutput, .interrupted,
    ], failure: "a strategy is below --min-recall",
    defaults: AuditOptions(), run: audit)

  private static func audit(_ options: AuditOptions, _ tracks: [String])
    throws(UsageError) -> ExitStatus
  {
    let regionsPath = try requireInputs(tracks, options.simulation)
    try options.simulation.files(tracks).check()
    do {
      let regions = try regionsPath.map { path throws(InputError) in
        try readRegions(path, options.simulation)
      }
      return try AuditSession(options, regions: regions ?? .empty, tracks: tracks).run()
    } catch {
      Console.note(error.description)
      return ExitStatus(error)
    }
  }
}

extension Audit: DeviceFollower {
  func account(named name: String?) -> (name: String?, outcomes: [AuditOutcome]) {
    (name, outcomes)
  }
}

/// One run of `geofence audit`.
struct AuditSession {
  private let options: AuditOptions
  private let plan: AuditPlan
  private let tracks: [String]
  private let regionCount: Int
  private let scenario: Scenario

  init(_ options: AuditOptions, regions: RegionSet, tracks: [String]) throws(InputError) {
    self.options = options
    self.tracks = tracks
    regionCount = regions.count
    scenario = try options.simulation.readScenario(regions)
    let timeline = scenario.timeline
    plan = AuditPlan(
      of: RegionCatalog(
        regions, maximumRadius: options.simulation.settings.maximumRadius, timeline: timeline),
      options.strategies, timeline: timeline)
  }

  func run() throws(InputError) -> ExitStatus {
    let plan = plan
    let followed = FollowedTracks(tracks, options.simulation, scenario) {
      Audit(plan, startingAt: $0)
    }
    if Interruption.isRequested { return .interrupted }
    let devices = followed.accounts
    if let failure = followed.failure, devices.isEmpty { throw failure }
    let report = AuditReport(
      followed.input(regions: regionCount), strategies: plan.strategies, devices: devices)
    let text =
      switch options.format {
      case .text: AuditText(report, isComplete: options.listsAll).lines.joined(separator: "\n")
      case .json: AuditJSON.text(report)
      }
    let status = ExitStatus.printing(text)
    if let failure = followed.failure { throw failure }
    return status == .success ? judge(report) : status
  }

  /// Holds every strategy against the bar.
  private func judge(_ report: AuditReport) -> ExitStatus {
    guard let bar = options.minimumRecall else { return .success }
    let failed = report.strategies.filter { $0.totals.recall ?? 0 < bar }
    guard let first = failed.first else { return .success }
    let shares = failed.map(\.totals.recallText).joined(separator: ", ")
    if first.totals.recall == nil {
      // The crossings are the same under every strategy.
      Console.note("error: no region was crossed: there is nothing to hold --min-recall against")
    } else if report.strategies.count == 1 {
      Console.note("error: recall \(shares) is below --min-recall \(bar.plain)")
    } else {
      Console.note(
        "error: \(failed.count) of \(report.strategies.count) strategies "
          + "\(failed.count == 1 ? "is" : "are") below --min-recall \(bar.plain): \(shares)")
    }
    return .expectationFailed
  }
}
