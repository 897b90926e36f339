import Foundation
import Testing

/// The README's transcripts are what the commands print.
struct ReadmeTests {
  private struct Transcript: CustomTestStringConvertible {
    let command: String
    let output: String

    var testDescription: String { command }

    /// Every command of a `console` block that runs the tool.
    static let all: [Transcript] = {
      let readme = ToolRun.package.appendingPathComponent("README.md")
      guard let text = try? String(contentsOf: readme, encoding: .utf8) else { return [] }
      let blocks = text.components(separatedBy: "```console\n").dropFirst()
      return blocks.compactMap { block in
        let lines = block.components(separatedBy: "```")[0].components(separatedBy: "\n")
        let command = lines[0].replacing("swift run -c release --quiet geofence", with: "geofence")
        guard command.hasPrefix("$ geofence ") else { return nil }
        return Transcript(
          command: String(command.dropFirst(2)), output: lines.dropFirst().joined(separator: "\n"))
      }
    }()
  }

  @Test func `there are transcripts`() {
    #expect(Transcript.all.count >= 4)
  }

  @Test(arguments: Transcript.all)
  private func `a transcript is what its command prints`(_ transcript: Transcript) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", transcript.command]
    process.currentDirectoryURL = ToolRun.package
    let tools = ToolRun.executable.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = ["PATH": "\(tools):\(path)"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(String(decoding: printed, as: UTF8.self) == transcript.output)
  }

  @Test func `the example test is one of the tests`() throws {
    let readme = try String(
      contentsOf: ToolRun.package.appendingPathComponent("README.md"), encoding: .utf8)
    let test = try String(
      contentsOf: ToolRun.package.appendingPathComponent(
        "Tests/SimulatedCoreLocationTests/ReadmeExampleTests.swift"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(test)```\n"))
  }

  @Test func `every command of the README's lists is a target of the Makefile`() throws {
    let text = try String(
      contentsOf: ToolRun.package.appendingPathComponent("README.md"), encoding: .utf8)
    let makefile = try String(
      contentsOf: ToolRun.package.appendingPathComponent("Makefile"), encoding: .utf8)
    let targets = text.matches(of: /make ([a-z]+)/).map { String($0.1) }
    #expect(Set(targets).isSuperset(of: ["demo", "test", "install", "record", "lint"]))
    for target in targets {
      #expect(makefile.contains("\n\(target):"), "make \(target)")
    }
  }
}
