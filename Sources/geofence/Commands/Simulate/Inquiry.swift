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
      hasAlarms: inputs.alarms != nil, limit: limit,
      clock: LocalClock(options.zone, sayingOffset: options.zone != nil))
    do throws(InputError) {
      return explainer.explained(by: try histories(of: explainer.questions, along: tracks))
    } catch {
      // The differences stand, whatever keeps the causes from being found.
      Console.note(error.rendered(severity: "warning"))
      return explainer.explained(by: [:])
    }
  }

  private var settings: Settings { options.settings(for: inputs.positioning) }

  private func devices(of track: TapedTracks.Track) -> [Explainer.Device] {
    let wanted = options.cut == TrackCut() ? nil : options.cut.times(from: track.start)
    return zip(track.deviceNumbers, track.devices).map { number, device in
      .init(number: number, name: device.name, times: device.times, wanted: wanted)
    }
  }

  private func histories(of questions: Set<RegionRecord.Key>, along tracks: TapedTracks?)
    throws(InputError) -> [RegionRecord.Key: RegionHistory]
  {
    guard let tracks, !questions.isEmpty else { return [:] }
    let timeline = inputs.scenario.timeline
    let asked = Set(questions.map(\.region))
    let plan = AuditPlan(
      of: inputs.regions, [AuditStrategy(settings)], timeline: timeline, alarms: inputs.alarms,
      positioning: inputs.positioning, Question(about: asked, recording: asked))
    let vicinity = Vicinity(of: inputs.regions.elements, timeline.addedRegions)
    let histories = try tracks.each { track throws(InputError) in
      try track.histories(plan, about: questions, near: vicinity)
    }
    return histories.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }
}
