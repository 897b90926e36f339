import Foundation

/// One run of the benchmarks that the arguments name.
struct Suite {
  private let own: String
  private let names: [String]
  private let options: Set<String>

  private static let knownOptions: Set = ["--quick", "--bars", "--write", "--fit"]

  init(_ arguments: [String]) {
    own = arguments[0]
    options = Self.knownOptions.intersection(arguments)
    let rest = arguments.dropFirst()
    // The options of a command that is measured are left to that command.
    names =
      rest.first == "--measure" ? Array(rest) : rest.filter { !Self.knownOptions.contains($0) }
  }

  /// Runs the benchmarks.
  ///
  /// - Returns: the status to exit with.
  func run() throws -> Int32 {
    if names.first == "--peer", names.count == 3, let peer = Peer(rawValue: names[1]) {
      try peer.run(on: names[2])
      return 0
    }
    if names.first == "--measure" {
      try Run.measure(Array(names.dropFirst()))
      return 0
    }
    if names.first == "--calibrate" {
      let rows = try Calibration.table(Array(names.dropFirst()))
      for row in rows { print(row) }
      if options.contains("--write") { try Documents.replaceTable("calibration", with: rows) }
      return 0
    }
    if names.first == "--recordings", names.count == 2 {
      let calibration = try RecordedCalibration(Recordings(names[1]))
      print(calibration.summary)
      if options.contains("--fit") { for row in try calibration.fits() { print(row) } }
      let rows = try calibration.table()
      for row in rows { print(row) }
      if options.contains("--write") { try Documents.replaceTable("recordings", with: rows) }
      return 0
    }
    let own = URL(fileURLWithPath: own).resolvingSymlinksInPath()
    let tool = own.deletingLastPathComponent().appendingPathComponent("geofence").path
    if names.first == "--evidence", names.count == 2 {
      let rows = try Evidence(in: names[1], tool: tool).table()
      for row in rows { print(row) }
      if options.contains("--write") { try Documents.replaceTable("drives", with: rows) }
      return 0
    }
    let known = benchmarks.map(\.name)
    guard Set(names).isSubset(of: known) else {
      print(
        "usage: geofence-benchmark [--quick | --bars] [--write] [\(known.joined(separator: "|"))] ...\n"
          + "       geofence-benchmark --calibrate [--write] [model.json] ...\n"
          + "       geofence-benchmark --recordings [--fit] [--write] folder\n"
          + "       geofence-benchmark --evidence [--write] folder"
      )
      return 64
    }
    let (isQuick, hasBars) = (options.contains("--quick"), options.contains("--bars"))
    let input = try Input(fixes: isQuick ? 60_000 : hasBars ? 600_000 : 3_000_000)
    defer { input.remove() }
    let bench = Bench(
      input: input, rounds: isQuick ? 3 : hasBars ? 5 : 7, tool: tool, peers: own.path)
    return try (hasBars ? judge(bench) : measure(bench)) ? 0 : 1
  }

  /// Measures the benchmarks and prints their table.
  ///
  /// - Returns: `true` if every benchmark did the work that it measures.
  private func measure(_ bench: Bench) throws -> Bool {
    var rows = [
      "| what | figure | beside its peer | peer | peak memory |", "|---|---|---|---|---|",
    ]
    for row in rows { print(row) }
    let isWell = run(bench) { figure in
      rows.append(figure.row)
      print(figure.row)
    }
    if options.contains("--write"), isWell {
      try Documents.replaceTable("benchmark", with: rows)
    }
    return isWell
  }

  /// Measures the benchmarks, and prints their ratios beside the recorded ones, or records them.
  ///
  /// - Returns: `true` if every benchmark did its work, and none is slower than its bar.
  private func judge(_ bench: Bench) throws -> Bool {
    var figures: [Figure] = []
    if options.contains("--write") {
      guard run(bench, { figures.append($0) }) else { return false }
      let rows = Bars.table(of: figures)
      for row in rows { print(row) }
      try Documents.replaceTable("bars", with: rows)
      return true
    }
    let bars = try Bars()
    for row in Bars.head { print(row) }
    var passes = true
    let isWell = run(bench) { figure in
      guard let verdict = bars.judge(figure) else { return }
      print(verdict.line)
      passes = passes && verdict.passes
    }
    return isWell && passes
  }

  /// Runs the benchmarks that are wanted and passes on their figures.
  ///
  /// - Returns: `true` if every benchmark did the work that it measures.
  private func run(_ bench: Bench, _ take: (Figure) -> Void) -> Bool {
    var isWell = true
    for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
      do {
        try benchmark.run(bench).forEach(take)
      } catch {
        print("\(benchmark.name): \(error)")
        isWell = false
      }
    }
    return isWell
  }
}

extension Figure {
  fileprivate var row: String {
    let ratio = ratio.map { String(format: "%.2f (%.2f–%.2f)", $0.median, $0.least, $0.most) }
    let memory = peakMemory.map { String(format: "%.0f MiB", Double($0) / 1_048_576) }
    return "| \(name) | \(value) | \(ratio ?? "") | \(peer) | \(memory ?? "") |"
  }
}
