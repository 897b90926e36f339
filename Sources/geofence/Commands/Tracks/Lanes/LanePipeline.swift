import Dispatch
import GeofenceCommandLine
import Synchronization

/// A pipeline that takes one input through several threads.
///
/// The pieces of the input are read one after the other by the calling thread, and each is parsed
/// by itself. They are then followed lane by lane, each lane by one thread at a time and in the
/// order of the pieces, and delivered in that order. The result therefore does not depend on the
/// number of threads.
final class LanePipeline<Raw: Sendable, Parsed: Sendable, Product: Sendable>: Sendable {
  /// The work on the pieces.
  ///
  /// A lane is identified by its number, from 0.
  struct Work: Sendable {
    let parse: @Sendable (Raw) -> Parsed
    let follow: @Sendable (_ lane: Int, Parsed) -> Product
    /// Delivers the products of all lanes for a piece, and returns `true` to continue.
    let deliver: @Sendable (Parsed, [Product]) -> Bool
  }

  /// A piece of the input, with the products of the lanes that have followed it.
  private struct Piece {
    enum Stage {
      case read(Raw)
      case inParsing
      case parsed(Parsed)
    }

    var stage: Stage
    var products: [Product?]
    var missing: Int
  }

  /// A lane, which one thread at a time follows.
  private struct Lane {
    /// The number of the piece that the lane follows next.
    var next = 0
    var isBusy = false
  }

  /// The state that all threads share.
  private struct State {
    /// The pieces under way, the oldest first.
    var pieces: [Piece] = []
    /// The number of the oldest piece.
    var first = 0
    /// The number of pieces that wait to be parsed.
    var unparsed = 0
    var lanes: [Lane]
    var isReading = true
    var isDelivering = false
    /// A Boolean value that indicates whether no new work is begun.
    var isStopped = false
    /// The semaphores of the threads that wait, each of which wakes only its own thread.
    var waiting: [DispatchSemaphore] = []
  }

  /// A thread of the pipeline, by its number from 0; only thread 0 reads.
  private struct Thread {
    let number: Int
    let width: Int

    var canRead: Bool { number == 0 }

    /// Returns whether a lane is preferably left to this thread.
    ///
    /// The data of the lane then stays in the cache of one processor.
    func owns(_ lane: Int) -> Bool { lane % width == number }
  }

  /// A step of the work, chosen for a thread that is free.
  private enum Step {
    case deliver(Parsed, [Product])
    case follow(Int, Parsed, piece: Int)
    case parse(Raw, piece: Int)
    case read
    case wait
    case end
  }

  private let work: Work
  private let state: Mutex<State>
  /// The number of pieces that may be under way.
  private let room: Int
  /// The number of unparsed pieces up to which reading comes before any other work.
  private let ahead: Int

  init(lanes: Int, room: Int, _ work: Work) {
    self.work = work
    self.room = room
    ahead = min(4, room)
    state = Mutex(State(lanes: Array(repeating: Lane(), count: lanes)))
  }

  /// Takes the input through all stages.
  ///
  /// - Parameters: - width: the number of threads that work on it, this one included. - read: a
  ///   function that returns the next piece; called on this thread.
  func run(width: Int, _ read: () -> Raw?) {
    let helpers = DispatchGroup()
    let width = max(width, 1)
    for number in 1..<width {
      DispatchQueue.global().async(group: helpers) { [self] in
        pass(Thread(number: number, width: width)) { nil }
      }
    }
    pass(Thread(number: 0, width: width), read)
    helpers.wait()
    deliverRest()
  }

