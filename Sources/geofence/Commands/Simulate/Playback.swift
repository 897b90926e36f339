import GeofenceCore
import GeofenceFormats

/// Takes devices of one track from fix to fix, and gives their events away.
struct Playback<Sink: EventSink>: TrackFollowers {
  private let track: SimulatedTrack
  private let mostAwake: Int
  private var pace: Pace?
  private let isPaced: Bool
  var sink: Sink
  private(set) var fleet: Fleet?
  /// Those of the fix that is being simulated.
  private var events: [Event] = []

  /// - Parameter mostAwake: how many simulations there may be of devices that could rest.
  init(of track: SimulatedTrack, into sink: Sink, mostAwake: Int = 1 << 14) {
    self.track = track
    self.mostAwake = mostAwake
    self.sink = sink
    isPaced = track.options.playbackRate != nil
    pace = track.options.playbackRate.map(Pace.init)
  }

  mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
    throws(InputError)
  {
    if fleet == nil {
      if !track.scenario.isOrdered {
        try track.scenario.check(startingAt: start, of: track.loop.input.path)
      }
      fleet = Fleet(
        track.plan, Schedule(track.plan.timeline, from: start), mostAwake: mostAwake)
    }
    let saved = try track.state?.simulation(of: column, ofTrack: track.loop.input.name)
    do {
      try fleet?.add(named: name, after: saved)
    } catch {
      guard let state = track.state else { return }
      throw state.refusal(of: error)
    }
  }

  @inline(__always)
  mutating func advance(
    _ device: Int, to fix: Fix, named name: @autoclosure () -> String?
  ) -> Bool {
    if Interruption.isRequested { return false }
    fleet?.advance(device, to: fix, into: &events)
    if isPaced, pace?.wait(for: fix.time) == false { return false }
    return events.isEmpty || emit(of: name)
  }

  /// - Returns: whether all could be delivered; what could not is kept.
  private mutating func emit(of device: () -> String?) -> Bool {
    defer { events.removeAll(keepingCapacity: true) }
    var isDelivered = true
    for event in events {
      let records = EventRecord.records(
        of: event, device: device(), reminders: track.reminders,
        isVerbose: track.options.isVerbose)
      for record in records where !sink.take(record) { isDelivered = false }
    }
    return isDelivered
  }
}

/// Where the events of a track go, in their order.
protocol EventSink: Sendable {
  /// - Returns: whether there is a reason to go on.
  mutating func take(_ record: EventRecord) -> Bool
}

/// Prints the events of a track, and keeps what is to be said of them at the end.
struct EventPrinter: EventSink {
  private let track: SimulatedTrack
  private(set) var log = EventLog()

  init(_ track: SimulatedTrack) {
    self.track = track
  }

  mutating func take(_ record: EventRecord) -> Bool {
    take(record, line: track.formatter.line(for: record))
  }

  /// - Parameter line: what is printed.
  mutating func take(_ record: EventRecord, line: String) -> Bool {
    log.counts.add(record)
    guard track.options.choice.includes(region: record.region, device: record.device) else {
      return track.loop.output.isHeard(track.loop.input.number)
    }
    if track.options.expectations != nil { log.events.append(record) }
    if track.options.isQuiet { return true }
    return track.loop.output.print(line, record, from: track.loop.input.number)
  }
}

/// What is kept of the events of a track.
struct EventLog: Sendable {
  var counts = EventCounts()
  /// The events, where they are to be compared or recorded.
  var events: [EventRecord] = []
}
