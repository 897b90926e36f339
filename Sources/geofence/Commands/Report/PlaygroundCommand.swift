import GeofenceBytes
import GeofenceCommandLine
import GeofenceReport

struct PlaygroundOptions: Sendable {
  var output: String?

  static let groups: [OptionGroup<PlaygroundOptions>] = [
    OptionGroup(
      title: "output",
      options: [
        .value("output", "file", "The page to write; - is standard output.", \.output, .file)
          .or("o").writing().usual()
      ])
  ]
}

extension Command {
  static let playground = Command(
    name: "playground",
    abstract: "Write a page that reads tracks without this tool.",
    synopsis: "-o <file>", operands: [], groups: PlaygroundOptions.groups,
    examples: [
      Example("One file to hand to a colleague", "geofence playground -o playground.html")
    ], defaults: PlaygroundOptions(), run: playground)

  private static func playground(_ options: PlaygroundOptions, _ operands: [String])
    throws(UsageError) -> ExitStatus
  {
    guard let path = options.output else {
      throw UsageError("Missing expected argument '--output <file>'")
    }
    guard operands.isEmpty else {
      throw UsageError("Unexpected argument '\(operands[0])': a playground reads files itself")
    }
    try requireName(of: path, "output", "an HTML page: name it playground.html", not: "svg")
    if path == "-" { return .printing(String(PlaygroundPage.html.dropLast())) }
    return concluding("playground", junit: nil) { () throws(InputError) in
      try WholeFile.write(
        PlaygroundPage.html.utf8, to: path, interrupted: { Interruption.isRequested })
      return .success
    }
  }
}
