import Foundation

/// A figure of a benchmark: the measured value and its ratio to a peer.
struct Figure {
  let name: String
  /// The value with its unit, such as `5.6 M fixes/s`.
  let value: String
  /// The ratio of the tool's time to its peer's over several pairs: the median, least and greatest.
  var ratio: (median: Double, least: Double, most: Double)?
  var peer = ""
  var peakMemory: Int?
}

/// Measures pairs of commands, one right after the other, so that both meet the same noise.
struct Bench {
  let input: Input
  /// The number of times that each pair is run.
  let rounds: Int
  let tool: String
  let peers: String

  /// The measurements of two commands: their times in seconds, and the peak memory in bytes.
  struct Pair {
    var times: [Double] = []
    var peerTimes: [Double] = []
    var peakMemory = 0
    var last: Run?
    var lastPeer: Run?

    var time: Double { times.median }
    var ratio: (median: Double, least: Double, most: Double) {
      let ratios = zip(times, peerTimes).map { $0 / $1 }
      return (ratios.median, ratios.min() ?? 0, ratios.max() ?? 0)
    }

    /// Returns the figure of the first command, beside the second one.
    func figure(_ name: String, _ value: String, beside peer: String) -> Figure {
      Figure(name: name, value: value, ratio: ratio, peer: peer, peakMemory: peakMemory)
    }
  }

  func simulate(_ arguments: [String]) -> [String] { [tool, "simulate"] + arguments }
  func peer(_ peer: Peer, _ path: String) -> [String] { [peers, "--peer", peer.rawValue, path] }

  /// Runs two commands alternately and returns their times in seconds.
  func pair(_ command: [String], _ other: [String], byClock: Bool = false) throws -> Pair {
    var pair = Pair()
    for _ in 0..<rounds {
      let run = try Run(command, in: input.folder)
      let otherRun = try Run(other, in: input.folder)
      try check(run.status == 0, "\(command.joined(separator: " ")): \(run.errors)")
      try check(otherRun.status == 0, "\(other.joined(separator: " ")): \(otherRun.errors)")
      pair.times.append(byClock ? run.elapsed : run.processorTime)
      pair.peerTimes.append(byClock ? otherRun.elapsed : otherRun.processorTime)
      pair.peakMemory = max(pair.peakMemory, run.peakMemory)
      (pair.last, pair.lastPeer) = (run, otherRun)
    }
    return pair
  }
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// Returns a rate of fixes per second, such as `5.6 M fixes/s`; the time is in seconds.
func rate(_ count: Int, _ seconds: Double) -> String {
  String(format: "%.1f M fixes/s", Double(count) / seconds / 1e6)
}

/// Returns a time in seconds, such as `0.50 s`.
func seconds(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }
