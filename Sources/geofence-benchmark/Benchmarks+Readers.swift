import Foundation

/// Measures a whole simulation beside other programs that only read the same file, where they are
/// installed.
func readers(_ bench: Bench) throws -> [Figure] {
  let track = try bench.input.csv()
  let gpx = try bench.input.gpx()
  let regions = try bench.input.regionsJSON(1000)
  let (count, points) = (bench.input.fixes, max(bench.input.fixes / 6, 1))
  let others: [(program: Program, file: String, count: Int)] = [
    (.duckDB, track, count), (.polars, track, count), (.gpsbabel, gpx, points),
  ]
  return try others.compactMap { other in
    guard other.program.isInstalled(bench) else {
      print("\(other.program.name) is not installed, and was left out")
      return nil
    }
    let pair = try bench.pair(
      bench.simulate([other.file, "--regions", regions, "--jobs", "1"]),
      other.program.reading(other.file))
    let format = other.file == gpx ? "GPX, \(points) points" : "CSV, \(count) fixes"
    return pair.figure(
      "\(format), 1000 regions", rate(other.count, pair.time),
      beside: "\(other.program.name) reading alone, on one core")
  }
}

/// A program that reads tracks, and does nothing else with them here.
private struct Program: Sendable {
  let name: String
  /// A command that succeeds if the program is installed.
  let probe: [String]
  let reading: @Sendable (String) -> [String]

  func isInstalled(_ bench: Bench) -> Bool {
    (try? Run(probe, in: bench.input.folder))?.status == 0
  }

  /// DuckDB, which has to find and convert all cells to add them up.
  static let duckDB = Program(
    name: "DuckDB", probe: ["python3", "-c", "import duckdb"],
    reading: { path in
      let sum = "epoch(max(time)), sum(latitude), sum(longitude), sum(accuracy)"
      return [
        "python3", "-c",
        "import duckdb; duckdb.connect(config={'threads': 1})"
          + ".execute(\"SELECT \(sum) FROM read_csv('\(path)')\").fetchall()",
      ]
    })

  /// Polars, with the dates.
  static let polars = Program(
    name: "Polars", probe: ["env", "POLARS_MAX_THREADS=1", "python3", "-c", "import polars"],
    reading: { path in
      [
        "env", "POLARS_MAX_THREADS=1", "python3", "-c",
        "import polars; polars.read_csv('\(path)', try_parse_dates=True).sum()",
      ]
    })

  /// gpsbabel, which writes nothing.
  static let gpsbabel = Program(
    name: "gpsbabel", probe: ["gpsbabel", "-V"], reading: { ["gpsbabel", "-i", "gpx", "-f", $0] })
}
