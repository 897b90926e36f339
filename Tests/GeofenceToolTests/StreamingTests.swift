import Foundation
import TestSupport
import Testing

/// A track that is still being written: each event is printed before the next fix is written.
@Suite(.slow) struct StreamingTests {
  /// A run of the tool with a pipe at each end.
  private final class Session {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()
    private let folder: TemporaryFolder

    init(_ options: [String] = []) throws {
      // Writing to a tool that has ended must not kill the tests.
      signal(SIGPIPE, SIG_IGN)
      folder = try TemporaryFolder()
      let regions = try folder.file(
        "regions.json",
        #"[{"identifier": "home", "latitude": 46.05, "longitude": 14.5, "radius": 100}]"#)
      process.executableURL = ToolRun.executable
      process.arguments = ["simulate", "-", "--regions", regions] + options
      process.standardInput = input
      process.standardOutput = output
      process.standardError = errors
      try process.run()
    }

    func write(_ text: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    func close() throws { try input.fileHandleForWriting.close() }

    /// Waits for a complete line and returns it.
    func line() -> String {
      var line = Data()
      while line.last != UInt8(ascii: "\n") {
        guard let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
          break
        }
        line += byte
      }
      return String(decoding: line, as: UTF8.self)
    }

    var isRunning: Bool { process.isRunning }

    func interrupt(_ signal: Int32 = SIGINT) { _ = kill(process.processIdentifier, signal) }

    func closeOutput() throws { try output.fileHandleForReading.close() }

    /// Waits for the end, and returns the exit status and the text on standard error.
    func finish() -> (status: Int32, errors: String) {
      let text = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
  }

  @Test(arguments: ["1", "2"])
  func `from CSV each event appears before the next row is written`(jobs: String) throws {
    let session = try Session(["--jobs", jobs])
    try session.write("time,latitude,longitude\n2024-05-01T09:00:00Z,46.05,14.5\n")
    #expect(session.line() == "2024-05-01T09:00:00Z  enter  home  initial, 100.0 m inside\n")
    try session.write("2024-05-01T09:10:00Z,46.06,14.5\n2024-05-01T09:10:20Z,46.06,14.5\n")
    #expect(session.line().hasPrefix("2024-05-01T09:10:20Z  exit   home"))
    try session.close()
    #expect(session.finish().status == 0)
  }

  /// The events of many devices are printed as those of one, however many threads share them.
  @Test(arguments: [[], ["--jobs", "2"], ["--jobs", "5", "--positioning", "recorded"]])
  func `of a fleet each event appears while the pipe is open`(_ options: [String]) throws {
    let session = try Session(options)
    try session.write("device,time,latitude,longitude\n")
    for minute in 10..<20 {
      let latitude = minute % 2 == 0 ? 46.05 : 46.06
      for second in ["00", "20"] {
        for name in ["a", "b", "c"] {
          try session.write("\(name),2024-05-01T09:\(minute):\(second)Z,\(latitude),14.5\n")
        }
        guard (second == "00") == (minute == 10) else { continue }
        for name in ["a", "b", "c"] {
          let line = session.line()
          #expect(line.contains(minute % 2 == 0 ? "  enter  home" : "  exit   home"))
          #expect(line.hasSuffix("device \(name)\n"), "\(line)")
        }
      }
    }
    try session.close()
    #expect(session.finish().status == 0)
  }

  @Test func `from GPX each event appears before the next point is written`() throws {
    func point(_ latitude: Double, _ time: String) -> String {
      "<trkpt lat=\"\(latitude)\" lon=\"14.5\"><time>2024-05-01T\(time)Z</time></trkpt>\n"
    }
    let session = try Session()
    try session.write("<gpx><trk><trkseg>\n" + point(46.05, "09:00:00"))
    #expect(session.line() == "2024-05-01T09:00:00Z  enter  home  initial, 100.0 m inside\n")
    try session.write(point(46.06, "09:10:00") + point(46.06, "09:10:20"))
    #expect(session.line().hasPrefix("2024-05-01T09:10:20Z  exit   home"))
    try session.write("</trkseg></trk></gpx>\n")
    try session.close()
    #expect(session.finish().status == 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ["1", "2"])
  func `an interruption prints the summary so far and ends with 130`(
    _ signal: Int32, jobs: String
  ) throws {
    let session = try Session(["--jobs", jobs])
    try session.write("time,latitude,longitude\n2024-05-01T09:00:00Z,46.05,14.5\n")
    #expect(session.line().contains("enter"))
    session.interrupt(signal)
    // A tool that misses the signal ends with its input.
    try session.close()
    let (status, errors) = session.finish()
    #expect(status == 130)
    #expect(errors.contains("1 fix, 0 points skipped"))
    #expect(errors.contains("1 enter (1 initial), 0 exit"))
  }

  /// The signal may arrive just before the playback begins to wait.
  @Test(arguments: 0..<20)
  func `an interrupted playback does not wait for its next fix`(_ time: Int) throws {
    let session = try Session(["--rate", "1"])
    try session.write(
      "time,latitude,longitude\n2024-05-01T09:00:00Z,46.05,14.5\n2034-05-01T09:00:00Z,46.05,14.5\n")
    #expect(session.line().contains("enter"))
    usleep(UInt32(time * 20))
    session.interrupt()
    #expect(session.finish().status == 130)
  }

  @Test func `an interrupted playback leaves the fix that it waits for to the next run`() throws {
    let folder = try TemporaryFolder()
    let state = folder.url.appendingPathComponent("state").path
    let options = ["--state", state, "--dwell", "0", "--cushion", "0"]
    let rows =
      "time,latitude,longitude\n2024-05-01T09:00:00Z,46.05,14.5\n2034-05-01T09:00:00Z,46.06,14.5\n"
    let session = try Session(["--rate", "1"] + options)
    try session.write(rows)
    #expect(session.line().contains("enter"))
    session.interrupt()
    #expect(session.finish().status == 130)
    let next = try Session(options)
    try next.write(rows)
    #expect(next.line().hasPrefix("2034-05-01T09:00:00Z  exit   home"))
    try next.close()
    #expect(next.finish().status == 0)
  }

  @Test(arguments: ["1", "2"])
  func `a reader that has seen enough ends it quietly`(jobs: String) throws {
    let session = try Session(["--cushion", "0", "--dwell", "0", "--jobs", jobs])
    try session.write("time,latitude,longitude\n2024-05-01T09:00:00Z,46.05,14.5\n")
    #expect(session.line().contains("enter"))
    try session.closeOutput()
    for second in 10..<60 {
      let latitude = second % 2 == 0 ? 46.06 : 46.05
      // The pipe may be closed before the last row is written; the test is about that.
      try? session.write("2024-05-01T09:00:\(second)Z,\(latitude),14.5\n")
    }
    try? session.close()
    let (status, errors) = session.finish()
    #expect(status == 0)
    #expect(errors.isEmpty)
  }

  @Test func `a long line whose places come before its times needs no room on a disk`() throws {
    let folder = try TemporaryFolder()
    let places = (0..<60_000).map { "[14.5,\(46 + Double($0) / 1e6)]" }
    let times = (0..<60_000).map { "\(1_714_546_800 + $0)" }
    _ = try folder.file(
      "line.geojson",
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":["#
        + places.joined(separator: ",") + #"]},"properties":{"coordTimes":["#
        + times.joined(separator: ",") + "]}}")
    _ = try folder.file(
      "regions.json", #"[{"identifier":"a","latitude":46.03,"longitude":14.5,"radius":200}]"#)
    let command = "geofence simulate line.geojson --regions regions.json"
    let here = ["TMPDIR": folder.url.path]
    let free = try Shell("\(command) | cat", in: folder.url, environment: here)
    #expect(free.output.split(separator: "\n").count == 2)
    #expect(try Shell("ls", in: folder.url).output == "line.geojson\nregions.json\n")
    let full = try Shell("(ulimit -f 0; \(command)) | cat", in: folder.url, environment: here)
    #expect(full.output == free.output)
    let nowhere = try Shell(
      "\(command) | cat", in: folder.url, environment: ["TMPDIR": "/nowhere"])
    #expect(nowhere.output == free.output)
  }
}
