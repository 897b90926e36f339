import Foundation
import Testing

/// Files of another kind: the refusal names a command, and that command leads to fixes.
@Suite struct `A file of another kind` {
  /// The recipe for a sample of `t.gpx` or `t.csv`, and the programs that it and the refusal's
  /// command need.
  static let samples: [(name: String, programs: [String], recipe: String)] = [
    ("t.csv.gz", ["gzip", "gunzip"], "gzip -k t.csv"),
    ("t.csv.bz2", ["bzip2", "bunzip2"], "bzip2 -k t.csv"),
    ("t.csv.xz", ["xz"], "xz -k t.csv"),
    ("t.csv.zst", ["zstd"], "zstd -q t.csv"),
    ("one.zip", ["python3", "unzip"], "python3 -m zipfile -c one.zip t.csv"),
    ("two.zip", ["python3", "unzip"], "python3 -m zipfile -c two.zip notes.md 'my drive.csv'"),
    ("t.kmz", ["python3", "unzip"], "python3 -m zipfile -c t.kmz doc.kml"),
    ("one.tar", ["tar"], "tar -cf one.tar t.csv"),
    ("two.tar", ["tar"], "tar -cf two.tar notes.md 'my drive.csv'"),
    (
      "t.parquet", ["python3 -c 'import pandas, pyarrow'"],
      "python3 -c 'import pandas; pandas.read_csv(\"t.csv\").to_parquet(\"t.parquet\")'"
    ),
    (
      "t.xlsx", ["python3 -c 'import pandas, openpyxl'"],
      "python3 -c 'import pandas; pandas.read_csv(\"t.csv\").to_excel(\"t.xlsx\", index=False)'"
    ),
    ("t.nmea", ["gpsbabel"], "gpsbabel -t -i gpx -f t.gpx -o nmea -F t.nmea"),
    ("t.igc", ["gpsbabel"], "gpsbabel -t -i gpx -f t.gpx -o igc -F t.igc"),
    ("t.fit", ["gpsbabel"], "gpsbabel -t -i gpx -f t.gpx -o garmin_fit -F t.fit"),
    ("t.gdb", ["gpsbabel"], "gpsbabel -t -i gpx -f t.gpx -o gdb -F t.gdb"),
    ("t.plist", ["plutil"], "plutil -convert xml1 -o t.plist t.json"),
    ("t.bplist", ["plutil"], "plutil -convert binary1 -o t.bplist t.json"),
  ]

  private static let points = (0..<5).map { (time: 1_714_546_800 + 60 * $0, latitude: 46 + $0) }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let rows = points.map { "\($0.time),\($0.latitude),14\n" }.joined()
    for name in ["t.csv", "my drive.csv"] { _ = try folder.file(name, "time,lat,lon\n" + rows) }
    _ = try folder.file("notes.md", "No track.\n")
    let times = (0..<5).map { "2024-05-01T07:0\($0):00Z" }
    let gpx = zip(times, points).map { time, point in
      "<trkpt lat=\"\(point.latitude)\" lon=\"14\"><time>\(time)</time>"
        + "<fix>3d</fix></trkpt>"
    }
    _ = try folder.file(
      "t.gpx",
      "<gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
        + gpx.joined() + "</trkseg></trk></gpx>")
    let kml = zip(times, points).map { time, point in
      "<Placemark><TimeStamp><when>\(time)</when></TimeStamp><Point><coordinates>14,"
        + "\(point.latitude)</coordinates></Point></Placemark>"
    }
    _ = try folder.file("doc.kml", "<kml>\(kml.joined())</kml>")
    let json = points.map { "{\"tst\": \($0.time), \"lat\": \($0.latitude), \"lon\": 14}" }
    _ = try folder.file("t.json", "[\(json.joined(separator: ", "))]")
    _ = try folder.file(
      "r.json",
      "[{\"identifier\": \"a\", \"latitude\": 46, \"longitude\": 14, \"radius\": 100}]")
    return folder
  }

  @Test(arguments: samples)
  func `is read by the command that its refusal names`(
    sample: (name: String, programs: [String], recipe: String)
  ) throws {
    let folder = try Self.folder()
    for program in sample.programs {
      let check = program.contains(" ") ? program : "command -v \(program)"
      // A command cannot be tried if its program is not installed.
      guard try Shell(check, in: folder.url).status == 0 else { return }
    }
    let made = try Shell(sample.recipe, in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    let refused = try Shell("geofence simulate \(sample.name) --regions r.json", in: folder.url)
    #expect(refused.status == 65)
    let lines = refused.errors.split(separator: "\n")
    let help = String(try #require(lines.first { $0.hasPrefix("help: ") }).dropFirst(6))
    let command = help.replacing("simulate - …", with: "simulate - --regions r.json --summary")
    #expect(command.contains(" | geofence simulate - "), "\(help)")
    let run = try Shell(command, in: folder.url)
    #expect(run.status == 0, "\(command): \(run.errors)")
    #expect(run.errors.contains("5 fixes, 0 points skipped"), "\(run.errors)")
    #expect(run.errors.contains("2024-05-01T07:00:00Z to 2024-05-01T07:04:00Z"), "\(run.errors)")
  }
}
