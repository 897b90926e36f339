import Foundation
import GeofenceCore
import Synchronization

private let agree: @Sendable (Run, Run) throws -> Void = { run, other in
  try check(run.output == other.output, "the two outputs differ")
}
private let simulation = "$tool simulate $csv --regions $regions"
private let fleet = "$tool simulate $fleet --regions $regions --limit 1000"
private let trials =
  "$tool audit $csvhour --regions $regions300 --positioning phone --rank centre,boundary "
  + "--reselect-on significant/significant,event/significant,sentinel --trials"
private let scan = ("a bare scan held against 20 circles", "$peers --peer csv $csv")
private let polars = ["env", "POLARS_MAX_THREADS=1", "python3", "-c"]

let benchmarkNames = [
  "csv", "gpx", "jsonl", "readers", "unlimited", "devices", "jobs", "fleets", "audit", "trials",
  "load", "nearest", "start", "release", "reminders",
]

/// The rows that compare the times of two commands.
let benchmarks =
  tracks + fleets + audits + load + [
    version("start", "$tool", "geofence", beside: "a program that prints a line", "$peers-line")
  ]

private let tracks: [Benchmark] = [
  Benchmark(
    "csv", "CSV, $fixes fixes, 1000 regions", "\(simulation) --summary --jobs 1",
    beside: scan.0, scan.1, .counted("fixes")),
  Benchmark(
    "gpx", "GPX, $sixth points, 1000 regions",
    "$tool simulate $gpx --regions $regions --summary", beside: "a bare XMLParser pass",
    "$peers --peer xml $gpx", .counted("sixth")),
  Benchmark(
    "jsonl", "JSON lines, $sixth fixes, 1000 regions",
    "$tool simulate $jsonl --regions $regions --summary", beside: "as many rows of CSV",
    "$tool simulate $csvsixth --regions $regions --jobs 1", .counted("sixth")),
  // DuckDB has to find and convert all cells to add them up.
  Benchmark(
    "readers", "CSV, $fixes fixes, 1000 regions", "\(simulation) --jobs 1",
    beside: "DuckDB reading alone, on one core",
    [
      "python3", "-c",
      "import duckdb; duckdb.connect(config={'threads': 1}).execute(\"SELECT "
        + "epoch(max(time)), sum(latitude), sum(longitude), sum(accuracy) "
        + "FROM read_csv('$csv')\").fetchall()",
    ], .rate("fixes"), probe: ["python3", "-c", "import duckdb"]),
  Benchmark(
    "readers", "CSV, $fixes fixes, 1000 regions", "\(simulation) --jobs 1",
    beside: "Polars reading alone, on one core",
    polars + ["import polars; polars.read_csv('$csv', try_parse_dates=True).sum()"],
    .rate("fixes"), probe: polars + ["import polars"]),
  Benchmark(
    "readers", "GPX, $sixth points, 1000 regions",
    "$tool simulate $gpx --regions $regions --jobs 1",
    beside: "gpsbabel reading alone, on one core", ["gpsbabel", "-i", "gpx", "-f", "$gpx"],
    .rate("sixth"), probe: ["gpsbabel", "-V"]),
  Benchmark(
    "unlimited", "CSV, $fixes fixes, 100000 registrations",
    "$tool simulate $csv --regions $csv100000 --limit 100000 --summary", beside: scan.0, scan.1,
    .counted("fixes")),
  Benchmark(
    "devices", "CSV, 10000 interleaved devices",
    "$tool simulate $csvdevices --regions $regions --summary", beside: "one device",
    simulation, .counted("fixes")),
  Benchmark(
    "jobs", "16 tracks with --jobs 2",
    "$tool simulate $csvsixteen --regions $regions --jobs 2", beside: "--jobs 1, by the clock",
    "$tool simulate $csvsixteen --regions $regions --jobs 1", .rate("fixes"), byClock: true,
    verify: agree),
]

