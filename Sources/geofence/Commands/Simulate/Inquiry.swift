import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

/// The search for the causes of differences from a recording, with only the regions concerned.
struct Inquiry {
  let options: SimulateOptions
  let inputs: SimulationInputs
  var limit: EventClaim.Limit?
  /// Returns the tracks; called only if the run was not as expected.
  var tracks: () -> TapedTracks? = { nil }

  func explained(_ comparison: Comparison, _ records: [EventRecord]) -> ExplainedComparison {
    guard !comparison.isMet else { return ExplainedComparison(comparison) }
    let tracks = limit == nil ? tracks() : nil
    let limit = limit ?? tracks?.failure.map { .unreadable($0.problem) }
    let explainer = Explainer(
      comparison, records, settings,
      circles: inputs.regions + inputs.scenario.timeline.addedRegions,
      devices: limit == nil ? tracks?.tracks.flatMap(devices) ?? [] : [],
      alarms: .init(
        titles: inputs.reminders?.titles ?? [:], finished: inputs.reminders?.finished ?? [:],
        fireOnce: !options.repeatsAlarms),
      limit: limit,
      clock: LocalClock(options.zone, sayingOffset: options.zone != nil))
    var explained = explainer.explained(by: [:])
    guard let tracks, !explainer.questions.isEmpty else { return explained }
    do throws(InputError) {
      let audits = TapedAudit([], options, inputs, tracks)
      let histories = try histories(of: explainer.questions, in: audits)
      explained = explainer.explained(by: histories)
      var report = audits.report(audits.plan(of: [strategy], Question()), [])
      try audits.explain(&report, [(0, explained.losses(in: histories))], asksForLeast: false)
      return explainer.explained(by: histories, report.strategies[0])
    } catch {
      // The differences stand, whatever keeps the causes from being found.
      Console.note(error.rendered(severity: "warning"))
      return explained
    }
  }

  private var settings: Settings { options.settings(for: inputs.positioning) }
  private var strategy: AuditStrategy { AuditStrategy(settings) }

  private func devices(of track: TapedTracks.Track) -> [Explainer.Device] {
    let wanted =
      options.cut == TrackCut()
      ? nil : options.cut.times(from: track.start, in: options.track.zone)
    return zip(track.deviceNumbers, track.devices).map { number, device in
      .init(number: number, name: device.name, times: device.times, wanted: wanted)
    }
  }

  private func histories(of questions: Set<RegionRecord.Key>, in audits: TapedAudit)
    throws(InputError) -> [RegionRecord.Key: RegionHistory]
  {
    let asked = Set(questions.map(\.region))
    let plan = audits.plan(of: [strategy], Question(about: asked, recording: asked))
    let vicinity = Vicinity(of: inputs.regions.elements, inputs.scenario.timeline.addedRegions)
    let histories = try audits.tracks.each { track throws(InputError) in
      try track.histories(plan, about: questions, near: vicinity)
    }
    return histories.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }
}
