import Foundation

/// Measures 10,000 reminders of `SimulatedEventKit`, beside a tenth of them: saved, fetched by each
/// predicate, and rung along a drive.
func reminders(_ bench: Bench) throws -> [Figure] {
  let count = max(bench.input.fixes / 300, 200)
  let program = URL(fileURLWithPath: bench.peers).deletingLastPathComponent()
    .appendingPathComponent("geofence-benchmark-reminders").path
  let pair = try bench.pair([program, "\(count)"], [program, "\(count / 10)"])
  let (all, tenth) = (values(of: pair.last), values(of: pair.lastPeer))
  try check(all["alarms"] == Double(count), "not every alarm has fired")
  try check(all["found all"] == Double(count), "not every reminder was found")
  func figure(_ name: String, _ key: String, _ value: (Double) -> String) -> Figure {
    let (time, part) = (all[key] ?? .nan, tenth[key] ?? .nan)
    return Figure(
      name: name, value: value(time), ratio: (time / part, time / part, time / part),
      peer: "a tenth of them")
  }
  return [
    pair.figure(
      "\(count) reminders of an app, all of the following", seconds(pair.time),
      beside: "a tenth of them"), figure("saved one by one", "save", seconds),
    figure("fetched", "all", seconds), figure("fetched by due date", "incomplete", seconds),
    figure("fetched by completion, of which there is none", "completed", seconds),
    figure("rung along a drive of \(10 * count) fixes", "drive", seconds),
  ]
}

/// The numbers that the last run of the program printed, by their names.
private func values(of run: Run?) -> [String: Double] {
  let lines = String(decoding: run?.output ?? Data(), as: UTF8.self).split(separator: "\n")
  let pairs = lines.compactMap { line -> (String, Double)? in
    let words = line.split(separator: " ")
    guard let number = words.last.flatMap({ Double($0) }) else { return nil }
    return (words.dropLast().joined(separator: " "), number)
  }
  return Dictionary(pairs) { $1 }
}
