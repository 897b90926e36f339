import Foundation
import GeofenceCore
import GeofenceInputs

/// The benchmarks by name. Each checks that the work that it measures was done.
let benchmarks: [(name: String, run: @Sendable (Bench) throws -> [Figure])] = [
  ("csv", { try csv($0) }), ("gpx", { try gpx($0) }), ("jsonl", { try jsonLines($0) }),
  ("readers", { try readers($0) }), ("unlimited", { try unlimited($0) }),
  ("devices", { try devices($0) }), ("jobs", { try jobs($0) }), ("fleets", { try fleets($0) }),
  ("audit", { try audit($0) }), ("trials", { try trials($0) }),
  ("load", { try load($0) }), ("nearest", { try nearest($0) }), ("start", { try start($0) }),
  ("release", { try release($0) }), ("reminders", { try reminders($0) }),
]

/// Measures one simulation beside a peer, and checks that every fix was simulated.
private func simulation(
  _ bench: Bench, _ name: String, of track: String, _ count: Int, regions: String? = nil,
  _ options: [String] = [], beside peer: String, _ other: [String]
) throws -> [Figure] {
  let regions = try regions ?? bench.input.regionsJSON(1000)
  let pair = try bench.pair(
    bench.simulate([track, "--regions", regions, "--summary"] + options), other)
  let counted = pair.last?.errors.firstMatch(of: /([0-9]+) fixes/).flatMap { Int($0.1) }
  try check(counted == count, "not every fix was simulated")
  return [pair.figure(name, rate(count, pair.time), beside: peer)]
}

private let scan = "a bare scan held against 20 circles"

private func csv(_ bench: Bench) throws -> [Figure] {
  let (track, count) = (try bench.input.csv(), bench.input.fixes)
  return try simulation(
    bench, "CSV, \(count) fixes, 1000 regions", of: track, count, ["--jobs", "1"], beside: scan,
    bench.peer(.csv, track))
}

private func gpx(_ bench: Bench) throws -> [Figure] {
  let (track, count) = (try bench.input.gpx(), max(bench.input.fixes / 6, 1))
  return try simulation(
    bench, "GPX, \(count) points, 1000 regions", of: track, count,
    beside: "a bare XMLParser pass", bench.peer(.xml, track))
}

private func jsonLines(_ bench: Bench) throws -> [Figure] {
  let (track, count) = (try bench.input.jsonLines(), max(bench.input.fixes / 6, 1))
  let regions = try bench.input.regionsJSON(1000)
  return try simulation(
    bench, "JSON lines, \(count) fixes, 1000 regions", of: track, count,
    beside: "as many rows of CSV",
    bench.simulate([try bench.input.csv(fixes: count), "--regions", regions, "--jobs", "1"]))
}

/// Measures 100,000 registrations, beside a bare scan.
private func unlimited(_ bench: Bench) throws -> [Figure] {
  let (track, count) = (try bench.input.csv(), bench.input.fixes)
  try checkNeighbourhoods(bench)
  return try simulation(
    bench, "CSV, \(count) fixes, 100000 registrations", of: track, count,
    regions: bench.input.regionsCSV(100_000, spread: 1), ["--limit", "100000"], beside: scan,
    bench.peer(.csv, track))
}

/// Compares a monitor of many conditions with each condition alone, on a part of the track.
private func checkNeighbourhoods(_ bench: Bench) throws {
  let regions = Input.regions(20_000, spread: 0.1).sorted { $0.identifier < $1.identifier }
  let catalog = RegionCatalog(try RegionSet(regions), maximumRadius: 1e5)
  var monitor = Monitor(rules: CrossingRules(), catalog)
  monitor.watch(catalog.initial)
  var conditions = regions.map { (circle: Circle($0), crossing: Crossing()) }
  var reader = TrackReader(path: try bench.input.csv())
  var (seen, differences) = (0, 0)
  try reader.read { fix, _ in
    let vector = EarthVector(fix.coordinate)
    var findings = Monitor.Findings()
    monitor.observe(fix, vector, into: &findings)
    for position in conditions.indices {
      let outcome = conditions[position].circle.observe(
        fix, vector, CrossingRules(), &conditions[position].crossing)
      let found = findings.changes.contains { $0.condition == .region(Int32(position)) }
      if seen > 0, found != (outcome != .nothing) { differences += 1 }
    }
    seen += 1
    return seen < 1000
  }
  try check(differences == 0, "\(differences) transitions differ from plain looks")
}

/// Measures 10,000 devices in one file, beside one device.
private func devices(_ bench: Bench) throws -> [Figure] {
  let regions = try bench.input.regionsJSON(1000)
  return try simulation(
    bench, "CSV, 10000 interleaved devices", of: bench.input.csv(devices: 10_000),
    bench.input.fixes, beside: "one device",
    bench.simulate([try bench.input.csv(), "--regions", regions]))
}

/// Measures 16 tracks on two threads beside one.
private func jobs(_ bench: Bench) throws -> [Figure] {
  let tracks = try (0..<16).map {
    try bench.input.csv(fixes: bench.input.fixes / 16, seed: 100 + UInt64($0))
  }
  let command = bench.simulate(tracks + ["--regions", try bench.input.regionsJSON(1000), "--jobs"])
  let pair = try bench.pair(command + ["2"], command + ["1"], byClock: true)
  try check(pair.last?.output == pair.lastPeer?.output, "the output depends on the jobs")
  return [
    pair.figure(
      "16 tracks with --jobs 2", rate(bench.input.fixes, pair.time),
      beside: "--jobs 1, by the clock")
  ]
}

