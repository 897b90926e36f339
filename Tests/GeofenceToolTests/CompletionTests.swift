import Foundation
import Testing

/// The shells' completions, which are generated from the same commands as help.
struct CompletionTests {
  @Test(arguments: ["bash", "zsh", "fish", "manual"])
  func `every option of every command is there`(_ form: String) throws {
    let text = try Self.script(form)
    for command in try Self.leaves() {
      #expect(command.allSatisfy { text.contains($0) })
      for option in try Self.options(in: ToolRun(["help"] + command).output) {
        let spelling = form == "manual" ? option.replacing("-", with: "\\-") : option
        #expect(text.contains(form == "fish" ? "-l \(option.dropFirst(2)) " : spelling))
      }
    }
  }

  /// Returns the names that lead to each command, as help lists them.
  private static func leaves(below path: [String] = []) throws -> [[String]] {
    let names = try names(under: "COMMANDS:", in: ToolRun(["help"] + path).output)
    return names.isEmpty ? [path] : try names.flatMap { try leaves(below: path + [$0]) }
  }

  @Test func `the commands within a command are there`() throws {
    #expect(try Self.leaves().contains(["reminders", "add"]))
  }

  @Test func `a shell that is not known is refused`() throws {
    for arguments in [["--generate-completion-script="], ["--generate-completion-script", "tcsh"]] {
      let run = try ToolRun(arguments)
      #expect(run.status == 64)
      #expect(run.errors.contains("expected one of bash, zsh, fish"))
    }
  }

  @Test(arguments: [("/usr/bin/fish", 0), ("/bin/tcsh", 64), ("", 64)])
  func `the shell is the user's where none is named`(shell: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    let run = try Shell(
      "geofence --generate-completion-script", in: folder.url,
      environment: ["SHELL": shell])
    #expect(run.status == status)
    #expect(run.output.contains("complete -c geofence") == (status == 0))
  }

  @Test(
    .enabled(if: Self.path(of: "bash") != nil),
    arguments: [
      ("geofence s", "simulate"),
      ("geofence simulate --ra", "--radius --rank --rate"),
      ("geofence simulate --rank c", "centre"),
      ("geofence simulate --rank = b", "boundary"),
      ("geofence simulate --positioning ph", "phone"),
      ("geofence audit --rank centre,b", "centre,boundary"),
      ("geofence audit --reselect-on event/event,si", "event/event,significant"),
      ("geofence help au", "audit"), ("geofence help sc", "scenarios"),
      ("geofence reminders help ed", "edit"),
      ("geofence --generate-completion-script z", "zsh"),
      ("geofence simulate --limit 2", ""), ("geofence reminders un", "uncomplete"),
      ("geofence reminders add --unit k", "km"),
    ])
  func `bash completes`(_ line: String, _ offers: String) throws {
    let script = """
      COMP_WORDS=(\(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _geofence 2>/dev/null
      echo "${COMPREPLY[*]}"
      """
    #expect(try Self.run("bash", Self.script("bash") + script) == offers)
  }

  @Test(
    .enabled(if: Self.path(of: "fish") != nil, "fish is not installed"),
    arguments: [
      ("geofence s", "simulate"), ("geofence simulate --ran", "--rank"),
      ("geofence simulate --rank c", "centre"), ("geofence simulate --rank=c", "--rank=centre"),
      ("geofence audit --rank centre,b", "centre,boundary"), ("geofence help au", "audit"),
      ("geofence help sc", "scenarios"),
      ("geofence reminders un", "uncomplete"),
      ("geofence reminders add --unit k", "km"),
    ])
  func `fish completes`(_ line: String, _ offer: String) throws {
    let script = try Self.script("fish") + "complete -C '\(line)' | string split -f 1 \\t"
    #expect(try Self.run("fish", script) == offer)
  }

  @Test(.enabled(if: Self.path(of: "zsh") != nil, "zsh is not installed"))
  func `zsh reads its script`() throws {
    #expect(
      try Self.run("zsh", "compdef() { echo \"$@\" }\n" + Self.script("zsh"))
        == "_geofence geofence")
  }

  private static func script(_ form: String) throws -> String {
    let run =
      try form == "manual"
      ? ToolRun("--generate-manual") : ToolRun("--generate-completion-script", form)
    #expect(run.status == 0)
    return run.output
  }

  /// Returns the first words of the rows under a heading of a help text.
  static func names(under heading: String, in help: String) -> [String] {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.drop { $0 != heading }.dropFirst().prefix { !$0.isEmpty }
    return rows.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  private static func options(in help: String) -> [String] {
    help.split(separator: "\n").filter { $0.hasPrefix("  --") }
      .map { String($0.dropFirst(2).prefix { $0 != " " && $0 != "," }) }
  }

  private static func path(of shell: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(shell)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Returns the text that `shell` prints when it runs `script`, without the last line end.
  private static func run(_ shell: String, _ script: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(path(of: shell)))
    process.arguments = ["-c", script]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
