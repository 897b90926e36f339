/// Measures ten strategies on a long track, beside one simulation of it.
func audit(_ bench: Bench) throws -> [Figure] {
  let count = max(bench.input.fixes / 3, 1)
  let track = try bench.input.csv(fixes: count)
  let regions = try bench.input.regionsJSON(10_000)
  let pair = try bench.pair(
    [
      bench.tool, "audit", track, "--regions", regions, "--format", "json", "--rank",
      "centre,boundary", "--reselect-on",
      "significant/significant,event/significant,sentinel/event/sentinel",
    ], bench.simulate([track, "--regions", regions]))
  let strategies = pair.last.map { text($0).matches(of: /"settings":/).count }
  try check(strategies == 10, "not every strategy was audited")
  return [
    pair.figure(
      "audit of 10 strategies, \(count) fixes, 10000 regions", seconds(pair.time),
      beside: "one simulation")
  ]
}

/// Measures many trials of six strategies on a drive of one hour.
func trials(_ bench: Bench) throws -> [Figure] {
  let track = try bench.input.csv(fixes: 3600)
  let regions = try bench.input.regionsJSON(300)
  let command = [
    bench.tool, "audit", track, "--regions", regions, "--positioning", "phone", "--rank",
    "centre,boundary", "--reselect-on", "significant/significant,event/significant,sentinel",
    "--trials",
  ]
  let pair = try bench.pair(command + ["200"], command + ["20"])
  try check(pair.last.map { text($0).contains("200 trials") } == true, "not every trial was made")
  return [
    pair.figure(
      "200 trials of 6 strategies, an hour at 1 Hz, 300 regions", seconds(pair.time),
      beside: "20 trials")
  ]
}

private func text(_ run: Run) -> String { String(decoding: run.output, as: UTF8.self) }
