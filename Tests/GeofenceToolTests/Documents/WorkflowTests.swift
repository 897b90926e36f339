import Foundation
import TestSupport
import Testing

/// The workflows for GitHub and GitLab in the page on CI, run step by step as those would.
struct WorkflowTests {
  private let project: ExampleProject

  /// Creates a project with a `swift` that builds nothing.
  init() throws {
    project = try ExampleProject()
    let swift = try project.folder.file(
      "swift",
      """
      #!/bin/sh
      test "$*" = 'build -c release --package-path geofence --product geofence' || exit 64
      mkdir -p geofence/.build/release
      ln -s '\(ToolRun.executable.path)' geofence/.build/release/geofence

      """)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift)
  }

  /// A step of a workflow: its script, and whether it also runs after a failure.
  private struct Step {
    var script: String
    var isAlways = false
  }

  /// The YAML block of the page that begins with a line.
  private static func block(_ first: String, in document: Document? = .page("ci")) throws
    -> [Substring]
  {
    let blocks = try #require(document).blocks.filter { $0.language == "yaml" }
    let block = try #require(blocks.first { $0.text.hasPrefix(first + "\n") })
    return block.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func indent(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }

  private static func githubSteps() throws -> [Step] {
    var lines = try block("name: Geofences")[...]
    var steps: [Step] = []
    var isAlways = false
    while let line = lines.popFirst() {
      if line.contains("- ") { isAlways = line.hasSuffix("if: always()") }
      guard let mark = line.firstRange(of: "run:") else { continue }
      let rest = line[mark.upperBound...].drop { $0 == " " }
      let column = line.distance(from: line.startIndex, to: mark.lowerBound)
      let script = rest == "|" ? lines.prefix { indent($0) > column } : [rest]
      steps.append(Step(script: script.joined(separator: "\n"), isAlways: isAlways))
    }
    return steps
  }

  private static func gitlabSteps() throws -> [Step] {
    var steps: [Step] = []
    var section: Substring = ""
    for line in try block("geofences:") {
      if indent(line) == 2 {
        section = line
      } else if section.hasSuffix("script:") {
        let text = line.drop { $0 == " " }
        if text.hasPrefix("- ") {
          steps.append(
            Step(script: String(text.dropFirst(2)), isAlways: section == "  after_script:"))
        } else {
          steps[steps.count - 1].script += " \(text)"
        }
      }
    }
    return steps
  }

  /// Runs the steps; after one that fails, only those that always run.
  ///
  /// - Returns: the scripts that failed, with their output.
  private func run(_ steps: [Step]) throws -> [String] {
    let added = try project.folder.file("github-path", "")
    var failures: [String] = []
    for step in steps where step.isAlways || failures.isEmpty {
      let path = try String(contentsOfFile: added, encoding: .utf8).split(separator: "\n")
      let shell = try Shell(
        step.script, in: project.url, path: path.map(String.init) + [project.url.path],
        environment: ["GITHUB_PATH": added])
      if shell.status != 0 { failures.append("\(step.script): \(shell.errors)") }
    }
    return failures
  }

  private func report(_ name: String) throws -> JUnitSchema {
    let file = project.url.appendingPathComponent("results/\(name)")
    let report = try JUnitSchema(String(contentsOf: file, encoding: .utf8))
    #expect(report.violations == [])
    return report
  }

  @Test func `every line of the workflows is tried`() throws {
    #expect(try Self.githubSteps().map(\.isAlways) == [false, false, true])
    #expect(try Self.githubSteps()[1].script.contains("geofence audit"))
    #expect(try Self.gitlabSteps().map(\.isAlways) == [false, false, false, false, true])
  }

  @Test(arguments: ["GitHub", "GitLab"])
  func `a project that meets its recording passes, and leaves reports`(_ host: String) throws {
    let steps = host == "GitHub" ? try Self.githubSteps() : try Self.gitlabSteps()
    #expect(try run(steps) == [])
    #expect(try report("files.xml").root.all("testcase").count == 3)
    #expect(try report("events.xml").root.all("testcase").count == 4)
    let page = project.url.appendingPathComponent("results/report.html")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("tivoli"))
  }

  @Test(arguments: ["GitHub", "GitLab"])
  func `a project that does not meet it fails, and leaves reports all the same`(_ host: String)
    throws
  {
    let recording = project.url.appendingPathComponent("drives/events.txt")
    let lines = try String(contentsOf: recording, encoding: .utf8).split(separator: "\n")
    try Data(lines.dropLast().map { "\($0)\n" }.joined().utf8).write(to: recording)
    let steps = host == "GitHub" ? try Self.githubSteps() : try Self.gitlabSteps()
    #expect(try run(steps).count == 1)
    #expect(try report("events.xml").root.all("failure").count == 1)
    #expect(
      FileManager.default.fileExists(
        atPath: project.url.appendingPathComponent("results/report.html").path))
  }

  @Test(arguments: ["README", "ci"])
  func `the job for GitHub is whole, and names the action of this repository`(_ page: String)
    throws
  {
    let document = page == "ci" ? Document.page("ci") : Document.readme
    let blocks = try #require(document).blocks.filter { $0.language == "yaml" }
    let job = try #require(blocks.first).text
    for line in ["on: [push, pull_request]", "runs-on: ", "container: swift:", "actions/checkout@"]
    {
      #expect(job.contains(line), "\(line)")
    }
    let action = try #require(job.firstMatch(of: /OWNER\/geofence\/(.+)@main/)).1
    let text = try String(
      contentsOf: ToolRun.package.appendingPathComponent("\(action)/action.yml"), encoding: .utf8)
    #expect(text.contains("\n  folders:\n") && job.contains("folders: "))
  }

  @Test func `results that are kept and shown are those that are written`() throws {
    let github = try Self.block("name: Geofences").joined(separator: "\n")
    #expect(github.contains("path: results }"))
    let gitlab = try Self.block("geofences:").joined(separator: "\n")
    #expect(gitlab.contains("paths: [results]") && gitlab.contains("junit: \"results/*.xml\""))
  }
}
