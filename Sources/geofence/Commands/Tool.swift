import GeofenceFormats

/// The tool as a whole: one list of commands for dispatch, help and suggestions.
enum Tool {
  static let version = "0.1.0"

  static let commands = [Command.simulate, .audit]

  static func run(_ arguments: ArraySlice<String>) -> ExitStatus {
    guard let first = arguments.first else { return .printing(help.text) }
    let rest = arguments.dropFirst()
    switch first {
    case "--help", "-h": return .printing(help.text)
    case "--version": return .printing(version)
    case "help": return printHelp(of: rest.first)
    default:
      guard let command = commands.first(where: { $0.name == first }) else {
        return refuse(unknown(first), usage: help.usage, seeAlso: "geofence --help")
      }
      do {
        return try command.run(rest)
      } catch {
        return refuse(
          error.message, usage: command.help.usage, seeAlso: "geofence \(command.name) --help")
      }
    }
  }

  private static var help: Help {
    Help(
      overview: "See on a laptop or in CI what a phone's geofences would have done along a track.",
      usage: "geofence <command>",
      sections: [
        (
          title: "options",
          rows: [
            (name: "--version", summary: "Show the version."),
            (name: "--help, -h", summary: "Show this help."),
          ]
        ),
        (title: "commands", rows: commands.map { (name: $0.name, summary: $0.abstract) }),
      ], footer: ["See 'geofence help <command>' for the options of a command."])
  }

  private static func printHelp(of name: String?) -> ExitStatus {
    guard let name else { return .printing(help.text) }
    guard let command = commands.first(where: { $0.name == name }) else {
      return refuse(unknown(name), usage: help.usage, seeAlso: "geofence --help")
    }
    return .printing(command.help.text)
  }

  private static func unknown(_ name: String) -> String {
    if name.hasPrefix("-") {
      let closest = Suggestion.closest(to: name, among: ["--version", "--help"])
      return "Unknown option '\(name)'" + (closest.map { ". Did you mean '\($0)'?" } ?? "")
    }
    let closest = Suggestion.closest(to: name, among: commands.map(\.name) + ["help"])
    return "Unknown command '\(name)'" + (closest.map { ". Did you mean '\($0)'?" } ?? "")
  }

  private static func refuse(_ message: String, usage: String, seeAlso: String) -> ExitStatus {
    Console.note("Error: \(message)\nUsage: \(usage)\n  See '\(seeAlso)' for more information.")
    return .usage
  }
}
