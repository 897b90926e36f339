import TestSupport
import Testing

/// `--phone`: whose events a log has, and of which year.
struct PhoneLogsTests {
  private let folder: TemporaryFolder
  private let regions: String

  init() throws {
    folder = try TemporaryFolder()
    regions = try folder.file(
      "r.json", #"[{"identifier":"home","latitude":46.05,"longitude":14.5,"radius":150}]"#)
  }

  /// Returns a track that leaves home in its second minute, at the pace of a car.
  private func track(devices: [String] = []) throws -> String {
    let names = devices.isEmpty ? [""] : devices.map { ",\($0)" }
    let rows = (0..<60).flatMap { second in
      names.map { name in
        let latitude = 46.05 + Double(max(0, second - 12)) * 0.001
        let (minute, rest) = (second / 6, second % 6)
        return "2026-01-01T00:0\(minute):\(rest)0Z,\(latitude),14.5\(name)"
      }
    }
    let header = "time,lat,lon" + (devices.isEmpty ? "" : ",device")
    return try folder.file("t.csv", ([header] + rows).joined(separator: "\n") + "\n")
  }

  private func audit(_ log: String, named name: String = "log.csv", devices: [String] = [])
    throws -> ToolRun
  {
    try ToolRun(
      "audit", try track(devices: devices), "--regions", regions, "--phone",
      try folder.file(name, log))
  }

  private static let three =
    "time,device,event,region\n"
    + ["anna", "ben", "cleo"].map { "2026-01-01T00:02:40Z,\($0),exit,home\n" }.joined()

  @Test func `the events of phones that are not in the track are left out`() throws {
    for devices in [["anna"], ["anna", "ben"]] {
      let run = try audit(Self.three, devices: devices)
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        run.output.contains("of \(devices.count) crossing"), "\(run.output.prefix(200))")
      #expect(run.output.contains("1 of the device \"cleo\", which is not in the track"))
    }
  }

  @Test func `a log of several phones is refused beside a track that names none`() throws {
    let refused = try audit(Self.three)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("the log is of 3 phones, \"anna\", \"ben\", \"cleo\""))
    let one = Self.three.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
    #expect(try audit(one).status == 0)
  }

  @Test func `a log without years is of the track's, on both sides of midnight`() throws {
    let log = """
      12-31 23:58:00.000  1234  5678 D Geofences: ENTER Geofence: home
      01-01 00:02:40.000  1234  5678 D Geofences: EXIT Geofence: home
      """
    let run = try audit(log, named: "logcat.txt")
    #expect(run.output.contains("of 1 crossing the phone delivered 1"), "\(run.errors)")
  }

  @Test func `a table without a readable kind has checked nothing`() throws {
    let refused = try audit("time,type,region\n2026-01-01T00:02:40Z,7,home\n")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("no row is an enter or an exit; the first is \"7\""))
    let numbers = try audit("time,type,region\n2026-01-01T00:02:40Z,2,home\n")
    #expect(numbers.output.contains("of 1 crossing the phone delivered 1"), "\(numbers.errors)")
  }
}
