import Foundation
import Synchronization
import TestSupport
import Testing

/// Writers that are killed at any moment: they lose nothing and leave nothing behind.
@Suite(.slow) struct KilledWritersTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appendingPathComponent("r.ics").path
    #expect(try Self.add("first", to: path).terminationStatus == 0)
  }

  /// Adds a reminder with a UID and sends a signal after `delay` microseconds.
  private static func add(
    _ uid: String, to path: String, _ signal: Int32? = nil, after delay: UInt32 = 0
  ) throws -> Process {
    let process = Process()
    process.executableURL = ToolRun.executable
    process.arguments = ["reminders", "add", path, "t", "--uid", uid]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    if let signal {
      usleep(delay)
      kill(process.processIdentifier, signal)
    }
    process.waitUntilExit()
    return process
  }

  @Test func `what was acknowledged is in the file, and nothing is left beside it`() throws {
    let acknowledged = Mutex<Set<String>>(["first"])
    DispatchQueue.concurrentPerform(iterations: 6) { [path] writer in
      var random = SeededGenerator(seed: UInt64(writer))
      for number in 0..<12 {
        let uid = "\(writer)-\(number)"
        let signal: Int32? = [nil, SIGKILL, SIGKILL, SIGTERM].randomElement(using: &random) ?? nil
        let delay = UInt32.random(in: 0...40_000, using: &random)
        guard let process = try? Self.add(uid, to: path, signal, after: delay) else {
          Issue.record("the tool did not start")
          return
        }
        if process.terminationReason == .exit, process.terminationStatus == 0 {
          acknowledged.withLock { _ = $0.insert(uid) }
        } else if signal == nil {
          Issue.record("\(uid) was refused, and nobody had killed it")
        }
      }
    }
    // The next writer removes the files that a killed one left.
    #expect(try Self.add("last", to: path).terminationStatus == 0)
    let list = try ToolRun("reminders", "list", path, "--format", "json")
    let uids = Set(list.output.matches(of: /"uid" : "([^"]*)"/).map { String($0.1) })
    #expect(uids.isSuperset(of: acknowledged.withLock { $0.union(["last"]) }))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["r.ics"])
  }

  // MARK: events and states

  /// Runs the tool in the folder and returns its output; sends a signal after `delay` microseconds.
  private func simulate(_ arguments: [String], _ signal: Int32? = nil, after delay: UInt32 = 0)
    throws -> (status: Int32, output: String)
  {
    let process = Process()
    process.executableURL = ToolRun.executable
    process.arguments = ["simulate"] + arguments
    process.currentDirectoryURL = folder.url
    let output = try folder.file("printed", "")
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    try process.run()
    if let signal {
      usleep(delay)
      kill(process.processIdentifier, signal)
    }
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOfFile: output, encoding: .utf8))
  }

  /// Prepares a region and a track of trips into and out of it, and returns the `count` rows of the
  /// track.
  private func prepareTrips(_ count: Int) throws -> [String] {
    _ = try folder.file(
      "regions.json", #"[{"identifier":"a","latitude":46,"longitude":14.5,"radius":100}]"#)
    let rows = (0..<count).map {
      "\(1_714_546_800 + $0 * 10),\($0 / 40 % 2 == 0 ? 46 : 46.01),14.5\n"
    }
    _ = try folder.file("trips.csv", "t,lat,lon\n" + rows.joined())
    return rows
  }

  private static let signals = [SIGKILL, SIGKILL, SIGINT, SIGTERM, SIGHUP]

  @Test func `a file of events is the new one or the old, whenever its writer is killed`() throws {
    _ = try prepareTrips(4000)
    let common = ["trips.csv", "--regions", "regions.json"]
    let new = try simulate(common).output
    var random = SeededGenerator(seed: 3)
    for _ in 0..<15 {
      let events = try folder.file("events.txt", "old\n")
      let signal = Self.signals.randomElement(using: &random)
      _ = try simulate(
        common + ["-o", "events.txt"], signal, after: UInt32.random(in: 0...200_000, using: &random)
      )
      #expect(["old\n", new].contains(try String(contentsOfFile: events, encoding: .utf8)))
    }
    #expect(try simulate(common + ["-o", "events.txt"]).status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(
      Set(names) == ["r.ics", "regions.json", "trips.csv", "printed", "events.txt"])
  }

  /// Each piece is simulated again until a run completes it; the output of a run counts if the run
  /// saved its state.
  @Test func `runs that are killed and go on print together what one run prints`() throws {
    let rows = try prepareTrips(4000)
    let whole = try simulate(["trips.csv", "--regions", "regions.json"]).output
    let state = folder.url.appendingPathComponent("state")
    var random = SeededGenerator(seed: 4)
    var printed = ""
    for start in stride(from: 0, to: rows.count, by: 500) {
      _ = try folder.file("piece.csv", "t,lat,lon\n" + rows[start..<(start + 500)].joined())
      var status: Int32 = -1
      for attempt in 0..<4 where status != 0 {
        let before = try? Data(contentsOf: state)
        let signal = attempt < 3 ? Self.signals.randomElement(using: &random) : nil
        let delay = UInt32.random(in: 0...60_000, using: &random)
        let run = try simulate(
          ["piece.csv", "--regions", "regions.json", "--state", "state"], signal, after: delay)
        if before != (try? Data(contentsOf: state)) { printed += run.output }
        status = run.status
      }
      #expect(status == 0)
    }
    #expect(printed == whole)
  }
}
