import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

/// The simulation of the devices of one track from fix to fix, which passes their events to a sink.
struct Playback<Sink: EventSink>: TrackFollowers {
  private let track: SimulatedTrack
  private let mostAwake: Int
  private var pace: Pace?
  private let isPaced: Bool
  var sink: Sink
  fileprivate(set) var fleet: Fleet?
  /// The simulations of the system's Reminders; `nil` where there are none.
  fileprivate(set) var reminders: Fleet?
  private var events: [Event] = []
  private var alarms: [Event] = []

  init(of track: SimulatedTrack, into sink: Sink, mostAwake: Int = 1 << 14) {
    self.track = track
    self.mostAwake = mostAwake
    self.sink = sink
    isPaced = track.loop.options.rate != nil
    pace = track.loop.options.rate.map(Pace.init)
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
      reminders = track.remindersPlan.map {
        Fleet($0, Schedule($0.timeline, from: start), mostAwake: mostAwake)
      }
    }
    let own = try saved(column)
    let ofReminders = reminders == nil ? nil : try saved(column, ofReminders: true)
    do {
      try fleet?.add(named: name, after: own)
      try reminders?.add(named: name, after: ofReminders)
    } catch {
      guard let state = track.state else { return }
      throw state.damaged
    }
  }

  private func saved(_ column: String?, ofReminders: Bool = false) throws(InputError)
    -> CodedSimulation?
  {
    try track.state?.simulation(
      of: column, ofTrack: track.loop.input.name, ofReminders: ofReminders)
  }

  @inline(__always)
  mutating func advance(
    _ device: Int, to fix: Fix, named name: @autoclosure () -> String?
  ) -> Bool {
    Interruption.isRequested ? false : play(device, to: fix, named: name)
  }

  /// Advances a device to a fix even if the run is interrupted.
  @inline(__always)
  mutating func play(_ device: Int, to fix: Fix, named name: () -> String?) -> Bool {
    if isPaced, pace?.wait(for: fix.time) == false { return false }
    fleet?.advance(device, to: fix, into: &events)
    if reminders != nil { fireAlarms(device, at: fix) }
    return events.isEmpty || emit(of: name)
  }

  mutating func takeDevices(of other: inout Playback<some EventSink>) {
    (fleet, reminders) = (other.fleet, other.reminders)
    (other.fleet, other.reminders) = (nil, nil)
  }

  private mutating func fireAlarms(_ device: Int, at fix: Fix) {
    reminders?.advance(device, to: fix, into: &alarms)
    if events.isEmpty && alarms.isEmpty { return }
    events = .joining(events, alarms)
    alarms.removeAll(keepingCapacity: true)
  }

  private mutating func emit(of device: () -> String?) -> Bool {
    defer { events.removeAll(keepingCapacity: true) }
    var isDelivered = true
    for event in events {
      let records = EventRecord.records(
        of: event, device: device(), alarms: track.reminders?.notices ?? [:],
        isVerbose: track.loop.options.isVerbose)
      for record in records where !sink.take(record) { isDelivered = false }
    }
    return isDelivered
  }
}

protocol EventSink: Sendable {
  /// Takes an event, and returns `true` if there is a reason to continue.
  mutating func take(_ record: EventRecord) -> Bool
}

/// Prints the events of a track, and keeps the counts and events that are reported at the end.
struct EventPrinter: EventSink {
  let track: SimulatedTrack
  private(set) var log = EventLog()

  mutating func take(_ record: EventRecord) -> Bool {
    take(record, line: track.line(for: record))
  }

  mutating func take(_ record: EventRecord, line: String) -> Bool {
    log.counts.add(record)
    guard track.loop.options.choice.includes(region: record.region, device: record.device) else {
      return track.loop.output.continues(track.loop.input.number)
    }
    log.chosen.add(record)
    if track.loop.options.expectations != nil { log.events.append(record) }
    if track.loop.options.isQuiet { return true }
    return track.loop.output.print(line, record, from: track.loop.input.number)
  }
}

struct EventLog: Sendable {
  var counts = EventCounts()
  var chosen = EventCounts()
  var events: [EventRecord] = []
}
