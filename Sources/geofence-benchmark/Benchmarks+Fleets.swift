import Foundation

/// Measures many devices in one file: on two cores, beside DuckDB if it is installed, and in random
/// order.
func fleets(_ bench: Bench) throws -> [Figure] {
  let count = bench.input.fixes
  let fleet = try bench.input.fleet(devices: 10_000)
  let regions = try bench.input.regionsJSON(1000)
  func command(_ track: String, jobs: Int, limit: Int = 1000) -> [String] {
    bench.simulate([track, "--regions", regions, "--limit", "\(limit)", "--jobs", "\(jobs)"])
  }
  let jobs = try bench.pair(command(fleet, jobs: 2), command(fleet, jobs: 1), byClock: true)
  try check(jobs.last?.output == jobs.lastPeer?.output, "the output depends on the jobs")
  var figures = [
    jobs.figure(
      "a fleet of 10000 devices, 1000 registrations, --jobs 2", rate(count, jobs.time),
      beside: "--jobs 1, by the clock")
  ]
  let modules = ["python3", "-c", "import duckdb, duckdb_extension_spatial"]
  if (try? Run(modules, in: bench.input.folder))?.status == 0 {
    for threads in 1...2 {
      let pair = try bench.pair(
        command(fleet, jobs: threads),
        ["python3", "Tests/Spark/stays.py", fleet, regions, "\(threads)"], byClock: true)
      figures.append(
        Figure(
          name: "the same, --jobs \(threads)", value: rate(count, pair.time), ratio: pair.ratio,
          peer: "DuckDB's spatial join, threads: \(threads), by the clock"))
    }
  }
  let shuffled = try bench.input.fleet(devices: 10_000, isShuffled: true)
  for limit in [1000, 20] {
    let pair = try bench.pair(
      command(shuffled, jobs: 1, limit: limit), command(fleet, jobs: 1, limit: limit))
    figures.append(
      pair.figure(
        "the same in random order, --limit \(limit)", rate(count, pair.time),
        beside: "devices in turns"))
  }
  return try figures + [
    resting(bench, regions, "three fixes each", pace: 1),
    resting(bench, regions, "three fixes each, a kilometre apart", pace: 40),
  ]
}

/// Measures the memory of many devices with three fixes each.
private func resting(_ bench: Bench, _ regions: String, _ name: String, pace: Int) throws -> Figure
{
  let count = bench.input.fixes / 3
  let fleet = try bench.input.fleet(devices: count, pace: pace)
  let run = try Run(bench.simulate([fleet, "--regions", regions]), in: bench.input.folder)
  try check(run.status == 0, run.errors)
  return Figure(
    name: "\(count) devices, \(name)", value: "\(run.peakMemory / count) B a device",
    peakMemory: run.peakMemory)
}
