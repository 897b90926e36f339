import Dispatch
import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting
import Synchronization

/// The playback of one track, whose devices are shared among threads if there are several.
///
/// Their fixes are collected in rounds. While the calling thread collects a round, others play the
/// one before, each lane of devices by one thread; then it joins them, and prints the events in the
/// order of the fixes, as one thread would print them. A device that is alone is played at once, and
/// a round where the next fix has not arrived yet.
struct LanedPlayback: TrackFollowers {
  private let track: SimulatedTrack
  /// The playback of the first device as long as it is alone, and the printer of all.
  private var single: Playback<EventPrinter>
  private var firstName: String?
  private var devices = 0
  private var lanes: [Lane] = []
  private var collected: [Lane.Round] = []
  private var count: Int32 = 0
  /// The lanes of the round that is played; `nil` where none is.
  private var turns: Turns?
  private let players = DispatchGroup()
  private var isPrinted = true
  /// The tape of the fixes, for as long as they may be needed again and there is room.
  private(set) var tape: TapedTracks.Recording?
  /// True if the tape is needed only where nothing is printed.
  private let isTapeOfSilence: Bool

  /// The lanes for each thread, so that none waits long for a lane that has much to do.
  private static let lanesPerThread = 4
  private static let longest = 1 << 13
  /// The number of fixes up to which the calling thread plays a round alone.
  private static let shortest = 1 << 8

  init(of track: SimulatedTrack, _ tape: TapedTracks.Recording?, isTapeOfSilence: Bool) {
    (self.track, self.tape, self.isTapeOfSilence) = (track, tape, isTapeOfSilence)
    single = Playback(of: track, into: EventPrinter(track: track))
  }

  var log: EventLog { single.sink.log }

  /// The simulations; a device's lane is its number's remainder by the number of lanes.
  var outcome: [SimulatedTrack.Lane] {
    lanes.isEmpty
      ? [.init(fleet: single.fleet, reminders: single.reminders)]
      : lanes.map { lane in
        lane.content.withLock {
          .init(fleet: $0.playback.fleet, reminders: $0.playback.reminders)
        }
      }
  }

  mutating func add(_ column: String?, named name: String?, startingAt start: Timestamp)
    throws(InputError)
  {
    // What is played from here on is saved, even after a signal.
    if track.state != nil { Interruption.protect() }
    if devices == 1, track.isLaned { beginLanes() }
    if lanes.isEmpty {
      try single.add(column, named: name, startingAt: start)
      firstName = name
    } else {
      let lane = devices % lanes.count
      let newcomer = Lane.Newcomer(column: column, name: name, start: start)
      if devices < lanes.count || track.state != nil {
        try lanes[lane].add(newcomer)
      } else {
        // Nothing is refused any more, and its lane's thread has time for it.
        collected[lane].newcomers.append(newcomer)
      }
    }
    devices += 1
    try tape?.add(column, named: name, startingAt: start)
  }

  @inline(__always)
  mutating func advance(
    _ device: Int, to fix: Fix, named name: @autoclosure () -> String?
  ) -> Bool {
    if tape != nil { record(device, fix) }
    return lanes.isEmpty
      ? single.advance(device, to: fix, named: name()) : collect(fix, of: device)
  }

  @inline(never)
  private mutating func record(_ device: Int, _ fix: Fix) {
    if isTapeOfSilence, !log.chosen.isEmpty {
      tape = nil
    } else if tape?.advance(device, to: fix, named: nil) == false, tape?.failure != nil {
      // A full tape does not keep the playback from continuing.
      tape = nil
    }
  }

  /// Plays and prints what has been collected.
  mutating func pause() {
    if count > 0 || collected.contains(where: { !$0.newcomers.isEmpty }) { beginRound() }
    endRound()
  }

  private mutating func beginLanes() {
    let count = track.width * Self.lanesPerThread
    lanes = (0..<count).map { _ in Lane(track, mostAwake: max(1 << 14 / count, 1 << 11)) }
    lanes[0].begin(with: &single, named: firstName)
    collected = Array(repeating: Lane.Round(), count: count)
  }

