// Sets positioning models beside what is known of real phones, and runs what the tool is measured
// against: Tests/Benchmark/benchmark.py starts it.

import Foundation

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

private func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

private func print(rows: [String]) { print(rows.joined(separator: "\n")) }

private func run(_ words: [String]) throws {
  switch (words.first, words.count) {
  case ("--peer", 3): try Peer(rawValue: words[1])?.run(on: words[2])
  case ("--nearest", 2): NearestRegions.measure(Int(words[1]) ?? 0)
  case ("--calibrate", 1): print(rows: try Calibration.table())
  case ("--recordings", 2...3) where words.count == 2 || words[2] == "--fit":
    let calibration = try RecordedCalibration(Recordings(words[1]))
    note(calibration.summary)
    let fits = words.count == 3 ? try calibration.fits() : []
    for fit in fits { note(fit.row) }
    print(rows: try calibration.table(with: fits))
  default:
    throw Failure(
      "usage: geofence-benchmark --calibrate, or --recordings folder [--fit]")
  }
}

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  note("geofence-benchmark: error: \(error)")
  exit(1)
}
