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
    // The export of a sensor app.
    (
      "sensors.zip", ["python3", "unzip"],
      "cp t.csv Location.csv; echo time,x,y,z > Accelerometer.csv; "
        + "python3 -m zipfile -c sensors.zip Accelerometer.csv Location.csv"
    ),
    // A file that is wanted lies beyond the bytes that are looked at.
    (
      "deep.zip", ["python3", "unzip"],
      "head -c 3000000 /dev/urandom > a.bin; python3 -m zipfile -c deep.zip a.bin t.csv"
    ),
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
    ("t.osm", ["gpsbabel"], "gpsbabel -t -i gpx -f t.gpx -o osm -F t.osm"),
    ("t.gdb", ["gpsbabel"], "gpsbabel -t -i gpx -f t.gpx -o gdb -F t.gdb"),
    ("messages.csv", ["python3"], "cp fit-messages messages.csv"),
    ("data.csv", ["python3"], "cp fit-data data.csv"),
    ("t.plt", ["tail"], "cp geolife t.plt"),
    ("t.plist", ["plutil"], "plutil -convert xml1 -o t.plist t.json"),
    ("t.bplist", ["plutil"], "plutil -convert binary1 -o t.bplist t.json"),
  ]

  private static let points = (0..<5).map { (time: 1_714_546_800 + 60 * $0, latitude: 46 + $0) }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let rows = points.map { "\($0.time),\($0.latitude),14\n" }.joined()
    for name in ["t.csv", "my drive.csv"] { _ = try folder.file(name, "time,lat,lon\n" + rows) }
    _ = try folder.file("notes.md", "No track.\n")
    let visits = points.indices.map { number in
      "\(points[number].latitude),14,0,492,40097.5,2024-05-01,07:0\(number):00\n"
    }
    _ = try folder.file(
      "geolife",
      "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track\n0\n"
        + visits.joined())
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
    // A FIT file as FitCSVTool writes it: times from 1989-12-31 on, places in semicircles.
    let fit = points.map { point in
      (point.time - 631_065_600, Int(Double(point.latitude) / 180 * 2_147_483_648), 167_026_062)
    }
    _ = try folder.file(
      "fit-messages",
      "Type,Local Number,Message,Field 1,Value 1,Units 1,Field 2,Value 2,Units 2,Field 3,Value 3,Units 3\n"
        + "Definition,0,record,timestamp,1,,position_lat,1,,position_long,1,\n"
        + "Data,0,event,timestamp,\"1\",s,event,\"0\",,,,\n"
        + fit.map {
          "Data,0,record,timestamp,\"\($0)\",s,position_lat,\"\($1)\",semicircles,"
            + "position_long,\"\($2)\",semicircles\n"
        }.joined())
    _ = try folder.file(
      "fit-data",
      "record.timestamp[s],record.position_lat[semicircles],record.position_long[semicircles]\n"
        + "1,,\n" + fit.map { "\($0),\($1),\($2)\n" }.joined())
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
    guard try Self.has(sample.programs, folder) else { return }
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

  /// Files whose points lose their times, or whose command is not the whole hint: what is replaced
  /// in the hint to run it.
  static let others:
    [(name: String, programs: [String], recipe: String, fill: [(String, String)])] =
      [
        (
          "t.loc", ["gpsbabel"], "gpsbabel -i gpx -f t.gpx -x transform,wpt=trk -o geo -F t.loc", []
        ),
        ("t.plt", ["gpsbabel"], "gpsbabel -t -i gpx -f t.gpx -o ozi -F t.plt", []),
        (
          "t.db", ["sqlite3"], "sqlite3 t.db '.import --csv t.csv points'",
          [
            ("print its table: ", ""), ("-header F", "-header t.db"),
            ("select …'", "select * from points' | geofence simulate - …"),
          ]
        ),
        // The second hint, after that of gzip.
        (
          "t.tgz", ["tar", "gunzip"], "tar -cf t.tar notes.md t.csv && gzip -c t.tar > t.tgz",
          [
            (
              "gunzip -c t.tgz | geofence simulate - …",
              "tar -xOf t.tgz t.csv | geofence simulate - …"
            )
          ]
        ),
      ]

  @Test(arguments: others)
  func `has its points by the command that its refusal names`(
    sample: (name: String, programs: [String], recipe: String, fill: [(String, String)])
  ) throws {
    let folder = try Self.folder()
    guard try Self.has(sample.programs, folder) else { return }
    let made = try Shell(sample.recipe, in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    let refused = try Shell("geofence simulate \(sample.name) --regions r.json", in: folder.url)
    #expect(refused.status == 65)
    let lines = refused.errors.split(separator: "\n")
    var command = String(try #require(lines.first { $0.hasPrefix("help: ") }).dropFirst(6))
    for (text, filled) in sample.fill {
      #expect(command.contains(text), "\(command)")
      command = command.replacing(text, with: filled)
    }
    command = command.replacing("simulate - …", with: "simulate - --regions r.json --summary")
    #expect(command.contains(" | geofence simulate - "), "\(command)")
    let run = try Shell(command, in: folder.url)
    #expect(run.status == 0, "\(command): \(run.errors)")
    #expect(run.errors.contains("5 fixes, 0 points skipped"), "\(run.errors)")
  }

  @Test func `in an archive within another is named after the first is unpacked`() throws {
    let folder = try Self.folder()
    let run = try Shell(
      "tar -cf t.tar notes.md t.csv && geofence simulate - --regions r.json < t.tar",
      in: folder.url)
    #expect(
      run.errors.contains("help: tar -xOf FILE t.csv | geofence simulate - …"), "\(run.errors)")
  }

  /// Returns whether some programs are installed: else a command cannot be tried.
  private static func has(_ programs: [String], _ folder: TemporaryFolder) throws -> Bool {
    try programs.allSatisfy { program in
      let check = program.contains(" ") ? program : "command -v \(program)"
      return try Shell(check, in: folder.url).status == 0
    }
  }
}