/// Measures the reading of 100,000 regions, beside JSONDecoder, and of ten times as many.
private func load(_ bench: Bench) throws -> [Figure] {
  let one = bench.input.folder.appendingPathComponent("one.csv").path
  try Data("time,lat,lon\n1704067200,46.05,14.5\n".utf8).write(to: URL(fileURLWithPath: one))
  let forms: [(name: String, file: (Int) throws -> String)] = [
    ("JSON", { try bench.input.regionsJSON($0, spread: 1) }),
    ("GeoJSON", { try bench.input.regionsGeoJSON($0, spread: 1) }),
    ("CSV", { try bench.input.regionsCSV($0, spread: 1) }),
  ]
  func figure(_ count: Int, _ name: String, _ file: String, _ peer: (String, [String])) throws
    -> Figure
  {
    let pair = try bench.pair(bench.simulate([one, "--regions", file, "--summary"]), peer.1)
    try check(pair.last?.errors.contains(" \(count)\n") == true, "not every region was read")
    return pair.figure("\(count) regions from \(name), one fix", seconds(pair.time), beside: peer.0)
  }
  let json = try bench.input.regionsJSON(100_000, spread: 1)
  return try forms.flatMap { name, file in
    let (some, many) = (try file(100_000), try file(1_000_000))
    return try [
      figure(100_000, name, some, ("JSONDecoder on the JSON", bench.peer(.json, json))),
      figure(1_000_000, name, many, ("a tenth of them", bench.simulate([one, "--regions", some]))),
    ]
  }
}

/// Measures the search for the nearest of 1,000,000 regions, beside that among 10,000.
private func nearest(_ bench: Bench) throws -> [Figure] {
  let counts = [10_000, 1_000_000]
  let clock = ContinuousClock()
  var builds: [Double] = []
  var footprint = 0
  var searches: [[Double]] = []
  for count in counts {
    let regions = Input.regions(count, spread: 1)
    var index: RegionIndex?
    builds.append(clock.measure { index = RegionIndex(regions) }.inSeconds)
    guard let index else { continue }
    footprint = index.footprint
    searches.append(
      try Ranking.allCases.map { ranking in
        var nearest = Nearest(capacity: 20)
        let places = Input.regions(2000, spread: 1.1).map { EarthVector($0.center) }
        var checksum = 0
        let time = clock.measure {
          for place in places {
            index.search(from: place, by: ranking, into: &nearest)
            checksum &+= nearest.regions.reduce(0) { $0 + Int($1) }
          }
        }.inSeconds
        for place in places.prefix(3) {
          index.search(from: place, by: ranking, into: &nearest)
          let plain = regions.enumerated().map { number, region in
            let chord = place.squaredChord(to: EarthVector(region.center)).squareRoot()
            return (rank: ranking == .boundary ? chord - region.radius : chord, number: number)
          }.sorted { ($0.rank, $0.number) < ($1.rank, $1.number) }.prefix(20)
          try check(
            nearest.regions.map(Int.init) == plain.map(\.number).sorted(), "others are nearer")
        }
        return time / Double(places.count)
      })
  }
  let microseconds = searches[1].map { $0 * 1e6 }
  let ratios = zip(searches[1], searches[0]).map { $0 / $1 }
  return [
    Figure(
      name: "nearest 20 of 1000000, by centre and by boundary",
      value: String(format: "%.1f and %.1f µs", microseconds[0], microseconds[1]),
      ratio: (ratios[0], ratios.min() ?? 0, ratios.max() ?? 0), peer: "of 10000"),
    Figure(
      name: "index of 1000000 regions, and its memory for each",
      value: String(format: "%.2f s", builds[1]) + ", \(footprint / counts[1]) B",
      ratio: (builds[1] / builds[0], builds[1] / builds[0], builds[1] / builds[0]),
      peer: "of 10000"),
  ]
}

/// Measures the start of the tool, beside a program that prints a line.
private func start(_ bench: Bench) throws -> [Figure] {
  let times = Bench(
    input: bench.input, rounds: bench.rounds * 5, tool: bench.tool, peers: bench.peers)
  let pair = try times.pair([bench.tool, "--version"], [bench.peers + "-line"], byClock: true)
  try check(pair.last?.output == pair.lastPeer?.output, "--version prints something else")
  return [
    pair.figure(
      "geofence --version", String(format: "%.1f ms", pair.time * 1e3),
      beside: "a program that prints a line")
  ]
}

/// Measures the release that `make dist` has packed.
private func release(_ bench: Bench) throws -> [Figure] {
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
  let times = Bench(input: bench.input, rounds: bench.rounds * 5, tool: tool, peers: bench.peers)
  let pair = try times.pair([tool, "--version"], [bench.tool, "--version"], byClock: true)
  try check(pair.last?.output == pair.lastPeer?.output, "--version prints something else")
  return [
    pair.figure(
      "the release (\(sizes[0]), packed \(sizes[1])), --version",
      String(format: "%.1f ms", pair.time * 1e3), beside: "the build with the toolchain's libraries"
    )
  ]
}

extension Duration {
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
