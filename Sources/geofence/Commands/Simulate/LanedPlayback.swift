import GeofenceCore
import GeofenceFormats
import Synchronization

/// Plays one track by several threads: its devices are shared out among lanes, and what happens in
/// them is printed in the order of the track's lines, as one thread would print it.
final class LanedPlayback: Sendable {
  private let track: SimulatedTrack
  private let lanes: [Guarded]
  private let delivery: Mutex<Delivery>

  /// Lanes for each thread, so that none waits long for one that has much to do.
  private static let lanesPerThread = 4
  /// Pieces under way for each thread: enough for a track that has one device after the other.
  private static let piecesPerThread = 32

  private final class Guarded: Sendable {
    let lane: Mutex<SimulatedLane>

    init(_ lane: SimulatedLane) {
      self.lane = Mutex(lane)
    }
  }

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
    let count = track.width * Self.lanesPerThread
    var lanes: [Guarded] = []
    for number in 0..<count {
      lanes.append(
        Guarded(
          SimulatedLane(number, of: count, pieces.lane(), track: track, after: earlier)))
    }
    self.lanes = lanes
  }

  /// Plays the track to its end.
  ///
  /// - Parameter report: is told what became of the points.
  /// - Throws: what is wrong with the track. The events before stand.
  func run(_ pieces: consuming TrackPieces, _ report: inout TrackReport) throws(InputError) {
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
    for lane in lanes { report += lane.lane.withLock { $0.finished } }
    pieces.finish(&report, after: delivery.withLock { $0.findings })
    report.firstSkip = delivery.withLock { $0.firstSkip }
    report.wasStopped = pieces.wasInterrupted || Interruption.isRequested
    guard let error = delivery.withLock({ $0.failure }) ?? failure else { return }
    report.mayBeCut = false
    throw error
  }

  /// - Parameters:
  ///   - entries: those of all lanes for one piece of the track.
  ///   - failure: why the piece breaks off.
  /// - Returns: whether there is a reason to go on.
  private func deliver(_ entries: some Sequence<LaneEntry>, _ failure: InputError?) -> Bool {
    delivery.withLock { delivery in
      guard delivery.failure == nil else { return false }
      var goesOn = !Interruption.isRequested
      // Sorting in the standard library keeps the order of equals.
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

  /// What has become of the track.
  ///
  /// - Parameter track: what is known of it as a whole.
  func outcome(_ track: TrackLoop.Outcome) -> SimulatedTrack.Outcome {
    let lanes = lanes.map { $0.lane.withLock { $0.outcome } }
    var track = track
    track.start = lanes.first { $0.track.start != nil }?.track.start
    track.times = lanes.compactMap(\.track.times).union
    track.fixes = lanes.reduce(0) { $0 + $1.track.fixes }
    for lane in lanes { lane.track.vicinity.map { track.vicinity?.formUnion($0) } }
    return .init(track: track, lanes: lanes, log: delivery.withLock { $0.printer.log })
  }
}
