import CLibrary
import Dispatch
import GeofenceBytes
import GeofenceCommandLine
import Synchronization

enum Jobs {
  static let cores = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))

  /// Calls `work` once with each number below `count`, in ascending order, up to `width` at a time.
  static func perform(_ count: Int, width: Int, _ work: @Sendable (Int) -> Void) {
    guard width > 1, count > 1 else {
      for number in 0..<count { work(number) }
      return
    }
    let turns = Turns(count)
    DispatchQueue.concurrentPerform(iterations: min(width, count)) { _ in turns.perform(work) }
  }

  /// Returns the results of `body`, several at a time, in the order of the elements.
  static func results<Element: Sendable, Result: Sendable>(
    of elements: [Element], width: Int, _ body: @Sendable (Element) throws(InputError) -> Result
  ) throws(InputError) -> [Result] {
    let results = made(elements.count, width: width) { number in
      Swift.Result { () throws(InputError) in try body(elements[number]) }
    }
    return try results.map { result throws(InputError) in try result.get() }
  }

  /// Works on each track. Returns the outcomes in order, up to the first that failed.
  static func outcomes<Outcome: Sendable>(
    of tracks: [TrackInput], _ options: SimulateOptions, _ output: OrderedOutput,
    _ work: @Sendable (TrackInput) -> (outcome: Outcome, hasFailed: Bool)
  ) -> [Outcome] {
    // A signal wakes a blocked read of standard input only on the thread that receives it.
    let width = tracks.contains { $0.path == "-" } ? 1 : options.jobs
    let results = made(tracks.count, width: width) {
      (number) -> (outcome: Outcome, hasFailed: Bool)? in
      guard output.continues(number), !Interruption.isRequested else { return nil }
      let result = work(tracks[number])
      output.finish(number, failed: result.hasFailed)
      return result
    }
    let end = results.firstIndex(where: \.hasFailed) ?? results.count
    return results.prefix(end + 1).map(\.outcome)
  }

  /// Returns what `work` makes of each number below `count`, in their order, without `nil`.
  static func made<Result: Sendable>(
    _ count: Int, width: Int, _ work: @Sendable (Int) -> Result?
  ) -> [Result] {
    let results = Mutex<[Result?]>((0..<count).map { _ in nil })
    perform(count, width: width) { number in
      let result = work(number)
      results.withLock { $0[number] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
  }
}

/// The numbers below a count, in ascending order, each of which one of several threads takes.
final class Turns: Sendable {
  private let count: Int
  private let next = Atomic(0)

  init(_ count: Int) { self.count = count }

  /// Calls `work` with one number after the other, until all have been taken.
  func perform(_ work: (Int) -> Void) {
    while true {
      let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard number < count else { return }
      work(number)
    }
  }
}
