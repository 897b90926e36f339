import Foundation

/// One figure: what was measured, and beside what.
struct Figure {
  let name: String
  /// Such as `5.6 M fixes/s`.
  let value: String
  /// The time of the measured beside that of its peer, in pairs: the median, the least and the most.
  var ratio: (median: Double, least: Double, most: Double)?
  var peer = ""
  /// Bytes.
  var peakMemory: Int?
}

/// Measures pairs of commands, one after the other, so that both meet the same noise.
struct Bench {
  let input: Input
  /// How often each pair is run.
  let rounds: Int
  let tool: String
  let peers: String

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

    func figure(_ name: String, _ value: String, beside peer: String) -> Figure {
      Figure(name: name, value: value, ratio: ratio, peer: peer, peakMemory: peakMemory)
    }
  }

  func simulate(_ arguments: [String]) -> [String] { [tool, "simulate"] + arguments }
  func peer(_ peer: Peer, _ path: String) -> [String] { [peers, "--peer", peer.rawValue, path] }

  /// - Parameter byClock: whether the clock counts and not the processor's time.
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

/// `5.6 M fixes/s`.
func rate(_ count: Int, _ seconds: Double) -> String {
  String(format: "%.1f M fixes/s", Double(count) / seconds / 1e6)
}

/// `0.50 s`.
func seconds(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }
