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

  /// How many threads may work on it.
  let width: Int

  /// What has become of a track.
  struct Outcome: Sendable {
    var track: TrackLoop.Outcome
    /// The devices, in one lane or in several.
    var lanes: [Lane]
    var log: EventLog
    /// Its fixes, where they are kept to be played again.
    var tape: TapedTracks.Track?

    /// Shows each device of all lanes, in the order of their first fixes.
    ///
    /// - Parameter body: is given a lane, a device's number in its fleet and that in the track.
    /// - Complexity: O(n log n) for n devices, and O(n) in one lane.
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

    /// The names of its devices in the order of their first fixes; `nil` for one without.
    var deviceNames: [String?] {
      var names: [String?] = []
      try? eachDevice { lane, _, device throws(InputError) in
        names.append(lane.track.report.deviceName(device))
      }
      return names
    }
  }

  /// Devices and their simulations.
  struct Lane: Sendable {
    var track: TrackLoop.Outcome
    /// By their numbers; `nil` before the first fix.
    var fleet: Fleet?
    /// The line of each device's first fix, where there are several lanes.
    var firstLines: [Int] = []

    /// Where a device's first fix lies among those of other devices.
    fileprivate func firstLine(of device: Int) -> Int {
      firstLines.isEmpty ? device : firstLines[device]
    }
  }

  func run() -> Outcome {
    let earlier = state?.earlier(loop.input.name) ?? .init()
    if isTaped { return runTaped() }
    var playback = Playback(of: self, into: EventPrinter(self))
    var laned: LanedPlayback?
    let reader: TrackReader.PieceReader = { (pieces, report) throws(InputError) in
      let lanes = LanedPlayback(of: self, after: earlier, on: pieces)
      laned = lanes
      try lanes.run(pieces, &report)
    }
    let track = loop.run(&playback, after: earlier, pieces: isLaned ? reader : nil)
    if let laned {
      let outcome = laned.outcome(track)
      loop.warn(of: outcome.track)
      return outcome
    }
    let lane = Lane(track: track, fleet: playback.fleet)
    return Outcome(track: track, lanes: [lane], log: playback.sink.log)
  }

  /// Keeps the fixes of a track that cannot be read again.
  private func runTaped() -> Outcome {
    var followers = TapedFollowers(
      Playback(of: self, into: EventPrinter(self)), of: loop.input.path)
    let track = loop.run(&followers)
    let lane = Lane(track: track, fleet: followers.base.fleet)
    return Outcome(
      track: track, lanes: [lane], log: followers.base.sink.log,
      tape: followers.tape.flatMap { .init(startingAt: track.start, $0) })
  }

  /// Whether its fixes may have to be played again, to explain what comes of them.
  private var isTaped: Bool {
    options.expectations != nil && !options.updatesExpectations && state == nil
      && !loop.input.isRepeatable
  }

  /// Whether its devices may be shared out among threads, which get ahead of each other: a point that is
  /// refused would not be the last one read.
  private var isLaned: Bool {
    width > 1 && options.playbackRate == nil && !options.track.isStrict
  }
}
