import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceWriting

/// An event or message of a lane, with the number of the line of the track that caused it.
struct LaneEntry: Sendable {
  /// The event or message.
  enum Content: Sendable {
    // The case is indirect: an event is large, and many entries are sorted.
    indirect case event(EventRecord, String)
    /// The error of the lane's first point that was skipped.
    case skip(InputError)
    case failure(InputError)
  }

  let line: Int
  let content: Content
}

/// The devices of a track that belong to one lane, and their simulations.
struct SimulatedLane: Sendable {
  private let number: Int
  private var reader: TrackLane
  private var followers: Followers

  /// The simulations of the lane, with the state of its pass along the track.
  private struct Followers: Sendable {
    var pass: DevicePass
    var playback: Playback<LaneEvents>
    var meter: FixMeter
    /// The number of the line that holds each device's first fix.
    var firstLines: [Int] = []
    var isStopped = false
  }

  init(
    _ number: Int, of count: Int, _ reader: TrackLane, track: SimulatedTrack,
    after earlier: TrackLoop.Earlier
  ) {
    self.number = number
    self.reader = reader
    followers = Followers(
      pass: track.loop.pass(after: earlier),
      playback: Playback(
        of: track, into: LaneEvents(track),
        mostAwake: max(1 << 14 / count, 1 << 11)),
      meter: FixMeter(track.loop.progress, track: track.loop.input.path))
  }

  /// The counts of the lane's points that were read and skipped.
  var report: TrackReport { reader.report }

  /// The counts of the lane's points, completed with the findings about its devices.
  var finished: TrackReport { reader.finished }

  /// The outcome of the lane's devices.
  var outcome: SimulatedTrack.Lane {
    var pass = followers.pass
    pass.count(reader.quiet)
    var track = TrackLoop.Outcome(report: reader.report, pass)
    track.progress = reader.progress
    return .init(
      track: track, fleet: followers.playback.fleet, reminders: followers.playback.reminders,
      firstLines: followers.firstLines)
  }

  /// Simulates the lane's devices along some rows.
  mutating func follow(_ rows: TrackRows) -> [LaneEntry] {
    guard !followers.isStopped else { return [] }
    let hadSkipped = report.firstSkip != nil
    // Rows after an unreadable one do not count, in any lane.
    defer { if rows.failure != nil { followers.isStopped = true } }
    do throws(InputError) {
      try Self.follow(rows, number, &reader, &followers)
      if let error = followers.pass.refusal { throw error }
    } catch {
      followers.isStopped = true
      followers.playback.sink.add(.failure(error), about: error)
    }
    if !hadSkipped, let error = report.firstSkip {
      followers.playback.sink.add(.skip(error), about: error)
    }
    return followers.playback.sink.taken()
  }

  private static func follow(
    _ rows: TrackRows, _ number: Int, _ reader: inout TrackLane, _ followers: inout Followers
  ) throws(InputError) {
    try reader.read(
      rows, lane: number, newLine: { followers.playback.sink.line = $0 },
      newDevice: { _, name in followers.pass.add(name) },
      { fix, device, name, quiet in
        followers.meter.count(fix, after: quiet)
        followers.pass.count(quiet)
        let goesOn = followers.pass.advance(
          device, to: fix, named: name, &followers.playback)
        quiet =
          goesOn ? followers.pass.quietRun(of: device, &followers.playback) : QuietRun()
        if followers.pass.order.count > followers.firstLines.count {
          followers.firstLines.append(followers.playback.sink.line)
        }
        if !goesOn { followers.isStopped = true }
        return goesOn
      })
  }
}

/// The events of a lane, kept until they are printed.
struct LaneEvents: EventSink {
  private let track: SimulatedTrack
  /// The number of the line that is being simulated.
  var line = 0
  private var entries: [LaneEntry] = []

  init(_ track: SimulatedTrack) { self.track = track }

  mutating func take(_ record: EventRecord) -> Bool {
    let content = LaneEntry.Content.event(record, track.line(for: record))
    entries.append(LaneEntry(line: line, content: content))
    return true
  }

  mutating func add(_ content: LaneEntry.Content, about error: InputError) {
    let line = if case .line(let line, _) = error.place { line } else { line }
    entries.append(LaneEntry(line: line, content: content))
  }

  mutating func taken() -> [LaneEntry] {
    defer { entries = [] }
    return entries
  }
}
