import GeofenceCore
import GeofenceFormats

/// One track of a run: every device in it is simulated, and the events are printed.
struct SimulatedTrack: Sendable {
  let options: SimulateOptions
  let plan: SimulationPlan
  let scenario: Scenario
  let reminders: ReminderAlarms?
  let formatter: any EventFormatter
  let state: StateSession?
  let loop: TrackLoop

  /// What has become of a track.
  struct Outcome: Sendable {
    var track: TrackLoop.Outcome
    /// The devices' simulations, by their numbers; `nil` before the first fix.
    var fleet: Fleet?
    var log: EventLog
  }

  /// What is kept of the events.
  struct EventLog: Sendable {
    var counts = EventCounts()
    /// The events, where they are to be compared.
    var events: [RecordedEvent] = []
  }

  func run() -> Outcome {
    var playback = Playback(of: self)
    let track = loop.run(&playback, after: state?.earlier(loop.input.name) ?? .init())
    return Outcome(track: track, fleet: playback.fleet, log: playback.log)
  }
}

/// Takes the devices of one track from fix to fix, and prints their events.
private struct Playback: TrackFollowers {
  private let track: SimulatedTrack
  private let isPaced: Bool
  private var pace: Pace?
  private(set) var fleet: Fleet?
  private(set) var log = SimulatedTrack.EventLog()
  private var names: [String?] = []
  /// Those of the fix that is being simulated.
  private var events: [Event] = []

  init(of track: SimulatedTrack) {
    self.track = track
    isPaced = track.options.playbackRate != nil
    pace = track.options.playbackRate.map(Pace.init)
  }

  mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
    throws(InputError)
  {
    if fleet == nil {
      if !track.scenario.isOrdered { try track.scenario.check(startingAt: start) }
      fleet = Fleet(track.plan, Schedule(track.plan.timeline, from: start))
    }
    names.append(name)
    let saved = try track.state?.snapshot(of: column, ofTrack: track.loop.input.name)
    do {
      try fleet?.add(named: name, after: saved)
    } catch {
      throw InputError(
        source: track.options.state ?? "",
        problem: "the state has a region '\(error.region)' that is gone",
        help: "give the regions it was made with, or another --state")
    }
  }

  @inline(__always)
  mutating func advance(_ device: Int, to fix: Fix) -> Bool {
    if Interruption.isRequested { return false }
    fleet?.advance(device, to: fix, into: &events)
    if isPaced, pace?.wait(for: fix.time) == false { return false }
    return events.isEmpty || emit(of: names[device])
  }

  /// - Returns: whether all could be delivered; what could not is kept.
  private mutating func emit(of device: String?) -> Bool {
    defer { events.removeAll(keepingCapacity: true) }
    var isDelivered = true
    for event in events {
      let records = EventRecord.records(
        of: event, device: device, reminders: track.reminders, isVerbose: track.options.isVerbose)
      for record in records where !print(record) { isDelivered = false }
    }
    return isDelivered
  }

  /// - Returns: whether it was delivered.
  private mutating func print(_ record: EventRecord) -> Bool {
    log.counts.add(record)
    if track.options.expectations != nil { log.events.append(RecordedEvent(record)) }
    return track.loop.output.print(
      track.formatter.line(for: record), record, from: track.loop.input.number)
  }
}
