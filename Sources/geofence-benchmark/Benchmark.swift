import Foundation

/// A pair of commands that are measured beside each other, as a row of the table.
///
/// Their words may name files and numbers of the input, such as `$csv`; see `Bench.value`.
struct Benchmark: Sendable {
  /// The form in which a time is shown; a number of fixes is that of a name such as `fixes`.
  enum Measure {
    case seconds, milliseconds
    case rate(String)
    /// The rate for a number of fixes, which the summary of the run has to count.
    case counted(String)
  }

  /// The name of the benchmark, which several rows may have.
  let group: String
  let name: String
  let command: [String]
  let peer: String
  let other: [String]
  var measure = Measure.seconds
  /// True to measure elapsed time instead of processor time.
  var byClock = false
  /// The number of times that the usual number of pairs is run.
  var factor = 1
  /// A command that succeeds where the peer is installed; `nil` for a part of this package.
  var probe: [String]?
  /// Throws an error if the last runs did not do the work that is measured.
  var verify: @Sendable (_ run: Run, _ other: Run) throws -> Void = { _, _ in }

  /// Creates a row of commands whose words are separated by blanks.
  init(
    _ group: String, _ name: String, _ command: String, beside peer: String, _ other: String,
    _ measure: Measure = .seconds, byClock: Bool = false, factor: Int = 1,
    verify: @escaping @Sendable (_ run: Run, _ other: Run) throws -> Void = { _, _ in }
  ) {
    (self.group, self.name) = (group, name)
    self.command = command.split(separator: " ").map(String.init)
    (self.peer, self.other) = (peer, other.split(separator: " ").map(String.init))
    (self.measure, self.byClock, self.factor) = (measure, byClock, factor)
    self.verify = verify
  }

  /// Creates a row beside a program that may be installed.
  init(
    _ group: String, _ name: String, _ command: String, beside peer: String, _ other: [String],
    _ measure: Measure, byClock: Bool = false, probe: [String]
  ) {
    (self.group, self.name) = (group, name)
    self.command = command.split(separator: " ").map(String.init)
    (self.peer, self.other, self.probe) = (peer, other, probe)
    (self.measure, self.byClock) = (measure, byClock)
  }
}

/// A row of the table of benchmarks, measured.
struct Figure {
  let name: String
  /// The value with its unit, such as `5.6 M fixes/s`.
  let value: String
  /// The ratios of the tool's time to its peer's, one for each pair, in ascending order.
  var ratios: [Double] = []
  var peer = ""
  /// The peak memory in bytes.
  var peakMemory: Int?

  var row: String {
    let ratio = ratios.first.map { least in
      String(format: "%.2f (%.2f–%.2f)", ratios.median, least, ratios[ratios.count - 1])
    }
    let memory = peakMemory.map { String(format: "%.0f MiB", Double($0) / 1_048_576) }
    return "| \(name) | \(value) | \(ratio ?? "") | \(peer) | \(memory ?? "") |"
  }
}

/// Measures pairs of commands, one right after the other, so that both meet the same noise.
struct Bench {
  let input: Input
  /// The number of times that each pair is run.
  let rounds: Int
  let tool: String
  let peers: String

  /// Runs the two commands of a row in turns.
  ///
  /// - Returns: `nil` if the peer is not installed.
  func figure(_ row: Benchmark) throws -> Figure? {
    if let probe = row.probe, (try? Run(probe, in: input.folder))?.status != 0 {
      print("\(try resolve(row.name) as String): \(row.peer): not installed, and left out")
      return nil
    }
    let commands = try [row.command, row.other].map(resolve)
    var (times, ratios, peakMemory) = ([Double](), [Double](), 0)
    for round in 1...rounds * row.factor {
      let runs = try commands.map { command in
        let run = try Run(command, in: input.folder)
        try check(run.status == 0, "\(command.joined(separator: " ")): \(run.errors)")
        return run
      }
      let pair = runs.map { row.byClock ? $0.elapsed : $0.processorTime }
      times.append(pair[0])
      ratios.append(pair[0] / pair[1])
      peakMemory = max(peakMemory, runs[0].peakMemory)
      guard round == rounds * row.factor else { continue }
      try row.verify(runs[0], runs[1])
      if case .counted(let count) = row.measure {
        let counted = runs[0].errors.firstMatch(of: /([0-9]+) fixes/).map { String($0.1) }
        try check(try counted == value(count), "not every fix was simulated")
      }
    }
    return Figure(
      name: try resolve(row.name), value: try text(times.median, row.measure),
      ratios: ratios.sorted(), peer: row.peer, peakMemory: row.probe == nil ? peakMemory : nil)
  }

  private func text(_ seconds: Double, _ measure: Benchmark.Measure) throws -> String {
    switch measure {
    case .seconds: String(format: "%.2f s", seconds)
    case .milliseconds: String(format: "%.1f ms", seconds * 1e3)
    case .rate(let count), .counted(let count):
      String(format: "%.1f M fixes/s", (Double(try value(count)) ?? .nan) / seconds / 1e6)
    }
  }

  // MARK: - The input

  func resolve(_ words: [String]) throws -> [String] {
    try words.flatMap { word in
      let resolved = try resolve(word)
      return word.hasPrefix("$") ? resolved.split(separator: " ").map(String.init) : [resolved]
    }
  }

  private func resolve(_ text: String) throws -> String {
    try text.replacing(/\$([a-z0-9]+)/) { try value(String($0.1)) }
  }

  /// Returns what a name stands for: the path of a file, which is made when it is first needed, or
  /// a number of fixes.
  private func value(_ name: String) throws -> String {
    let third = max(input.fixes / 3, 1)
    return switch name {
    case "tool": tool
    case "peers": peers
    case "fixes": "\(input.fixes)"
    case "sixth": "\(input.sixth)"
    case "third": "\(third)"
    case "csv": try input.csv()
    case "csvsixth": try input.csv(fixes: input.sixth)
    case "csvthird": try input.csv(fixes: third)
    case "csvhour": try input.csv(fixes: 3600)
    case "csvdevices": try input.csv(devices: 10_000)
    case "csvsixteen":
      try (0..<16).map { try input.csv(fixes: input.fixes / 16, seed: 100 + UInt64($0)) }
        .joined(separator: " ")
    case "one": try input.oneFix()
    case "gpx": try input.gpx()
    case "jsonl": try input.jsonLines()
    case "fleet": try input.fleet(devices: 10_000)
    case "shuffled": try input.fleet(devices: 10_000, isShuffled: true)
    case "near": try input.fleet(devices: third)
    case "far": try input.fleet(devices: third, pace: 40)
    case "regions": try input.regions(1000)
    default: try input.regions(named: name)
    }
  }
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
