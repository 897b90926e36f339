import Foundation
import Testing

/// The action for GitHub, which has to do what its description says, as far as a shell can tell.
struct ActionTests {
  private static let text = try? String(
    contentsOf: ToolRun.package.appendingPathComponent(".github/actions/geofence/action.yml"),
    encoding: .utf8)

  /// Returns the commands of the step that runs the tests, without their indentation.
  private func script() throws -> String {
    let text = try #require(Self.text)
    let step = try #require(
      text.components(separatedBy: "run: |\n").first { $0.contains("geofence test \"${folders") })
    let lines = step.components(separatedBy: "\n").prefix { $0.isEmpty || $0.hasPrefix("        ") }
    return lines.map { String($0.dropFirst(8)) }.joined(separator: "\n")
  }

  @Test(arguments: [true, false])
  func `it runs the tests, keeps the results and fails as they do`(_ passes: Bool) throws {
    let folder = try TemporaryFolder()
    let drive = folder.url.appendingPathComponent("my drives/walk")
    try FileManager.default.createDirectory(at: drive, withIntermediateDirectories: true)
    let source = ToolRun.package.appendingPathComponent("tracks/walk-through-one-region")
    for name in ["track.gpx", "regions.json", "expected.jsonl"] {
      try FileManager.default.copyItem(
        at: source.appendingPathComponent(name), to: drive.appendingPathComponent(name))
    }
    if !passes {
      try Data("{\"dwell\": 60}".utf8).write(to: drive.appendingPathComponent("settings.json"))
    }
    try FileManager.default.copyItem(
      at: drive.deletingLastPathComponent(), to: folder.url.appendingPathComponent("others"))
    let run = try Shell(
      script(), in: folder.url,
      environment: [
        "FOLDERS": "my drives\nothers\n", "ARGUMENTS": "", "GITHUB_STEP_SUMMARY": "summary.md",
      ])
    #expect(run.status == (passes ? 0 : 1), "\(run.errors)")
    // No line that is printed in between is a command to the runner.
    let lines = run.output.split(separator: "\n")
    let token = try #require(lines.first?.wholeMatch(of: /::stop-commands::([0-9a-f]{32})/)?.1)
    #expect(lines.last == "::\(token)::")
    let summary = try String(
      contentsOf: folder.url.appendingPathComponent("summary.md"), encoding: .utf8)
    #expect(summary.contains("my drives/walk") && summary.contains("others/walk"))
    #expect(summary.contains(passes ? "2 passed" : "2 failed"))
    #expect(summary.contains("| verdict | test | events | picture |\n|---|---|---|---|\n| "))
    #expect(summary.contains("<code>my drives/walk.svg</code>") && !summary.contains("```"))
    let results = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent("geofence-results").path)
    #expect(Set(results).isSuperset(of: ["junit.xml", "tests.txt", "index.html", "my drives"]))
  }
}
