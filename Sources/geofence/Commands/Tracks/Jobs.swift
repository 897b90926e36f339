import CLibrary
import Dispatch
import GeofenceBytes
import GeofenceCommandLine
import Synchronization

/// Functions that do independent pieces of work on several threads.
enum Jobs {
  static let cores = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))

  /// Calls `work` once with each number below `count`, in ascending order, up to `width` at a time.
  static func perform(_ count: Int, width: Int, _ work: @Sendable (Int) -> Void) {
    guard width > 1, count > 1 else {
      for number in 0..<count { work(number) }
      return
    }
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: min(width, count)) { _ in
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard number < count else { return }
        work(number)
      }
    }
  }

  /// Returns the results of `body`, several at a time, in the order of the elements.
  static func results<Element: Sendable, Result: Sendable>(
    of elements: [Element], width: Int, _ body: @Sendable (Element) throws(InputError) -> Result
  ) throws(InputError) -> [Result] {
    let results = Mutex<[Swift.Result<Result, InputError>?]>(elements.map { _ in nil })
    perform(elements.count, width: width) { number in
      let result = Swift.Result { () throws(InputError) in try body(elements[number]) }
      results.withLock { $0[number] = result }
    }
    var made: [Result] = []
    for case let result? in results.withLock({ $0 }) { made.append(try result.get()) }
    return made
  }

  /// Works on each track. Returns the outcomes in order, up to the first that failed.
  static func outcomes<Outcome: Sendable>(
    of tracks: [TrackInput], _ options: SimulateOptions, _ output: OrderedOutput,
    _ work: @Sendable (TrackInput) -> (outcome: Outcome, hasFailed: Bool)
  ) -> [Outcome] {
    let results = Mutex<[(outcome: Outcome, hasFailed: Bool)?]>(tracks.map { _ in nil })
    // A signal wakes a blocked read of standard input only on the thread that receives it.
    let width = tracks.contains { $0.path == "-" } ? 1 : options.jobs
    perform(tracks.count, width: width) { number in
      guard output.isHeard(number), !Interruption.isRequested else { return }
      let result = work(tracks[number])
      results.withLock { $0[number] = result }
      output.finish(number, failed: result.hasFailed)
    }
    var outcomes: [Outcome] = []
    for case let result? in results.withLock({ $0 }) {
      outcomes.append(result.outcome)
      if result.hasFailed { break }
    }
    return outcomes
  }
}
