import Foundation
import TestSupport
import Testing

/// The jobs for GitHub and GitLab that README and the page on CI show; the script is run step by step.
struct WorkflowTests {
  private let project: ExampleProject

  init() throws { project = try ExampleProject() }

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

  private static func steps() throws -> [Step] {
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
    var failures: [String] = []
    for step in steps where step.isAlways || failures.isEmpty {
      let shell = try Shell(step.script, in: project.url, path: [project.url.path])
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

  @Test func `every line of the script is tried`() throws {
    #expect(try Self.steps().map(\.isAlways) == [false, false, false, false, true])
  }

  @Test func `a project that meets its recording passes, and leaves reports`() throws {
    #expect(try run(Self.steps()) == [])
    #expect(try report("files.xml").root.all("testcase").count == 3)
    #expect(try report("events.xml").root.all("testcase").count == 4)
    let page = project.url.appendingPathComponent("results/report.html")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("tivoli"))
  }

  @Test func `a project that does not meet it fails, and leaves reports all the same`() throws {
    let recording = project.url.appendingPathComponent("drives/events.txt")
    let lines = try String(contentsOf: recording, encoding: .utf8).split(separator: "\n")
    try Data(lines.dropLast().map { "\($0)\n" }.joined().utf8).write(to: recording)
    #expect(try run(Self.steps()).count == 1)
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
    let gitlab = try Self.block("geofences:").joined(separator: "\n")
    #expect(gitlab.contains("paths: [results]") && gitlab.contains("junit: \"results/*.xml\""))
  }
}
