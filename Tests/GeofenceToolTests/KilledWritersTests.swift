import Foundation
import Synchronization
import TestSupport
import Testing

/// Writers that are killed, at whatever moment, lose nothing and leave nothing.
struct KilledWritersTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appendingPathComponent("r.ics").path
    #expect(try Self.add("first", to: path).terminationStatus == 0)
  }

  /// Adds a reminder of that UID and, after so many microseconds, sends a signal.
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
    // Whoever comes next removes what a killed one has left.
    #expect(try Self.add("last", to: path).terminationStatus == 0)
    let list = try ToolRun("reminders", "list", path, "--format", "json")
    let uids = Set(list.output.matches(of: /"uid" : "([^"]*)"/).map { String($0.1) })
    #expect(uids.isSuperset(of: acknowledged.withLock { $0.union(["last"]) }))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["r.ics"])
  }
}
