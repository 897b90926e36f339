import CLibrary
import GeofenceCommandLine
import ToolStartup

/// The whole tool: one tree of commands for dispatch, help, completions and the manual.
enum Tool {
  static let version = "0.1.0"

  /// The version, with the revision of the sources where an installed tool knows it.
  private static var fullVersion: String {
    guard let bytes = tool_revision(), bytes.pointee != 0 else { return version }
    return "\(version) (\(String(cString: bytes)))"
  }

  static let root = Command(
    name: "geofence",
    abstract: "See on a laptop or in CI what a phone's geofences would have done along a track.",
    options: [
      Parameter(
        name: "version", summary: "Show the version, and the revision of an installed tool."),
      Parameter(
        name: "generate-completion-script", valueName: "shell",
        summary: "Print completions for bash, zsh or fish.",
        completion: .words(Shell.allCases.map(\.rawValue))),
      Parameter(name: "generate-manual", summary: "Print the manual page, for man(1)."),
    ],
    examples: [
      Example(
        "Which events the app receives, and when",
        "geofence simulate drive.gpx --regions regions.json"),
      Example("Why one place did not ring", "geofence why drive.gpx tivoli --regions regions.json"),
      Example(
        "The same as a page with a map",
        "geofence report drive.gpx --regions regions.json -o drive.html"),
    ],
    subcommands: [.simulate, .why, .test, .audit, .report, .validate, .reminders], topics: Topic.all
  )

  /// The arguments of the process; file names that are not UTF-8 keep their bytes.
  static var arguments: [String] {
    var (words, count) = (CommandLine.unsafeArgv, Int(CommandLine.argc))
    #if os(Linux) && canImport(Glibc)
      // Swift reads them from /proc, which need not be there.
      if count == 0 || words[0] == nil, let kept = tool_arguments() {
        (words, count) = (kept, Int(tool_argument_count()))
      }
    #endif
    return UnsafeBufferPointer(start: words, count: count).map {
      $0.map { String(nativePath: UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? ""
    }
  }

  static func run(_ arguments: ArraySlice<String>) -> ExitStatus {
    // Every command accepts `--version`, as in other tools.
    if arguments.prefix(while: { $0 != "--" }).contains("--version") {
      return .printing(fullVersion)
    }
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
