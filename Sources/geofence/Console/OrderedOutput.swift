import Dispatch
import GeofenceBytes
import GeofenceCommandLine
import GeofenceWriting
import Synchronization

/// The output of several jobs, printed in the order of their numbers.
///
/// The lines of jobs behind the first that runs wait; with more than 4 MiB of them a job is
/// blocked.
final class OrderedOutput: Sendable {
  /// A line for standard output with its event, if any, or for standard error.
  private struct Piece {
    let text: String
    var record: EventRecord?
    var isNote = false
  }

  private struct Job {
    var pieces: [Piece] = []
    var size = 0
    var isFinished = false
    var undelivered: [EventRecord] = []
  }

  private struct State {
    var jobs: [Job]
    var head = 0
    /// The number of the first job that no longer prints; none after it does either.
    var end: Int
    var output = Console.OutputState.open
  }

  private let state: Mutex<State>
  /// A semaphore for each job, signalled at its turn to print, or when nothing more is printed.
  private let turns: [DispatchSemaphore]
  private let progress: ProgressLine?
  private let file: WholeFile?
  private let isSilent: Bool
  /// True if the jobs go on after a reader has closed the pipe, as their results are needed whole.
  private let continuesUnread: Bool
  private static let patience = 1 << 22

  init(
    jobs count: Int, _ progress: ProgressLine?, into file: WholeFile? = nil,
    isSilent: Bool = false, continuesUnread: Bool = false
  ) {
    self.file = file
    (self.isSilent, self.continuesUnread) = (isSilent, continuesUnread)
    state = Mutex(State(jobs: Array(repeating: Job(), count: count), end: count))
    turns = (0..<count).map { _ in DispatchSemaphore(value: 0) }
    self.progress = progress
  }

  var output: Console.OutputState { state.withLock { $0.output } }

  /// Returns true if `job` is to go on.
  func continues(_ job: Int) -> Bool { state.withLock { isActive($0) && job < $0.end } }

  /// False once jobs stop because nobody reads their output any more.
  var isActive: Bool { state.withLock { isActive($0) } }

  private func isActive(_ state: borrowing State) -> Bool {
    continuesUnread || state.output == .open
  }

  /// Prints a line, whose `record` is kept if it could not be delivered; `true` to continue.
  func print(_ line: String, _ record: EventRecord? = nil, from job: Int) -> Bool {
    put(Piece(text: line, record: record), from: job)
  }

  var undelivered: [EventRecord] {
    state.withLock { state in
      state.jobs.prefix(state.end).flatMap { job in
        job.undelivered + job.pieces.compactMap(\.record)
      }
    }
  }

  func note(_ line: String, from job: Int) {
    if !isSilent { _ = put(Piece(text: line, isNote: true), from: job) }
  }

  func finish(_ job: Int, failed: Bool) {
    state.withLock { state in
      state.jobs[job].isFinished = true
      if failed { state.end = min(state.end, job + 1) }
      while state.head < state.end, state.jobs[state.head].isFinished {
        state.head += 1
        if state.head < state.end { flush(&state) }
      }
      if state.head < turns.count { turns[state.head].signal() }
      if failed { release() }
    }
  }

  private func put(_ piece: Piece, from job: Int) -> Bool {
    let (continues, mustWait) = state.withLock { state in
      guard isActive(state), job < state.end else {
        keep(piece, of: job, &state)
        return (false, false)
      }
      guard job != state.head else {
        write(piece, of: job, &state)
        return (isActive(state), false)
      }
      state.jobs[job].pieces.append(piece)
      state.jobs[job].size += piece.text.utf8.count
      return (true, state.jobs[job].size > Self.patience)
    }
    guard mustWait else { return continues }
    turns[job].wait()
    return self.continues(job)
  }

  private func flush(_ state: inout State) {
    let pieces = state.jobs[state.head].pieces
    state.jobs[state.head].pieces = []
    state.jobs[state.head].size = 0
    for piece in pieces { write(piece, of: state.head, &state) }
  }

  private func write(_ piece: Piece, of job: Int, _ state: inout State) {
    guard isActive(state) else { return keep(piece, of: job, &state) }
    progress?.clear()
    if piece.isNote { return Console.note(piece.text) }
    if state.output == .open { state.output = show(piece.text) }
    guard state.output != .open else { return }
    keep(piece, of: job, &state)
    if !isActive(state) { release() }
  }

  private func show(_ line: String) -> Console.OutputState {
    guard let file else { return Console.print(line) }
    do {
      return try file.append("\(line)\n".utf8) ? .open : .closed
    } catch {
      // A user who stopped a run that waited for the reader of a pipe does not read on either.
      return error.kind == .interruption ? .closed : .failed(error.problem)
    }
  }

  private func keep(_ piece: Piece, of job: Int, _ state: inout State) {
    if let record = piece.record { state.jobs[job].undelivered.append(record) }
  }

  /// Wakes every job that waits, so that it finds out that its lines are no longer read.
  private func release() {
    for turn in turns { turn.signal() }
  }
}
