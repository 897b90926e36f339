import Foundation
import TestSupport
import Testing

/// The documents, whose commands, outputs and links have to be true.
@Suite(.slow) struct DocumentTests {
  @Test func `there are documents and transcripts`() {
    #expect(Document.all.count >= 15)
    #expect(Transcript.all.count >= 12)
  }

  @Test(arguments: Transcript.all)
  func `a transcript is what its command prints`(_ transcript: Transcript) throws {
    let shell = try Shell(
      "set +eo pipefail\n" + transcript.command,
      in: ToolRun.package.appendingPathComponent(transcript.folder))
    #expect(shell.output == transcript.output, "\(shell.errors)")
  }

  /// Returns commands as they run in an example project, where the drive there replaces what comes
  /// through a pipe.
  private static func runnable(_ commands: String) -> String {
    commands.replacing(#/(?m)^[^|\n]+ \| geofence/#, with: "cat drive.gpx | geofence")
  }

  /// The commands without output, by blocks; those that need a program that is not installed are
  /// left out.
  private static let examples = Document.all.flatMap { document in
    document.blocks.filter { $0.language == "sh" }.map { runnable($0.text) }.filter { text in
      let programs = Set(text.matches(of: #/(?:^|\n|\| )([a-z_]+)\s/#).map { String($0.1) })
      let script = programs.map { "command -v \($0)" }.joined(separator: " && ")
      return (try? Shell(script, in: ToolRun.package))?.status == 0
    }
  }

  /// The commands under the examples of each command's help.
  private static let helpExamples: [String] = {
    let commands = (try? ToolRun("help").output).map {
      CompletionTests.names(under: "COMMANDS:", in: $0)
    }
    return (commands ?? []).flatMap { command in
      let help = ((try? ToolRun("help", command).output) ?? "").components(
        separatedBy: "\nEXAMPLES:\n")
      guard help.count == 2 else { return [String]() }
      return help[1].components(separatedBy: "\n\n")[0].replacing(" \\\n", with: " ")
        .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.hasPrefix("#") }.map(runnable)
    }
  }()

  @Test func `the help has examples`() { #expect(Self.helpExamples.count >= 5) }

  @Test(arguments: Self.examples + Self.helpExamples)
  func `commands that are shown without output succeed in a project with such files`(
    _ commands: String
  ) throws {
    let project = try ExampleProject()
    let shell = try Shell(commands, in: project.url)
    #expect(shell.status == 0, "\(shell.errors)")
  }

  /// The JSON files that the documents show: regions, scenarios and positioning models.
  private static let files = Document.all.flatMap { document in
    document.blocks.filter { $0.language == "json" }.map(\.text)
  }

  @Test(arguments: Self.files)
  func `a file that is shown is taken`(_ text: String) throws {
    let project = try ExampleProject()
    let path = try project.folder.file("shown.json", text)
    let options =
      if text.contains("\"identifier\"") {
        "--regions '\(path)'"
      } else {
        "--regions regions.json \(text.hasPrefix("[") ? "--scenario" : "--positioning") '\(path)'"
      }
    let shell = try Shell("geofence simulate drive.gpx \(options)", in: project.url)
    #expect(shell.status == 0, "\(shell.errors)")
  }

  @Test func `every room, folder, file and type of the map is there`() throws {
    let sources = ToolRun.package.appendingPathComponent("Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    var names = Set(["Tests"])
    for path in paths {
      let url = sources.appendingPathComponent(path)
      names.insert(url.deletingPathExtension().lastPathComponent)
      guard url.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: url, encoding: .utf8)
      for declaration in text.matches(of: #/(?m)^.*\b(?:struct|enum|class|protocol) ([A-Z]\w*)/#) {
        names.insert(String(declaration.1))
      }
    }
    let map = try Document(sources.appendingPathComponent("README.md"))
    let named = map.prose.matches(of: #/`([A-Z][A-Za-z]+(?:\+[A-Za-z]+)?)`/#).map { String($0.1) }
    #expect(named.count > 60)
    #expect(Set(named).subtracting(names).isEmpty)
  }

  @Test(arguments: Document.all)
  func `every option, topic, target and file that is named is there`(_ document: Document) throws {
    let options = try ToolRun("--generate-completion-script", "bash").output
    for option in document.prose.matches(of: /`(--[a-z][a-z-]+)/).map(\.1) {
      #expect(options.contains(option), "\(option)")
    }
    for topic in Set(document.text.matches(of: /geofence help ([a-z-]+)/).map(\.1)) {
      #expect(try ToolRun("help", String(topic)).status == 0, "\(topic)")
    }
    let makefile = try String(
      contentsOf: ToolRun.package.appendingPathComponent("Makefile"), encoding: .utf8)
    for target in document.text.matches(of: /[`$] ?make ([a-z]+)/).map(\.1) {
      #expect(makefile.contains("\n\(target):"), "make \(target)")
    }
    let folder = document.url.deletingLastPathComponent()
    for link in document.prose.matches(of: /\]\(([^):]+)\)/).map(\.1) {
      let path = folder.appendingPathComponent(String(link.prefix { $0 != "#" })).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link)")
    }
  }

  @Test func `the README fits a newcomer's patience`() throws {
    let readme = try #require(Document.readme)
    #expect(readme.text.count { $0 == "\n" } <= 200)
  }

  @Test func `the example test is one of the tests`() throws {
    let test = try String(
      contentsOf: ToolRun.package.appendingPathComponent(
        "Tests/SimulatedCoreLocationTests/ReadmeExampleTests.swift"), encoding: .utf8)
    let blocks = try #require(Document.readme).blocks.filter { $0.language == "swift" }
    #expect(blocks.map(\.text).contains(test))
  }

  @Test func `every target of the README's list is one of the Makefile's`() throws {
    let text = try #require(Document.readme).text
    let targets = text.matches(of: /make ([a-z]+)/).map { String($0.1) }
    #expect(Set(targets).isSuperset(of: ["demo", "test", "install", "dist", "lint"]))
  }
}
