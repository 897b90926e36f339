import Foundation

/// One run of the benchmarks that the arguments name.
struct Suite {
  private let own: String
  private let tool: String
  private let names: [String]
  private let options: Set<String>

  private static let knownOptions: Set = ["--quick", "--bars", "--write", "--fit"]

  init(_ arguments: [String]) {
    let url = URL(fileURLWithPath: arguments[0]).resolvingSymlinksInPath()
    own = url.path
    tool = url.deletingLastPathComponent().appendingPathComponent("geofence").path
    options = Self.knownOptions.intersection(arguments)
    let rest = arguments.dropFirst()
    // The options of a command that is measured are left to that command.
    names =
      rest.first == "--measure" ? Array(rest) : rest.filter { !Self.knownOptions.contains($0) }
  }

  func run() throws -> Int32 {
    switch (names.first, names.count) {
    case ("--peer", 3): try Peer(rawValue: names[1])?.run(on: names[2])
    case ("--measure", _): try Run.measure(Array(names.dropFirst()))
    case ("--calibrate", _):
      try publish(Calibration.table(Array(names.dropFirst())), as: "calibration")
    case ("--recordings", 2):
      let calibration = try RecordedCalibration(Recordings(names[1]))
      print(calibration.summary)
      if options.contains("--fit") { for row in try calibration.fits() { print(row) } }
      try publish(calibration.table(), as: "recordings")
    case ("--evidence", 2): try publish(Evidence(in: names[1], tool: tool).table(), as: "drives")
    default: return try benchmark()
    }
    return 0
  }

  private func publish(_ rows: [String], as name: String) throws {
    for row in rows { print(row) }
    if options.contains("--write") { try Documents.replaceTable(name, with: rows) }
  }

  private func benchmark() throws -> Int32 {
    let known = benchmarkNames
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
      input: input, rounds: isQuick ? 3 : hasBars ? 5 : 7, tool: tool, peers: own)
    return try (hasBars ? judge(bench) : measure(bench)) ? 0 : 1
  }

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

  private func judge(_ bench: Bench) throws -> Bool {
    if options.contains("--write") {
      var figures: [Figure] = []
      guard run(bench, { figures.append($0) }) else { return false }
      try publish(Bars.table(of: figures), as: "bars")
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

  private func run(_ bench: Bench, _ take: (Figure) -> Void) -> Bool {
    var isWell = true
    for name in benchmarkNames where names.isEmpty || names.contains(name) {
      do {
        for row in benchmarks where row.group == name {
          if let figure = try bench.figure(row) { take(figure) }
        }
        try bench.furtherFigures(of: name).forEach(take)
      } catch {
        print("\(name): \(error)")
        isWell = false
      }
    }
    return isWell
  }
}
