import Foundation
import Testing

/// The pages of reference that `geofence help TOPIC` and the manual show.
struct TopicTests {
  /// Returns the names and abstracts that help lists.
  private static func topics() throws -> [String] {
    let lines = try ToolRun("--help").output.split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0 != "TOPICS:" }.dropFirst().prefix { !$0.isEmpty }
      .filter { !$0.hasPrefix("   ") }.compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
  }

  private static func files() throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: ToolRun.package.appendingPathComponent("Sources/geofence/Topics/Pages"),
      includingPropertiesForKeys: nil)
  }

  @Test func `every page is a topic, and has its name`() throws {
    #expect(
      try Self.topics().sorted()
        == Self.files().map { $0.deletingPathExtension().lastPathComponent }.sorted())
  }

  @Test func `a topic begins with its title and fits a terminal, commands and data apart`() throws {
    for topic in try Self.topics() {
      let run = try ToolRun("help", topic)
      #expect(run.status == 0)
      #expect(run.output.hasPrefix(topic.uppercased().replacing("-", with: " ") + "\n\n"))
      for line in run.output.split(separator: "\n") where !line.hasPrefix("    ") {
        #expect(line.count <= 80, "\(topic): \(line)")
        #expect(!line.hasSuffix(" "), "\(topic): \(line)")
      }
    }
  }

  @Test func `the pages are read in an hour, and each explains its letters where they stand`()
    throws
  {
    var words = 0
    for file in try Self.files() {
      let text = try String(contentsOf: file, encoding: .utf8)
      words += text.split { $0.isWhitespace }.count
      for letter in ["D", "O", "A"]
      where text.contains(try Regex("\\(\(letter)[),;]|, \(letter)\\)|[|] \(letter) [|]")) {
        #expect(
          text.contains("(\(letter)): "), "\(file.lastPathComponent) does not explain \(letter)")
      }
    }
    #expect(words <= 9500, "what nobody needs at a terminal belongs to Sources/geofence/Documents")
  }

  @Test func `every row of a page's tables has as many cells as the head`() throws {
    for file in try Self.files() {
      let text = try String(contentsOf: file, encoding: .utf8)
      var cells: Int?
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let count = line.replacing("\\|", with: "").count { $0 == "|" }
        #expect(!line.hasPrefix("|") || cells == nil || cells == count, "\(line)")
        cells = line.hasPrefix("|") ? cells ?? count : nil
      }
    }
  }

  @Test func `the manual names every topic, and says each option once`() throws {
    let manual = try ToolRun("--generate-manual").output
    for topic in try Self.topics() {
      #expect(manual.contains(".IP \"\\fB\(topic.replacing("-", with: "\\-"))\\fR\" 14\n"))
    }
    #expect(manual.contains("\n.SH EXIT STATUS\n"))
    let entries = manual.matches(of: /\n\.IP "(.*)" 8\n(.*)/).map { "\($0.1) \($0.2)" }
    #expect(Set(entries).count == entries.count)
    #expect(manual.count { $0 == "\n" } <= 615)
  }

  @Test func `what is no topic is refused, with the nearest one`() throws {
    let run = try ToolRun("help", "scenario")
    #expect(run.status == 64)
    #expect(
      run.errors.hasPrefix("Error: Unknown command or topic 'scenario'. Did you mean 'scenarios'?"))
    #expect(try ToolRun("reminders", "help", "scenarios").status == 64)
    let found = try ToolRun("help", "GPX")
    #expect(found.status == 64)
    #expect(found.errors.hasPrefix("Error: Unknown command or topic 'GPX'. The word is in"))
    #expect(found.errors.contains("'geofence help tracks'"))
    #expect(
      try ToolRun("help", "loitering").errors.contains("The word is in 'geofence help android'"))
    #expect(try ToolRun("help", "--within").errors.contains("'geofence help selection'"))
    #expect(try !ToolRun("help", "timezone").errors.contains("glossary"))
    #expect(try ToolRun("help", "glossary", "dwell").errors.contains("These words are in"))
    #expect(
      try ToolRun("help", "simulate", "audit").errors.contains("'audit' is one word too many"))
    for word in [
      "reboot", "permission", "duplicate", "killed", "reinstall", "twenty", "my app was killed",
    ] {
      let found = try ToolRun(["help"] + word.split(separator: " ").map(String.init))
      #expect(
        found.errors.contains(#/[.] Th(e word is|ese words are) in .geofence help /#), "\(word)")
      #expect(!found.errors.contains("Did you mean"), "\(word)")
    }
  }

  @Test func `help tells no exit status without a meaning`() throws {
    for command in ["simulate", "why", "test", "audit", "report", "validate"] {
      let help = try ToolRun(command, "--help").output
      let status = try #require(help.firstMatch(of: /Exit status: 0 done, (.*)/)?.1, "\(command)")
      #expect(status.hasPrefix("1 ") == (command != "why"), "\(command)")
      #expect(!status.hasPrefix("1 ,"), "\(command)")
    }
  }

  @Test func `a table's cells are wrapped in their columns`() throws {
    #expect(
      try ToolRun("help", "exit-status").output.contains(
        """

        STATUS  MEANING
        0       done; also when the reader of a pipe closed it
        1       an expectation or a bar was not met: --expect, --min-recall, --strict of
                validate; a test failed

        """))
  }
}
