import Dispatch
import Synchronization

/// One input on its way through several threads.
///
/// Its pieces are read one after the other by the thread that calls; parsed, each by itself; followed
/// lane by lane, each lane by one thread at a time and in the order of the pieces; and delivered in
/// order. So what is delivered does not depend on how many threads there are.
final class LanePipeline<Raw: Sendable, Parsed: Sendable, Product: Sendable>: Sendable {
  /// What is done to the pieces. A lane is called by its number, from 0.
  struct Work: Sendable {
    let parse: @Sendable (Raw) -> Parsed
    let follow: @Sendable (_ lane: Int, Parsed) -> Product
    /// Gives what each lane made of a piece, and whether to go on.
    let deliver: @Sendable (Parsed, [Product]) -> Bool
  }

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

  private struct Lane {
    /// The number of the piece that it follows next.
    var next = 0
    var isBusy = false
  }

  private struct State {
    /// Those under way, the oldest first.
    var pieces: [Piece] = []
    /// The number of the oldest.
    var first = 0
    /// How many wait to be parsed.
    var unparsed = 0
    var lanes: [Lane]
    var isReading = true
    var isDelivering = false
    /// Whether nothing new is begun.
    var isStopped = false
    /// The threads that wait, each by what wakes it alone.
    var waiting: [DispatchSemaphore] = []
  }

  private struct Thread {
    let number: Int
    let width: Int

    var canRead: Bool { number == 0 }

    /// Whether a lane is left to this one where it comes in time: then what the lane knows stays in the
    /// cache of one processor.
    func owns(_ lane: Int) -> Bool { lane % width == number }
  }

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
  /// How many pieces may be under way.
  private let room: Int
  /// How many of them are read before anything else is done.
  private let ahead: Int

  init(lanes: Int, room: Int, _ work: Work) {
    self.work = work
    self.room = room
    ahead = min(4, room)
    state = Mutex(State(lanes: Array(repeating: Lane(), count: lanes)))
  }

  /// Takes the input through all stages.
  ///
  /// - Parameters:
  ///   - width: how many threads work on it, this one included.
  ///   - read: gives the next piece; called on this thread.
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

  private func pass(_ thread: Thread, _ read: () -> Raw?) {
    // One for each thread: where they shared it, one could take the call that was meant for another.
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

  /// Notes what has been done, and lets those who wait look again.
  private func note(_ update: (inout sending State) -> Void) {
    let waiting = state.withLock { state in
      update(&state)
      defer { state.waiting.removeAll(keepingCapacity: true) }
      return state.waiting
    }
    for change in waiting { change.signal() }
  }

  /// Chooses what brings the oldest piece on.
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
    // Only one thread reads, so it sees to it that the others have something to do.
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

  /// The lane that is furthest behind, among those wanted whose next piece is there.
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

  /// What was made before the end was called is delivered, too: some lanes may be ahead of others.
  private func deliverRest() {
    for piece in state.withLock({ $0.pieces }) {
      guard case .parsed(let parsed) = piece.stage else { continue }
      _ = work.deliver(parsed, piece.products.compactMap(\.self))
    }
  }
}
