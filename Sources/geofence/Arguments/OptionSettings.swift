import GeofenceBytes
import GeofenceCommandLine
import GeofenceInputs

extension Command {
  /// Returns a function that sets the options that are not given, but in the settings file.
  static func completing<Target>(_ simulation: WritableKeyPath<Target, SimulateOptions> & Sendable)
    -> Completing<Target>
  {
    { target, options, given, command in
      guard let path = target[keyPath: simulation].settingsFile else { return nil }
      do throws(InputError) {
        try OptionSettings(reading: path).apply(to: &target, options, except: given)
        target[keyPath: simulation].isToleranceGiven = given.contains("tolerance")
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
  private typealias Entry = (value: SettingsReader.Value, source: String)

  private var entries: [String: Entry] = [:]
  private static let note = "note"

  /// The keys that are no options: a remark, and the device and system of a recording.
  private static let notes = [note, "about"]

  private static let commands: [Command] = [.simulate, .audit, .report, .test]

  /// The options that a file may set, and those that it may not since they write one, by name.
  private static let parameters: [String: Parameter] = {
    let all = commands.flatMap(\.parameters).filter { $0.name != "settings" }
    return Dictionary(all.map { ($0.name, $0) }) { $0.isOutput ? $0 : $1 }
  }()

  init() {}

  init(reading path: String?) throws(InputError) {
    if let path { try read(path) }
  }

  mutating func merge(_ later: OptionSettings) { entries.merge(later.entries) { $1 } }

  mutating func read(_ path: String) throws(InputError) {
    for entry in try SettingsReader.read(path: path) where !Self.notes.contains(entry.name) {
      guard let parameter = Self.parameters[entry.name] else {
        let closest = Suggestion.closest(to: entry.name, among: Self.parameters.keys.sorted())
        throw InputError(
          source: path, place: .path(entry.name),
          problem: "no option is called \(entry.name.quotedExcerpt())",
          help: closest.map { "did you mean \"\($0)\"?" }
            ?? "the keys are the options of geofence simulate --help, without dashes")
      }
      guard !parameter.isOutput else {
        throw InputError(
          source: path, place: .path(entry.name), problem: "settings write no files",
          help:
            "remove it: --\(entry.name) stands on the command line of \(Self.owners(of: entry.name))"
        )
      }
      entries[entry.name] = (entry.value, path)
    }
  }

  /// Returns the commands that have an option, in a sentence.
  private static func owners(of option: String) -> String {
    commands.filter { command in command.parameters.contains { $0.name == option } }
      .map { "geofence \($0.name)" }.joinedInSentence()
  }

  static func note(in paths: [String]) -> String {
    paths.filter { $0 != "-" }.flatMap { path in
      ((try? SettingsReader.read(path: path)) ?? []).flatMap { entry in
        if entry.name == note, case .texts(let texts) = entry.value { texts } else { [String]() }
      }
    }.joined(separator: " ")
  }

  /// Returns the options that a file sets, as words of the command line of a command that has some.
  static func words<Target>(in path: String?, _ options: [Option<Target>]) -> [String] {
    var settings = OptionSettings()
    guard let path, path != "-", (try? settings.read(path)) != nil else { return [] }
    return options.map(\.parameter).flatMap { parameter in
      let texts = settings.entries[parameter.name].flatMap { entry in
        try? settings.texts(of: entry, for: parameter)
      }
      let name = "--\(parameter.name)"
      return (texts ?? []).map { parameter.valueName == nil ? name : "\(name)=\($0)" }
    }
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

  /// Returns the file that sets an option; `nil` where none does.
  func source(of name: String) -> String? { entries[name]?.source }

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
      let words = texts.map { Self.beside($0, entry.source, for: parameter) }
      // The recording of a first run is yet to be made.
      if parameter.name != "expect",
        let path = words.first(where: { Self.namesOneFile($0, parameter) && !FilePath.exists($0) })
      {
        var missing = mistake(
          "no such file: \(path.quotedExcerpt())",
          "it is sought beside \(entry.source), then in the folder of the run")
        missing.kind = .missing
        throw missing
      }
      return parameter.isRepeated || words.isEmpty ? words : [words.joined(separator: ",")]
    }
  }

  /// Returns true if a text is the path of a file, and not several models with `/` between them.
  private static func namesOneFile(_ text: String, _ parameter: Parameter) -> Bool {
    if case .wordsOrFiles = parameter.completion, text.contains("/") { return false }
    return parameter.completion.namesFile(text)
  }

  /// Returns the path of the file beside the settings, if there is one, instead of `text` itself.
  private static func beside(_ text: String, _ source: String, for parameter: Parameter) -> String {
    let neighbour = "\(FilePath.parts(of: source).folder)/\(text)"
    let isFile = parameter.completion.namesFile(text) && !text.hasPrefix("/")
    return isFile && FilePath.exists(neighbour) ? neighbour : text
  }

  /// Returns the text of a settings file that means in `folder` what the file at `path` means where
  /// it lies, but that the regions, if given, are those.
  static func text(of path: String?, in folder: String, regions: String?) throws(InputError)
    -> String
  {
    var members =
      regions.map {
        ["\"regions\": \(JSONText.compact(FilePath.relative($0, to: folder)))"]
      } ?? []
    for entry in try path.map({ path throws(InputError) in try SettingsReader.read(path: path) })
      ?? []
    where entry.name != "regions" || regions == nil {
      var text = entry.text
      if let path, let parameter = parameters[entry.name], case .texts(let texts) = entry.value {
        let moved = texts.map { text in
          let file = beside(text, path, for: parameter)
          return parameter.completion.namesFile(text) && FilePath.exists(file)
            ? FilePath.relative(file, to: folder) : text
        }
        if moved != texts {
          text = moved.count == 1 ? JSONText.compact(moved[0]) : JSONText.compact(moved)
        }
      }
      members.append("\(JSONText.compact(entry.name)): \(text)")
    }
    return "{\n  \(members.joined(separator: ",\n  "))\n}\n"
  }
}