  private mutating func collect(_ fix: Fix, of device: Int) -> Bool {
    if Interruption.isRequested { return false }
    let (number, lane) = UInt32(device).quotientAndRemainder(dividingBy: UInt32(lanes.count))
    collected[Int(lane)].steps.append(.init(order: count, device: Int32(number), fix: fix))
    count += 1
    if count == Self.longest { beginRound() }
    return isPrinted
  }

  private mutating func beginRound() {
    endRound()
    for (lane, round) in zip(lanes, collected.indices) { lane.take(&collected[round]) }
    let turns = Turns(lanes.count)
    self.turns = turns
    defer { count = 0 }
    guard count > Self.shortest else { return }
    for _ in 1..<track.width {
      DispatchQueue.global().async(group: players) { [lanes] in turns.perform { lanes[$0].play() } }
    }
  }

  private mutating func endRound() {
    guard let turns else { return }
    turns.perform { lanes[$0].play() }
    players.wait()
    self.turns = nil
    let entries = lanes.flatMap { lane in lane.content.withLock { $0.playback.sink.taken() } }
    for entry in entries.sorted(by: { $0.order < $1.order }) {
      if !single.sink.take(entry.record, line: entry.line) { isPrinted = false }
    }
  }
}

/// Some devices of a track, which one thread at a time plays.
private final class Lane: Sendable {
  /// A fix of a device, by its number in the lane, with its place in the round.
  struct Step: Sendable {
    let order: Int32
    let device: Int32
    let fix: Fix
  }

  struct Newcomer: Sendable {
    let column: String?
    let name: String?
    let start: Timestamp
  }

  struct Round: Sendable {
    var newcomers: [Newcomer] = []
    var steps: [Step] = []
  }

  struct Content: Sendable {
    var playback: Playback<LaneEvents>
    var names: [String?] = []
    var round = Round()

    mutating func add(_ newcomer: Newcomer) throws(InputError) {
      try playback.add(newcomer.column, named: newcomer.name, startingAt: newcomer.start)
      names.append(newcomer.name)
    }
  }

  let content: Mutex<Content>

  init(_ track: SimulatedTrack, mostAwake: Int) {
    let playback = Playback(of: track, into: LaneEvents(track), mostAwake: mostAwake)
    content = Mutex(Content(playback: playback))
  }

  func begin(with other: inout Playback<EventPrinter>, named name: String?) {
    content.withLock { content in
      content.playback.takeDevices(of: &other)
      content.names = [name]
    }
  }

  func add(_ newcomer: Newcomer) throws(InputError) {
    try content.withLock { content throws(InputError) in try content.add(newcomer) }
  }

  /// Takes the next round, and gives back the memory of the one before.
  func take(_ round: inout Round) { content.withLock { swap(&$0.round, &round) } }

  func play() {
    content.withLock { content in
      for newcomer in content.round.newcomers { try? content.add(newcomer) }
      let names = content.names
      for step in content.round.steps {
        content.playback.sink.order = step.order
        _ = content.playback.play(
          Int(step.device), to: step.fix, named: { names[Int(step.device)] })
      }
      content.round.newcomers.removeAll(keepingCapacity: true)
      content.round.steps.removeAll(keepingCapacity: true)
    }
  }
}

private struct LaneEvents: EventSink {
  /// A record in the order of the fixes, and its line.
  typealias Entry = (order: Int32, record: EventRecord, line: String)

  private let track: SimulatedTrack
  var order: Int32 = 0
  private var entries: [Entry] = []

  init(_ track: SimulatedTrack) { self.track = track }

  mutating func take(_ record: EventRecord) -> Bool {
    entries.append((order, record, track.line(for: record)))
    return true
  }

  mutating func taken() -> [Entry] {
    defer { entries = [] }
    return entries
  }
}