private let fleets: [Benchmark] =
  [
    Benchmark(
      "fleets", "a fleet of 10000 devices, 1000 registrations, --jobs 2", "\(fleet) --jobs 2",
      beside: "--jobs 1, by the clock", "\(fleet) --jobs 1", .rate("fixes"), byClock: true,
      verify: agree)
  ]
  + (1...2).map { threads -> Benchmark in
    Benchmark(
      "fleets", "the same, --jobs \(threads)", "\(fleet) --jobs \(threads)",
      beside: "DuckDB's spatial join, threads: \(threads), by the clock",
      ["python3", "Tests/Spark/stays.py", "$fleet", "$regions", "\(threads)"],
      .rate("fixes"), byClock: true,
      probe: ["python3", "-c", "import duckdb, duckdb_extension_spatial"])
  }
  + [1000, 20].map { limit -> Benchmark in
    let options = "--regions $regions --limit \(limit) --jobs 1"
    return Benchmark(
      "fleets", "the same in random order, --limit \(limit)",
      "$tool simulate $shuffled \(options)", beside: "devices in turns",
      "$tool simulate $fleet \(options)", .rate("fixes"))
  }

private let audits: [Benchmark] = [
  Benchmark(
    "audit", "audit of 10 strategies, $third fixes, 10000 regions",
    "$tool audit $csvthird --regions $regions10000 --format json --rank centre,boundary "
      + "--reselect-on significant/significant,event/significant,sentinel/event/sentinel",
    beside: "one simulation", "$tool simulate $csvthird --regions $regions10000"
  ) { run, _ in
    let count = run.text.matches(of: /"settings":/).count
    try check(count == 10, "not every strategy was audited")
  },
  Benchmark(
    "trials", "200 trials of 6 strategies, an hour at 1 Hz, 300 regions", "\(trials) 200",
    beside: "20 trials", "\(trials) 20"
  ) { run, _ in try check(run.text.contains("200 trials"), "not every trial was made") },
]

private let load: [Benchmark] = Input.RegionForm.allCases.flatMap { form -> [Benchmark] in
  [
    (100_000, "JSONDecoder on the JSON", "$peers --peer json $json100000"),
    (1_000_000, "a tenth of them", "$tool simulate $one --regions $\(form)100000"),
  ].map { count, peer, other -> Benchmark in
    Benchmark(
      "load", "\(count) regions from \(form.title), one fix",
      "$tool simulate $one --regions $\(form)\(count) --summary", beside: peer, other
    ) { run, _ in
      try check(run.errors.contains(" \(count)\n"), "not every region was read")
    }
  }
}

private func version(
  _ group: String, _ tool: String, _ name: String, beside peer: String, _ other: String
) -> Benchmark {
  Benchmark(
    group, "\(name) --version", "\(tool) --version", beside: peer, other, .milliseconds,
    byClock: true, factor: 5, verify: agree)
}

extension Bench {
  /// Returns the figures of a benchmark that are more than the times of two commands.
  func furtherFigures(of name: String) throws -> [Figure] {
    switch name {
    case "fleets":
      try [
        resting("three fixes each", "$near"),
        resting("three fixes each, a kilometre apart", "$far"),
      ]
    case "nearest": nearest()
    case "release": try release()
    case "reminders": try reminders()
    default: []
    }
  }

  /// Measures the memory of many devices with three fixes each.
  private func resting(_ name: String, _ track: String) throws -> Figure {
    let command = try resolve(["$tool", "simulate", track, "--regions", "$regions"])
    let (run, count) = (try Run(command, in: input.folder), input.fixes / 3)
    try check(run.status == 0, run.errors)
    return Figure(
      name: "\(count) devices, \(name)", value: "\(run.peakMemory / count) B a device",
      peakMemory: run.peakMemory)
  }

