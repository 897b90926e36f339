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
  let loop: TrackLoop<Simulation>

  /// What has become of a track.
  struct Outcome: Sendable {
    var track: TrackLoop<Simulation>.Outcome
    var log: EventLog
  }

  /// What is kept of the events.
  struct EventLog: Sendable {
    var counts = EventCounts()
    /// The events, where they are to be compared.
    var events: [RecordedEvent] = []
  }

  func run() -> Outcome {
    let name = loop.input.name
    var playback = Playback(of: self)
    var schedule: Schedule?
    let earlier = state?.progress(ofTrack: name) ?? (TrackProgress(), nil)
    let track = loop.run(after: earlier) { device, start throws(InputError) in
      if schedule == nil, !scenario.isOrdered { try scenario.check(startingAt: start) }
      let actions = schedule ?? Schedule(plan.timeline, from: start)
      schedule = actions
      return try follow(device, actions)
    } step: { simulation, fix, device in
      playback.step(&simulation, fix, device)
    }
    return Outcome(track: track, log: playback.log)
  }

  /// A device at the start of its track, or as the state has it.
  private func follow(_ device: String?, _ schedule: Schedule) throws(InputError) -> (
    Simulation, Interpolator?
  ) {
    var simulation = Simulation(plan, schedule, device: device ?? loop.input.name)
    let saved = try state?.device(device, ofTrack: loop.input.name)
    if let saved {
      do {
        try simulation.resume(from: saved.snapshot)
      } catch {
        throw InputError(
          source: options.state ?? "",
          problem: "the state has a region '\(error.region)' that is gone",
          help: "give the regions it was made with, or another --state")
      }
    }
    return (
      simulation, options.interpolation.map { Interpolator(every: $0, from: saved?.lastFix) }
    )
  }
}

/// Takes the devices of one track from fix to fix, and prints their events.
private struct Playback {
  private let track: SimulatedTrack
  private let isPaced: Bool
  private var pace: Pace?
  private(set) var log = SimulatedTrack.EventLog()
  /// Those of the fix that is being simulated.
  private var events: [Event] = []

  init(of track: SimulatedTrack) {
    self.track = track
    isPaced = track.options.playbackRate != nil
    pace = track.options.playbackRate.map(Pace.init)
  }

  /// - Returns: whether there is a reason to go on.
  @inline(__always)
  mutating func step(_ simulation: inout Simulation, _ fix: Fix, _ device: String?) -> Bool {
    if Interruption.isRequested { return false }
    simulation.advance(to: fix, into: &events)
    if isPaced, pace?.wait(for: fix.time) == false { return false }
    return events.isEmpty || emit(of: device)
  }

  /// - Returns: whether all could be delivered; what could not is kept.
  private mutating func emit(of device: String?) -> Bool {
    defer { events.removeAll(keepingCapacity: true) }
    var isDelivered = true
    for event in events {
      let records = EventRecord.records(
        of: event, device: device, reminders: track.reminders, isVerbose: track.options.isVerbose)
      for record in records where !track.print(record, &log) { isDelivered = false }
    }
    return isDelivered
  }
}

extension SimulatedTrack {
  /// - Returns: whether it was delivered.
  fileprivate func print(_ record: EventRecord, _ log: inout EventLog) -> Bool {
    log.counts.add(record)
    if options.expectations != nil { log.events.append(RecordedEvent(record)) }
    return loop.output.print(formatter.line(for: record), record, from: loop.input.number)
  }
}
