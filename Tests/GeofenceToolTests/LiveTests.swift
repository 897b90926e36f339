import Foundation
import Testing

/// Phones that move now, connected through a real broker, if one is installed.
@Suite(
  .serialized, .enabled(if: Broker.program != nil, "mosquitto and its clients are not installed"))
struct LiveTests {
  @Test func `each event is printed as its phone moves`() throws {
    let broker = try Broker()
    let folder = try TemporaryFolder()
    let regions = try folder.file(
      "r.json", #"[{"identifier":"home","latitude":46.05,"longitude":14.5,"radius":100}]"#)
    let (subscriber, tool) = (Process(), Process())
    let (messages, output) = (Pipe(), Pipe())
    subscriber.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    subscriber.arguments = ["mosquitto_sub", "-p", "\(broker.port)", "-t", "owntracks/+/+"]
    subscriber.standardOutput = messages
    subscriber.standardError = FileHandle.nullDevice
    tool.executableURL = ToolRun.executable
    tool.arguments = ["simulate", "-", "--regions", regions, "--format", "jsonl"]
    tool.standardInput = messages
    tool.standardOutput = output
    tool.standardError = FileHandle.nullDevice
    try broker.waitUntilItListens()
    try subscriber.run()
    defer { subscriber.end() }
    try tool.run()
    defer { tool.end() }
    // The first message is retained for a subscriber that has not connected yet.
    let steps = [
      ("ada", 1, 46.05, true), ("bob", 2, 46.05, true), ("ada", 30, 46.06, false),
      ("ada", 60, 46.06, true),
    ]
    var lines: [String] = []
    for (phone, time, latitude, isTold) in steps {
      try broker.publish(
        #"{"_type":"location","tid":"\#(phone)","tst":\#(time),"lat":\#(latitude),"lon":14.5}"#,
        to: "owntracks/\(phone)/phone", isKept: time == 1)
      // The events of a step are read before the next step is taken.
      if isTold { lines.append(try line(of: output)) }
    }
    #expect(lines.map(\.facts) == ["ada enter", "bob enter", "ada exit"])
  }

  /// Waits for a complete line and returns it.
  private func line(of pipe: Pipe) throws -> String {
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      guard let byte = try pipe.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
        break
      }
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }
}

extension String {
  /// The device and the event in a line of JSON.
  fileprivate var facts: String {
    let object = try? JSONSerialization.jsonObject(with: Data(utf8)) as? [String: Any]
    return "\(object?["device"] ?? "?") \(object?["event"] ?? "?")"
  }
}

extension Process {
  /// Kills the process: one that a test's thread starts may block SIGTERM, as its thread does.
  fileprivate func end() {
    _ = kill(processIdentifier, SIGKILL)
    waitUntilExit()
  }
}

/// A broker that this test starts, on a port of its own.
private final class Broker {
  static let program = [
    "/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) && clientsExist }

  private static var clientsExist: Bool {
    (try? run("mosquitto_sub", ["--help"])) ?? 127 != 127
  }

  let port: Int
  private let process = Process()

  init() throws {
    port = Int.random(in: 20_000..<60_000)
    process.executableURL = URL(fileURLWithPath: Self.program ?? "")
    process.arguments = ["-p", "\(port)"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit { process.end() }

  func waitUntilItListens() throws {
    while try Self.run("mosquitto_pub", ["-p", "\(port)", "-t", "ready", "-n"]) != 0 {
      try #require(process.isRunning)
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  func publish(_ message: String, to topic: String, isKept: Bool) throws {
    let arguments = ["-p", "\(port)", "-t", topic, "-m", message, "-q", "1"]
    #expect(try Self.run("mosquitto_pub", arguments + (isKept ? ["-r"] : [])) == 0)
  }

  /// Runs a program.
  ///
  /// - Returns: its exit status, or 127 if it is not installed.
  private static func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
