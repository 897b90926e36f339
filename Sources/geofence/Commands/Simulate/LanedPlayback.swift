import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import Synchronization

/// The playback of one track on several threads.
///
/// The devices of the track are divided among lanes, and their events are printed in the order of
/// the track's lines, as one thread would print them.
final class LanedPlayback: Sendable {
  private let track: SimulatedTrack
  private let lanes: [Guarded]
  private let delivery: Mutex<Delivery>

  /// The number of lanes for each thread, so that no thread waits long for a lane that has much to
  /// do.
  private static let lanesPerThread = 4
  /// The number of pieces under way for each thread, enough for a track that lists one device after
  /// the other.
  private static let piecesPerThread = 32

  /// A lane that one thread at a time may use.
  private final class Guarded: Sendable {
    let lane: Mutex<SimulatedLane>

    init(_ lane: SimulatedLane) {
      self.lane = Mutex(lane)
    }
  }

  /// The state of the delivery, which happens in the order of the pieces.
  private struct Delivery: Sendable {
    var printer: EventPrinter
    var firstSkip: InputError?
    var failure: InputError?
    var findings = TrackRowsFindings()
  }

  init(
    of track: SimulatedTrack, after earlier: TrackLoop.Earlier, on pieces: borrowing TrackPieces
  ) {
    self.track = track
    delivery = Mutex(Delivery(printer: EventPrinter(track)))
    var earlier = earlier
    earlier.start = earlier.start ?? pieces.start
    // A single device is simulated by one thread at a time, while the others parse what follows.
    let count = pieces.hasDevices ? track.width * Self.lanesPerThread : 1
    var lanes: [Guarded] = []
    for number in 0..<count {
      lanes.append(
        Guarded(
          SimulatedLane(number, of: count, pieces.lane(), track: track, after: earlier)))
    }
    self.lanes = lanes
  }

  /// Plays the track to its end, and returns the outcome; the events before an error stand.
  func run(_ pieces: consuming TrackPieces) -> SimulatedTrack.Outcome {
    let count = lanes.count
    let pipeline = LanePipeline<TrackPiece, TrackRows, [LaneEntry]>(
      lanes: count, room: track.width * Self.piecesPerThread,
      .init(
        parse: { $0.rows(lanes: count) },
        follow: { [lanes] lane, rows in lanes[lane].lane.withLock { $0.follow(rows) } },
        deliver: { [self] rows, entries in
          delivery.withLock { $0.findings.add(rows) }
          return deliver(entries.joined(), rows.failure)
        }))
    var failure: InputError?
    pipeline.run(width: track.width) {
      do throws(InputError) {
        return try pieces.next()
      } catch {
        failure = error
        return nil
      }
    }
    let outcome = outcome(of: pieces, failure)
    track.loop.remark(on: outcome.track.report)
    track.loop.warnIfFar(outcome.track)
    return outcome
  }

  /// Returns the outcome of the track after its last piece.
  ///
  /// - Parameter failure: the error that ended reading.
  private func outcome(of pieces: borrowing TrackPieces, _ failure: InputError?)
    -> SimulatedTrack.Outcome
  {
    let reports = lanes.map { $0.lane.withLock { $0.finished } }
    let lanes = lanes.map { $0.lane.withLock { $0.outcome } }
    let delivery = delivery.withLock { $0 }
    var report = pieces.report(reports, delivery.findings)
    report.firstSkip = delivery.firstSkip
    report.wasStopped = report.wasStopped || Interruption.isRequested
    var track = TrackLoop.Outcome(report)
    if let error = delivery.failure ?? failure {
      track.report.mayBeCut = false
      // The parts that seem to be missing have not been read.
      track.failure = Interruption.isRequested ? nil : error
    } else {
      track.failure = pieces.flaw(of: report)
    }
    track.start = lanes.first { $0.track.start != nil }?.track.start
    track.times = lanes.compactMap(\.track.times).union
    track.fixes = lanes.reduce(0) { $0 + $1.track.fixes }
    track.vicinity = self.track.loop.vicinity
    for lane in lanes { lane.track.vicinity.map { track.vicinity?.formUnion($0) } }
    return .init(track: track, lanes: lanes, log: delivery.printer.log)
  }

  /// Prints the entries of one piece of the track in the order of its lines.
  ///
  /// - Parameters: - entries: the entries of all lanes for the piece. - failure: the error that
  ///   breaks the piece off.
  /// - Returns: `true` if there is a reason to continue.
  private func deliver(_ entries: some Sequence<LaneEntry>, _ failure: InputError?) -> Bool {
    delivery.withLock { delivery in
      guard delivery.failure == nil else { return false }
      var goesOn = !Interruption.isRequested
      // The sort of the standard library is stable: entries of one line keep their order.
      for entry in entries.sorted(by: { $0.line < $1.line }) {
        switch entry.content {
        case .event(let record, let line):
          if !delivery.printer.take(record, line: line) { goesOn = false }
        case .skip(let error):
          guard delivery.firstSkip == nil else { continue }
          delivery.firstSkip = error
          track.loop.output.note(
            error.rendered(severity: "warning"), from: track.loop.input.number)
        case .failure(let error):
          delivery.failure = error
          return false
        }
      }
      delivery.failure = failure
      return goesOn && failure == nil
    }
  }
}
