import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceWriting

final class WhySession {
  private let options: WhyOptions
  private let patterns: [String]
  private let audits: TapedAudit
  private let strategy: AuditStrategy

  /// - Parameter count: the number of operands that may be tracks.
  init(_ options: WhyOptions, _ operands: [String], upTo count: Int) throws(InputError) {
    self.options = options
    let inputs = try SimulationInputs(options.simulation)
    // A region goes before a file that has its name.
    let names = inputs.identifiers.flatMap { [$0.rawValue] + inputs.otherNames(of: $0) }
    let pieces = operands[..<count].dropFirst().prefix {
      !EventChoice.unknown([$0], among: names).isEmpty
    }
    let tracks = Array(operands.prefix(1 + pieces.count))
    patterns = Array(operands.dropFirst(tracks.count))
    try options.simulation.requireKnown(patterns, in: inputs, .missing, byNames: true)
    strategy = AuditStrategy(options.simulation.settings(for: inputs.positioning))
    audits = TapedAudit(tracks, options.simulation, inputs)
  }

  func run() throws(InputError) -> ExitStatus {
    let failure = audits.tracks.failure
    if audits.tracks.tracks.isEmpty, let failure { throw failure }
    let status = try explain()
    // The fixes before the error are explained all the same.
    if let failure { throw failure }
    return status
  }

  private func explain() throws(InputError) -> ExitStatus {
    let asked = Set(chosen(audits.names).map(\.number))
    var report = try audits.audit([strategy], Question(recording: asked))
    let candidates = audits.candidates(for: report.strategies[0])
    if !isBrief {
      try audits.explain(
        &report, [(0, report.strategies[0].account.losses.filter { asked.contains($0.region) })],
        asksForLeast: options.format == .json, choices: candidates.map(\.strategy))
    }
    try audits.approach(&report)
    if Interruption.isRequested { return .interrupted }
    let stories = try stories(in: report, tried: candidates.map(\.change))
    switch options.format {
    case .json:
      let objects = stories.map(\.json.text).joined(separator: ",\n")
      return .printing(stories.isEmpty ? "[]" : "[\n\(objects)\n]")
    case .text:
      let lines =
        isBrief
        ? stories.sorted { $0.isWorse(than: $1) }.map(\.line)
        : stories.flatMap { [""] + $0.lines }
      let shown = Array(lines.drop { $0.isEmpty })
      return .printing(Terminal.output?.text(of: shown) ?? shown.joined(separator: "\n"))
    }
  }

  /// True if a line for each region is all that is printed.
  private var isBrief: Bool { options.format == .text && patterns.isEmpty }

