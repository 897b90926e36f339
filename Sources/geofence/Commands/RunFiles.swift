import GeofenceBytes
import GeofenceCommandLine
import GeofenceReminders

/// The files of a run and their uses, so that none is written over another or read in vain.
struct RunFiles {
  private var inputs: [(use: String, path: String)] = []
  private var outputs: [(use: String, path: String)] = []

  mutating func read(_ use: String, _ path: String?) {
    if let path { inputs.append((use, path)) }
  }

  /// Adds the files that another run reads, with its name.
  mutating func read(_ run: RunFiles, of name: String) {
    inputs += run.inputs.map { ("\($0.use) of \(name)", $0.path) }
  }

  /// Adds a file that is written, and only here if it is also read; `-` is standard output.
  mutating func write(_ use: String, _ path: String?) {
    if let path { outputs.append((use, path)) }
  }

  func check() throws(UsageError) {
    let uses = inputs.filter { $0.path == "-" }.map(\.use)
    guard uses.count <= 1 else {
      throw UsageError(
        "Standard input '-' can be read only once: it is given as \(uses.joinedInSentence())")
    }
    var names: [FileIdentity: String] = [:]
    for input in inputs {
      let file = input.path == "-" ? FileIdentity(descriptor: 0) : FileIdentity(path: input.path)
      if let file { names[file] = Self.name(input) }
    }
    for output in outputs {
      if output.path == "-", !Self.mayBeStandardOutput.contains(output.use) {
        throw UsageError(
          "'\(output.use) -' would write a file that is named '-': name another file")
      }
      let file = output.path == "-" ? FileIdentity(descriptor: 1) : FileIdentity(path: output.path)
      guard let file else { continue }
      if let other = names.updateValue(Self.name(output), forKey: file) {
        throw UsageError("\(Self.name(output)) would overwrite \(other): name another file")
      }
    }
  }

  private static let mayBeStandardOutput: Set = ["standard output", "--output", "--svg"]

  private static func name(_ file: (use: String, path: String)) -> String {
    file.path == "-" ? file.use : "\(file.use) '\(file.path)'"
  }
}

extension WholeFile {
  /// Returns the files at `paths`, by these, as soon as no other run uses them.
  static func claimed(_ paths: [String]) throws(InputError) -> [String: WholeFile] {
    try claiming(
      paths,
      waiting: { Console.tell("waiting for another run that uses it", severity: "note", of: $0) },
      interrupted: { Interruption.isRequested })
  }
}

extension SimulateOptions {
  func files(_ tracks: [String], prints: Bool = true) -> RunFiles {
    var files = RunFiles()
    if prints { files.write("standard output", "-") }
    for track in tracks { files.read("the track", track) }
    for path in regions { files.read("--regions", path) }
    for path in reminders.flatMap(ReminderStore.files) { files.read("--reminders", path) }
    files.read("--scenario", scenario)
    files.read("--positioning", positioningFile)
    files.read("--settings", settingsFile)
    if updatesExpectations {
      files.write("--expect", expectations)
    } else {
      files.read("--expect", expectations)
    }
    if output != "-" { files.write("--output", output) }
    files.write("--state", state)
    files.write("--junit", junit)
    return files
  }
}
