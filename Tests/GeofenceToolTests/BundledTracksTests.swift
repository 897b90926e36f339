import Foundation
import TestSupport
import Testing

/// Each folder of `tracks/` is a specification: what it shows, its input, and the events expected.
///
/// `make record` writes the folders anew and fails, so that a recording never passes for a test.
struct BundledTracksTests {
  private static let isRecording =
    ProcessInfo.processInfo.environment["GEOFENCE_RECORD"] != nil

  private func folder(_ scenario: Scenario) -> URL {
    ToolRun.package.appendingPathComponent("tracks").appendingPathComponent(scenario.name)
  }

  private func simulation(of scenario: Scenario) throws -> ToolRun {
    try ToolRun(
      ["simulate"] + scenario.arguments(in: "tracks/\(scenario.name)") + ["--format", "jsonl"])
  }

  @Test(arguments: Scenario.all)
  func `the files are those of the generator and the events the expected ones`(
    _ scenario: Scenario
  ) throws {
    if Self.isRecording { try record(scenario) }
    for (name, text) in scenario.files {
      let file = folder(scenario).appendingPathComponent(name)
      #expect(try Data(contentsOf: file) == Data(text.utf8), "\(file.path)")
    }
    let expected = folder(scenario).appendingPathComponent("expected.jsonl")
    let run = try simulation(of: scenario)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try String(decoding: Data(contentsOf: expected), as: UTF8.self) == run.output)
  }

  @Test func `the folders pass as tests`() throws {
    let run = try ToolRun("test", "tracks")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("\n\(Scenario.all.count) tests: \(Scenario.all.count) passed;"))
  }

  private func record(_ scenario: Scenario) throws {
    try FileManager.default.createDirectory(
      at: folder(scenario), withIntermediateDirectories: true)
    for (name, text) in scenario.files {
      try Data(text.utf8).write(to: folder(scenario).appendingPathComponent(name))
    }
    try Data(try simulation(of: scenario).output.utf8)
      .write(to: folder(scenario).appendingPathComponent("expected.jsonl"))
  }

  @Test func `a recording is not a test`() {
    #expect(!Self.isRecording, "the folders of tracks/ were written anew: review the difference")
  }

  @Test func `every folder is a scenario, and listed with what it shows`() throws {
    let tracks = ToolRun.package.appendingPathComponent("tracks")
    let names = try FileManager.default.contentsOfDirectory(atPath: tracks.path)
    #expect(names.filter { $0 != "README.md" }.sorted() == Scenario.all.map(\.name).sorted())
    let list = try String(
      contentsOf: tracks.appendingPathComponent("README.md"), encoding: .utf8)
    #expect(
      list.matches(of: /\n\| `([^`]+)` \|/).map { String($0.1) }.sorted()
        == Scenario.all.map(\.name).sorted())
  }
}