  /// The regions that are asked for, those that the scenario adds among them, by their numbers.
  private func chosen(_ names: RegionNames) -> [(number: RegionNumber, region: CircularRegion)] {
    let regions = audits.inputs.regions.asGiven + audits.inputs.scenario.timeline.addedRegions
    let all = Dictionary(
      regions.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    return names.indices.compactMap { number in
      let known = [names[number].rawValue] + audits.inputs.otherNames(of: names[number])
      guard known.contains(where: { EventChoice.fits($0, anyOf: patterns) }) else { return nil }
      return all[names[number]].map { (number: number, region: $0) }
    }
  }

  /// - Parameter changes: the changes that were tried, as options.
  private func stories(in report: AuditReport, tried changes: [String]) throws(InputError)
    -> [RegionStory]
  {
    let chosen = chosen(report.names)
    let visits = try visits(to: chosen, in: report)
    let schedule = audits.tracks.tracks.first.map(schedule) ?? .empty
    let zone = options.simulation.zone
    let clock = LocalClock(zone, sayingOffset: zone != nil)
    let strategy = report.strategies[0]
    let judgements = Judgements(of: strategy.account, strategy.settings, report.phrasing(clock))
    let draws = try draws(in: report)
    let crossings = Dictionary(grouping: report.strategies[0].account.crossings, by: \.region)
    var rankings: [Choice: Ranked] = [:]
    return chosen.map { number, region in
      var story = RegionStory(
        report, of: region, number, crossings: crossings[number] ?? [],
        visits: visits[number] ?? [], judgements, tried: changes, clock: clock)
      story.later = schedule.circles(after: region)
      story.title = audits.inputs.otherNames(of: region.identifier).first
      story.isOfAlarm = audits.inputs.reminders?.titles[region.identifier] != nil
      story.firesOnce = story.isOfAlarm && !options.simulation.repeatsAlarms
      for crossing in story.crossings { story.draws[crossing.id] = draws[crossing.id] }
      for loss in story.crossings {
        guard case .notChosen(let choice, let distance, let next) = loss.loss?.detail else {
          continue
        }
        let ranked = rankings[choice] ?? ranked(by: choice, onDevice: loss.device)
        rankings[choice] = ranked
        story.rivals[loss.id] = rivals(of: region, in: ranked, choice, report.names, distance, next)
      }
      return story
    }
  }

  // MARK: what happened

  /// Plays the track again for the visits to some regions, each in the circle of its time.
  private func visits(
    to chosen: [(number: RegionNumber, region: CircularRegion)], in report: AuditReport
  ) throws(InputError) -> [RegionNumber: [VisitSurvey.Visit]] {
    // The audit knows of most regions that no device was ever in them, and how near it came.
    let near = chosen.filter { number, _ in
      !report.visits[number].isEmpty || report.approaches[number].map(\.isInside) ?? true
    }
    var visits: [RegionNumber: [VisitSurvey.Visit]] = [:]
    for track in audits.tracks.tracks {
      var survey = VisitSurvey(of: near.map(\.region), schedule(of: track))
      try track.playAll { survey.visit($0, ofDevice: $1) }
      for (index, (number, _)) in near.enumerated() {
        visits[number, default: []] += survey.visits(at: index)
      }
    }
    return visits
  }

  private func schedule(of track: TapedTracks.Track) -> Schedule {
    Schedule(audits.inputs.scenario.timeline, from: track.start)
  }

  /// Plays other draws of the positioning model, and returns what they make of each crossing that
  /// the app did not receive in time.
  private func draws(in report: AuditReport) throws(InputError) -> [AuditedCrossing.ID: String] {
    guard audits.inputs.positioning != nil, options.format == .text, !isBrief else { return [:] }
    let tried = try audits.audit(
      [strategy], Question(listed: 1, trials: Self.draws))
    var delivered: [AuditedCrossing.ID: Int] = [:]
    for crossing in tried.strategies[0].account.crossings {
      delivered[crossing.id, default: 0] += crossing.deliveredAt == nil ? 0 : 1
    }
    return delivered.mapValues { "\($0) of \(Self.draws) draws deliver it" }
  }

  private static let draws = 8

  // MARK: what stood in its way

  /// Regions in the order of a ranking, and the place of each in it.
  private typealias Ranked = (
    regions: [(name: RegionIdentifier, distance: Double)], places: [RegionIdentifier: Int]
  )

  /// Returns the app's set at the time of a selection, in the order of the ranking at its place.
  private func ranked(by choice: Choice, onDevice device: Int32) -> Ranked {
    let track = audits.tracks.tracks.first { $0.deviceNumbers.contains(device) }
    let (ranking, least) = (strategy.settings.ranking, strategy.minimumRadius)
    let regions = (track.map(schedule) ?? .empty)
      .set(audits.inputs.regions.asGiven, at: choice.time)
      .map { region in
        let watched = region.noSmallerThan(least)
        return (
          name: region.identifier, distance: ranking.distance(from: choice.place, to: watched)
        )
      }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    let places = regions.indices.map { (regions[$0].name, $0) }
    return (regions, Dictionary(places) { first, _ in first })
  }

  /// The regions nearer than one when the app selected at a place; `nil` if their ranking does not
  /// end with the one that had the last slot, such as after a change of the set.
  private func rivals(
    of region: CircularRegion, in ranked: Ranked, _ choice: Choice, _ names: RegionNames,
    _ distance: Double, _ next: Timestamp?
  ) -> RegionStory.Rivals? {
    let settings = strategy.settings
    let slots = settings.limit - (settings.triggers.contains(.sentinel) ? 1 : 0)
    let nearer = ranked.regions.prefix(max(slots, 0))
    guard let last = choice.lastSlot, nearer.count == slots, nearer.last?.name == names[last],
      let place = ranked.places[region.identifier], place >= slots
    else { return nil }
    return RegionStory.Rivals(
      slots: slots, last: Array(nearer.suffix(3)), rank: place + 1,
      distance: distance, selectedAt: choice.time, next: next)
  }
}