  /// Measures the search for the nearest of 1,000,000 regions, beside that among 10,000.
  private func nearest() -> [Figure] {
    let clock = ContinuousClock()
    let places = Input.regions(2000, spread: 1.1).map { EarthVector($0.center) }
    func measure(_ count: Int) -> (build: Double, footprint: Int, searches: [Double]) {
      let regions = Input.regions(count, spread: 1)
      let start = clock.now
      let index = RegionIndex(regions)
      let build = (clock.now - start) / .seconds(1)
      let searches = Ranking.allCases.map { ranking in
        var nearest = Nearest(capacity: 20)
        let time = clock.measure {
          for place in places { index.search(from: place, by: ranking, into: &nearest) }
        }
        return time / .seconds(1) / Double(places.count)
      }
      return (build, index.footprint, searches)
    }
    let (few, many) = (measure(10_000), measure(1_000_000))
    return [
      Figure(
        name: "nearest 20 of 1000000, by centre and by boundary",
        value: many.searches.map { String(format: "%.1f", $0 * 1e6) }.joined(separator: " and ")
          + " µs", ratios: zip(many.searches, few.searches).map { $0 / $1 }.sorted(),
        peer: "of 10000"),
      Figure(
        name: "index of 1000000 regions, and its memory for each",
        value: String(format: "%.2f s, ", many.build) + "\(many.footprint / 1_000_000) B",
        ratios: [many.build / few.build], peer: "of 10000"),
    ]
  }

  /// Measures the release that `make dist` has packed.
  private func release() throws -> [Figure] {
    let folder = FileManager.default.currentDirectoryPath
    let tool = "\(folder)/.build/dist/release/geofence"
    let archive = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasPrefix("geofence-") && $0.hasSuffix(".tar.gz") }.max()
    guard let archive, FileManager.default.isExecutableFile(atPath: tool) else {
      throw Failure("there is no release: run make dist")
    }
    let sizes = try [tool, "\(folder)/\(archive)"].map { path in
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      return String(format: "%.1f MiB", Double(size) / 1_048_576)
    }
    let row = version(
      "release", tool, "the release (\(sizes[0]), packed \(sizes[1])),",
      beside: "the build with the toolchain's libraries", "$tool --version")
    return try [figure(row)].compactMap(\.self)
  }

  /// Measures 10,000 reminders of `SimulatedEventKit`, beside a tenth of them: saved, fetched by
  /// each predicate, and rung along a drive.
  private func reminders() throws -> [Figure] {
    let count = max(input.fixes / 300, 200)
    let values = Mutex<[[String: Double]]>([])
    let row = Benchmark(
      "reminders", "\(count) reminders of an app, all of the following",
      "$peers-reminders \(count)",
      beside: "a tenth of them", "$peers-reminders \(count / 10)"
    ) { run, other in
      values.withLock { $0 = [run.values, other.values] }
      try check(run.values["alarms"] == Double(count), "not every alarm has fired")
      try check(run.values["found all"] == Double(count), "not every reminder was found")
    }
    let whole = try figure(row)
    let parts = [
      ("save", "saved one by one"), ("all", "fetched"), ("incomplete", "fetched by due date"),
      ("completed", "fetched by completion, of which there is none"),
      ("drive", "rung along a drive of \(10 * count) fixes"),
    ]
    return [whole].compactMap(\.self)
      + values.withLock { values in
        parts.map { key, name in
          let (time, part) = (values[0][key] ?? .nan, values[1][key] ?? .nan)
          return Figure(
            name: name, value: String(format: "%.2f s", time), ratios: [time / part],
            peer: "a tenth of them")
        }
      }
  }
}

extension Run {
  fileprivate var text: String { String(decoding: output, as: UTF8.self) }

  fileprivate var values: [String: Double] {
    let pairs = text.split(separator: "\n").compactMap { line -> (String, Double)? in
      let words = line.split(separator: " ")
      guard let number = words.last.flatMap({ Double($0) }) else { return nil }
      return (words.dropLast().joined(separator: " "), number)
    }
    return Dictionary(pairs) { $1 }
  }
}
