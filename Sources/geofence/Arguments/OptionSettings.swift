import GeofenceBytes
import GeofenceCommandLine
import GeofenceInputs

extension Command {
  /// Returns a function that sets the options that are not given, but in the settings file.
  static func completing<Target>(_ simulation: KeyPath<Target, SimulateOptions> & Sendable)
    -> Completing<Target>
  {
    { target, options, given, command in
      guard let path = target[keyPath: simulation].settingsFile else { return nil }
      do throws(InputError) {
        var settings = OptionSettings()
        try settings.read(path)
        try settings.apply(to: &target, options, except: given)
        return nil
      } catch {
        return concluding(command, junit: target[keyPath: simulation].junit) {
          () throws(InputError) in throw error
        }
      }
    }
  }
}

/// The options that come from settings files; those of a later file win.
struct OptionSettings: Sendable {
  private struct Entry: Sendable {
    let value: SettingsReader.Value
    let source: String
  }

  private var entries: [String: Entry] = [:]
  private static let note = "note"

  /// The keys that are no options: a remark, and the device and system of a recording.
  private static let notes = [note, "about"]

  private static let names: Set<String> = {
    let commands: [Command] = [.simulate, .audit, .report, .test]
    return Set(commands.flatMap(\.optionNames)).subtracting(["settings"])
  }()

  mutating func read(_ path: String) throws(InputError) {
    for entry in try SettingsReader.read(path: path) where !Self.notes.contains(entry.name) {
      guard Self.names.contains(entry.name) else {
        let closest = Suggestion.closest(to: entry.name, among: Self.names.sorted())
        throw InputError(
          source: path, place: .path(entry.name),
          problem: "no option is called \(entry.name.quotedExcerpt())",
          help: closest.map { "did you mean \"\($0)\"?" }
            ?? "the keys are the options of geofence simulate --help, without dashes")
      }
      entries[entry.name] = Entry(value: entry.value, source: path)
    }
  }

  static func note(in paths: [String]) -> String {
    paths.filter { $0 != "-" }.flatMap { path in
      ((try? SettingsReader.read(path: path)) ?? []).flatMap { entry in
        if entry.name == note, case .texts(let texts) = entry.value { texts } else { [String]() }
      }
    }.joined(separator: " ")
  }

  func apply<Target>(
    to target: inout Target, _ options: [Option<Target>], except given: Set<String> = []
  ) throws(InputError) {
    for option in options where !given.contains(option.parameter.name) {
      guard let entry = entries[option.parameter.name] else { continue }
      for text in try texts(of: entry, for: option.parameter) {
        do {
          try option.apply(&target, text)
        } catch {
          throw InputError(
            source: entry.source, place: .path(option.parameter.name), problem: error.message)
        }
      }
    }
  }

  /// Returns the alphabetically first name that a file sets and `options` lack, with the file.
  func unknown<Target>(to options: [Option<Target>]) -> (name: String, source: String)? {
    let known = Set(options.map(\.parameter.name))
    let name = entries.keys.filter { !known.contains($0) }.min()
    return name.flatMap { name in entries[name].map { (name, $0.source) } }
  }

  private func texts(of entry: Entry, for parameter: Parameter) throws(InputError) -> [String] {
    func mistake(_ problem: String, _ help: String) -> InputError {
      InputError(
        source: entry.source, place: .path(parameter.name), problem: problem, help: help)
    }
    switch (entry.value, parameter.valueName) {
    case (.none, _), (.toggle(false), nil): return []
    case (.toggle(true), nil): return [""]
    case (.texts, nil): throw mistake("neither true nor false", "write true or false")
    case (.toggle, let name?): throw mistake("no value of <\(name)>", "write a text or a number")
    case (.texts(let texts), _):
      let words =
        parameter.completion == .files ? texts.map { beside($0, entry.source) } : texts
      return parameter.isRepeated || words.isEmpty ? words : [words.joined(separator: ",")]
    }
  }

  /// Returns the path of the file beside the settings, if there is one, instead of `path` itself.
  private func beside(_ path: String, _ source: String) -> String {
    let neighbour = "\(FilePath.parts(of: source).folder)/\(path)"
    return !path.hasPrefix("/") && path != "-" && FilePath.exists(neighbour) ? neighbour : path
  }
}
