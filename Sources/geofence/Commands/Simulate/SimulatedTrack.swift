import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceReminders
import GeofenceWriting

/// One track of a run, whose devices are simulated and whose events are printed.
struct SimulatedTrack: Sendable {
  let options: SimulateOptions
  let plan: SimulationPlan
  /// The plan of the system's Reminders; `nil` where there are none.
  let remindersPlan: SimulationPlan?
  let scenario: Scenario
  let reminders: ReminderAlarms?
  let formatter: any EventFormatter
  let state: StateSession?
  let loop: TrackLoop

  /// The number of threads that may work on the track.
  let width: Int

  /// The outcome of a track.
  struct Outcome: Sendable {
    var track: TrackLoop.Outcome
    /// The lanes that hold the devices: one, or several if several threads worked on the track.
    var lanes: [Lane]
    var log: EventLog
    /// The fixes of the track, if they are kept to be played again.
    var tape: TapedTracks.Track?

    /// Calls `body` for each device of all lanes, in the order of their first fixes.
    ///
    /// - Parameter body: a function of a lane, the device's number in the lane's fleet, and its
    ///   number in the track.
    /// - Complexity: O(*n* log *n*) for *n* devices, and O(*n*) in one lane.
    func eachDevice(_ body: (Lane, Int, Int) throws(InputError) -> Void) throws(InputError) {
      if lanes.count == 1 {
        for (number, device) in lanes[0].track.order.devices.enumerated() {
          try body(lanes[0], number, device)
        }
        return
      }
      let places = lanes.indices.flatMap { lane in
        lanes[lane].track.order.devices.enumerated().map { number, device in
          (line: lanes[lane].firstLine(of: number), lane: lane, number: number, device: device)
        }
      }
      for place in places.sorted(by: { $0.line < $1.line }) {
        try body(lanes[place.lane], place.number, place.device)
      }
    }

    /// The names of the devices in the order of their first fixes; `nil` for one without a name.
    var deviceNames: [String?] {
      var names: [String?] = []
      try? eachDevice { lane, _, device throws(InputError) in
        names.append(lane.track.report.deviceName(device))
      }
      return names
    }
  }

  /// The devices of one lane and their simulations.
  struct Lane: Sendable {
    var track: TrackLoop.Outcome
    /// The simulations, by the numbers of their devices; `nil` before the first fix.
    var fleet: Fleet?
    /// The simulations of the system's Reminders on the same devices; `nil` where there are none.
    var reminders: Fleet?
    /// The number of the line that holds each device's first fix; empty if there is only one lane.
    var firstLines: [Int] = []

    /// Returns a number that orders a device's first fix among those of the other devices.
    fileprivate func firstLine(of device: Int) -> Int {
      firstLines.isEmpty ? device : firstLines[device]
    }
  }

  /// Returns the line of an event; an empty text if no events are printed.
  func line(for record: EventRecord) -> String {
    options.isQuiet ? "" : formatter.line(for: record)
  }

  /// Simulates the track on one thread or several, and returns the outcome.
  func run() -> Outcome {
    let earlier = state?.earlier(loop.input.name) ?? .init()
    if isTaped { return runTaped() }
    var reader = loop.reader(after: earlier)
    if isLaned {
      do {
        if let pieces = try reader.pieces() {
          return LanedPlayback(of: self, after: earlier, on: pieces).run(pieces)
        }
      } catch {
        let track = TrackLoop.Outcome(reader.report, failure: error)
        loop.remark(on: track.report)
        return Outcome(track: track, lanes: [Lane(track: track)], log: EventPrinter(self).log)
      }
    }
    var playback = Playback(of: self, into: EventPrinter(self))
    let track = loop.run(&reader, &playback, after: earlier)
    let lane = Lane(track: track, fleet: playback.fleet, reminders: playback.reminders)
    return Outcome(track: track, lanes: [lane], log: playback.sink.log)
  }

  /// Simulates a track that cannot be read again, and keeps its fixes.
  private func runTaped() -> Outcome {
    var followers = TapedFollowers(
      Playback(of: self, into: EventPrinter(self)), of: loop.input.path)
    let track = loop.run(&followers)
    let lane = Lane(
      track: track, fleet: followers.base.fleet, reminders: followers.base.reminders)
    return Outcome(
      track: track, lanes: [lane], log: followers.base.sink.log,
      tape: followers.tape.flatMap { .init(startingAt: track.start, $0) })
  }

  /// A Boolean value that indicates whether the fixes are kept, since explaining differences may
  /// need them again.
  private var isTaped: Bool {
    options.expectations != nil && !options.updatesExpectations && state == nil
      && !loop.input.isRepeatable
  }

  /// A Boolean value that indicates whether the devices may be divided among threads.
  ///
  /// They may not if a point can be refused: threads get ahead of each other, so it would not be
  /// the last one read.
  private var isLaned: Bool {
    // The warning about gaps belongs to the first of the track, which one thread alone knows.
    width > 1 && options.playbackRate == nil && !options.track.isStrict
      && options.interpolation == nil && loop.input.pieces.count == 1
  }
}
