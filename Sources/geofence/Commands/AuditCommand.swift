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

/// One run of `geofence audit`.
struct AuditSession {
  private let options: AuditOptions
  private let plan: AuditPlan
  private let tracks: [String]
  private let regionCount: Int

  init(_ options: AuditOptions, regions: RegionSet, tracks: [String]) throws(InputError) {
    self.options = options
    self.tracks = tracks
    regionCount = regions.count
    plan = AuditPlan(
      of: RegionCatalog(regions, maximumRadius: options.simulation.settings.maximumRadius),
      options.strategies, timeline: try Scenario(options.simulation, regions).timeline)
  }

  func run() throws(InputError) -> ExitStatus {
    let outcomes = play()
    if Interruption.isRequested { return .interrupted }
    // What was read before a track broke off counts.
    let failure = outcomes.last?.failure
    guard failure == nil || outcomes.contains(where: { !$0.devices.isEmpty }) else {
      if let failure { throw failure }
      return .success
    }
    let report = report(on: outcomes)
    let text =
      switch options.format {
      case .text: AuditText(report, isComplete: options.listsAll).lines.joined(separator: "\n")
      case .json: AuditJSON.text(report)
      }
    let status = ExitStatus.printing(text)
    if let failure { throw failure }
    return status == .success ? judge(report) : status
  }

  /// - Returns: what has become of the tracks, up to the first that failed.
  private func play() -> [AuditedTrack.Outcome] {
    let progress = ProgressLine()
    let output = OrderedOutput(jobs: tracks.count, progress)
    let names = tracks.trackNames
    let outcomes = Jobs.outcomes(of: tracks, options.simulation, output) { number in
      let track = AuditedTrack(
        options: options.simulation, plan: plan, progress: progress, path: tracks[number],
        number: number, name: names[number])
      let outcome = track.run(printingTo: output)
      return (outcome, outcome.failure != nil)
    }
    progress?.clear()
    return outcomes
  }

  private func report(on outcomes: [AuditedTrack.Outcome]) -> AuditReport {
    var input = AuditReport.Input()
    // A track that could not be opened was not audited.
    input.tracks = outcomes.count { $0.failure == nil || !$0.devices.isEmpty }
    input.regions = regionCount
    for outcome in outcomes {
      input.devices += outcome.devices.count
      input.fixes += outcome.fixes
      guard let times = outcome.times else { continue }
      let (first, last) = (input.times?.lowerBound, input.times?.upperBound)
      input.times =
        min(
          first ?? times.lowerBound, times.lowerBound)...max(
          last ?? times.upperBound, times.upperBound)
    }
    return AuditReport(
      input, strategies: plan.strategies, devices: outcomes.flatMap(\.devices))
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
