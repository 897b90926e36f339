import Foundation

/// A project as the documents' commands expect it, with drives, their regions, and reminders.
struct ExampleProject {
  let folder: TemporaryFolder

  var url: URL { folder.url }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["App", "drives/commute", "calendars/home", "calendars/work"] {
      try FileManager.default.createDirectory(
        at: folder.url.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    let walk = ToolRun.package.appendingPathComponent("tracks/walk-through-one-region")
    for (name, source) in [
      ("drive.gpx", "track.gpx"), ("drives/monday.gpx", "track.gpx"),
      ("drives/tuesday.gpx", "track.gpx"), ("drives/commute/track.gpx", "track.gpx"),
      ("regions.json", "regions.json"), ("App/stores.json", "regions.json"),
    ] {
      try FileManager.default.copyItem(
        at: walk.appendingPathComponent(source), to: folder.url.appendingPathComponent(name))
    }
    _ = try folder.file("scenario.json", #"[{"at": "+60s", "do": "force-quit"}]"#)
    _ = try folder.file("places.csv", "id,lat,lon,radius\ntivoli,46.0553,14.4957,150\n")
    _ = try folder.file("log.csv", "recorded_at,lat,lon\n2024-05-01T07:00:00Z,46.0553,14.4957\n")
    _ = try folder.file(
      "fixes.csv",
      "device,time,lat,lon\nvan,2024-05-01T07:00:00Z,46.0553,14.4957\n"
        + "bus,2024-05-01T07:00:00Z,46.05,14.5\nvan,2024-05-01T07:00:10Z,46.0554,14.4957\n")
    _ = try folder.file(
      "errands.ics", Self.calendar(["4D0E7C00", "77A19B42"], named: "X-WR-CALNAME:Errands\r\n"))
    _ = try folder.file("calendars/home/a.ics", Self.calendar(["A"]))
    _ = try folder.file("calendars/work/b.ics", Self.calendar(["B"]))
    try record()
  }

  /// Records the events of the drives.
  func record() throws {
    _ = try Shell(
      """
      geofence simulate drives/*.gpx --regions regions.json --expect drives/events.txt --update
      geofence simulate drives/commute/track.gpx --regions regions.json \
        --expect drives/commute/expected.txt --update
      geofence simulate drive.gpx --regions regions.json --expect drive.txt --update
      """, in: url)
  }

  private static func calendar(_ reminders: [String], named name: String = "") -> String {
    let items = reminders.map { uid in
      "BEGIN:VTODO\r\nUID:\(uid)\r\nSUMMARY:Errand \(uid)\r\nDUE:20240504T160000Z\r\nEND:VTODO\r\n"
    }
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example\r\n\(name)\(items.joined())"
      + "END:VCALENDAR\r\n"
  }
}
