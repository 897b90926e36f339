import CLibrary
import GeofenceFormats

/// The tool as a whole: one tree of commands for dispatch, help, completions and the manual.
enum Tool {
  static let version = "0.1.0"

  static let root = Command(
    name: "geofence",
    abstract: "See on a laptop or in CI what a phone's geofences would have done along a track.",
    options: [
      Parameter(name: "version", summary: "Show the version."),
      Parameter(
        name: "generate-completion-script", valueName: "shell",
        summary: "Print completions for bash, zsh or fish.",
        completion: .words(Shell.allCases.map(\.rawValue))),
      Parameter(name: "generate-manual", summary: "Print the manual page, for man(1)."),
    ],
    subcommands: [.simulate, .test, .audit, .report, .validate, .reminders], topics: Topic.all)

  /// What the process was started with; file names that are not UTF-8 are whole.
  static var arguments: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).map {
      $0.map { String(nativePath: UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? ""
    }
  }

  static func run(_ arguments: ArraySlice<String>) -> ExitStatus {
    // Of every command, as other tools have it.
    if arguments.prefix(while: { $0 != "--" }).contains("--version") { return .printing(version) }
    switch arguments.first {
    case "--generate-manual": return .printing(Manual(of: root, version: version).text)
    case let first? where first.hasPrefix("--generate-completion-script"):
      return printCompletions(first, arguments.dropFirst().first)
    default: return Dispatch(root).run(arguments)
    }
  }

  private static func printCompletions(_ option: String, _ next: String?) -> ExitStatus {
    let attached = option.firstIndex(of: "=").map { String(option[$0...].dropFirst()) }
    let own = getenv("SHELL").flatMap { String(cString: $0).split(separator: "/").last }
    guard let shell = (attached ?? next ?? own.map(String.init)).flatMap(Shell.init) else {
      return Dispatch(root).refuse(
        UsageError(
          "Missing or unknown shell for '--generate-completion-script <shell>': expected "
            + "one of \(Shell.allCases.map(\.rawValue).joined(separator: ", "))"))
    }
    return .printing(shell.script(for: root))
  }
}