  /// Does one step after the other on a thread, until the end of the input.
  private func pass(_ thread: Thread, _ read: () -> Raw?) {
    // Each thread has a semaphore of its own: on a shared one, a thread could take the signal that
    // was meant for another.
    let change = DispatchSemaphore(value: 0)
    while true {
      let step = state.withLock { state in
        let step = next(&state, for: thread)
        if case .wait = step { state.waiting.append(change) }
        return step
      }
      switch step {
      case .deliver(let parsed, let products):
        let goesOn = work.deliver(parsed, products)
        note { state in
          state.isDelivering = false
          if !goesOn { state.isStopped = true }
        }
      case .follow(let lane, let parsed, let piece):
        let product = work.follow(lane, parsed)
        note { state in
          state.lanes[lane].isBusy = false
          state.pieces[piece - state.first].products[lane] = product
          state.pieces[piece - state.first].missing -= 1
        }
      case .parse(let raw, let piece):
        let parsed = work.parse(raw)
        note { $0.pieces[piece - $0.first].stage = .parsed(parsed) }
      case .read:
        let raw = read()
        note { state in
          guard let raw else {
            state.isReading = false
            return
          }
          let lanes = state.lanes.count
          state.unparsed += 1
          state.pieces.append(
            Piece(
              stage: .read(raw), products: Array(repeating: nil, count: lanes), missing: lanes))
        }
      case .wait: change.wait()
      case .end: return
      }
    }
  }

  /// Records finished work, and wakes the waiting threads so that they check for new work.
  private func note(_ update: (inout sending State) -> Void) {
    let waiting = state.withLock { state in
      update(&state)
      defer { state.waiting.removeAll(keepingCapacity: true) }
      return state.waiting
    }
    for change in waiting { change.signal() }
  }

  /// Returns the step that advances the oldest piece the most.
  private func next(_ state: inout State, for thread: Thread) -> Step {
    if state.isStopped { return .end }
    if !state.isDelivering, let oldest = state.pieces.first, oldest.missing == 0,
      case .parsed(let parsed) = oldest.stage
    {
      state.isDelivering = true
      state.pieces.removeFirst()
      state.first += 1
      return .deliver(parsed, oldest.products.compactMap(\.self))
    }
    // Only one thread reads, so reading comes first while the others could run out of work.
    let mayRead = thread.canRead && state.isReading && state.pieces.count < room
    if mayRead, state.unparsed < ahead { return .read }
    if let step = nextToFollow(&state, where: thread.owns) { return step }
    if let step = nextToParse(&state) { return step }
    if let step = nextToFollow(&state, where: { _ in true }) { return step }
    if mayRead { return .read }
    if !state.isReading, state.pieces.isEmpty, !state.isDelivering { return .end }
    return .wait
  }

  private func nextToParse(_ state: inout State) -> Step? {
    guard state.unparsed > 0 else { return nil }
    for index in state.pieces.indices {
      guard case .read(let raw) = state.pieces[index].stage else { continue }
      state.pieces[index].stage = .inParsing
      state.unparsed -= 1
      return .parse(raw, piece: state.first + index)
    }
    return nil
  }

  /// Returns the step for the lane that is furthest behind, among the wanted ones whose next piece
  /// is parsed.
  private func nextToFollow(_ state: inout State, where isWanted: (Int) -> Bool) -> Step? {
    var best: (lane: Int, parsed: Parsed)?
    for (number, lane) in state.lanes.enumerated() where !lane.isBusy && isWanted(number) {
      let index = lane.next - state.first
      guard index < state.pieces.count, case .parsed(let parsed) = state.pieces[index].stage
      else { continue }
      if let best, state.lanes[best.lane].next <= lane.next { continue }
      best = (number, parsed)
    }
    guard let (lane, parsed) = best else { return nil }
    defer { state.lanes[lane].next += 1 }
    state.lanes[lane].isBusy = true
    return .follow(lane, parsed, piece: state.lanes[lane].next)
  }

  /// Delivers the pieces that were finished before the end; some lanes may be ahead of others.
  private func deliverRest() {
    for piece in state.withLock({ $0.pieces }) {
      guard case .parsed(let parsed) = piece.stage else { continue }
      _ = work.deliver(parsed, piece.products.compactMap(\.self))
    }
  }
}
