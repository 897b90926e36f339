import GeofenceBytes
import GeofenceCommandLine

/// A new test, made from a recorded drive, whose folder gets its name when it is complete.
struct NewCase {
  private let options: TestOptions
  private let folder: String
  private var draft = ""
  /// The files that were copied, by the paths of their copies in the draft.
  private var originals: [String: String] = [:]

  init(_ options: TestOptions, _ folder: String) throws(InputError) {
    self.options = options
    let folder = FilePath.withoutTrailingSlashes(folder)
    guard !FilePath.parts(of: folder).name.isEmpty, !FilePath.exists(folder) else {
      throw Self.obstacle(at: folder)
    }
    self.folder = folder
  }

  /// Returns the error about what has the name of the new folder.
  private static func obstacle(at path: String) -> InputError {
    let isFolder = FilePath.isFolder(path)
    let isTest = CaseFolder.recordings.contains { FilePath.exists("\(path)/\($0)") }
    return InputError(
      kind: .creating, source: path,
      problem: isFolder ? "the folder is there already" : "a file of this name is there already",
      help: isTest
        ? "name another, or record it again with geofence test \(path.shellWord) --update"
        : isFolder ? "name a new folder in it, such as \(path)/drive" : "name another")
  }

  mutating func make() throws(InputError) -> ExitStatus {
    let parent = FilePath.parts(of: folder).folder
    let missing = Folder.missing(in: parent)
    defer { missing.forEach(Folder.removeEmpty) }
    do {
      draft = try Folder.makeDraft(in: parent)
    } catch {
      var error = error
      error.source = folder
      throw error
    }
    defer { Folder.remove(draft) }
    try copyFiles()
    try WholeFile.write([], to: "\(draft)/expected.txt")
    var recording = options
    recording.updates = true
    let found = CaseFinder.find(in: [draft])
    guard let first = found.first else { return .data }
    let outcome = CaseRun(options: recording, pages: [:]).outcome(of: first)
    let hasPassed = outcome.hasPassed && !Interruption.isRequested
    for line in hasPassed ? outcome.warnings : outcome.transcript { Console.note(named(line)) }
    guard hasPassed else {
      Console.tell("the folder is not made", severity: "note", of: folder)
      return outcome.hasPassed ? .interrupted : outcome.status
    }
    let events = try Folder.text(of: "\(draft)/expected.txt")
    try Folder.move(draft, to: folder)
    let inherited = (try? first.folder.get())?.regions
    if let path = options.copies ? nil : options.regions ?? inherited {
      let way = options.regions == nil ? "" : "; --copy copies them instead"
      Console.note(
        "\(folder.visible): its regions are those of \(path.visible), whose changes it tests\(way)")
    }
    Console.note(
      outcome.events == 0
        ? "\(folder.visible): no event is delivered: as it is, the test expects none"
        : "\(folder.visible): \(counted(outcome.events, "event")) recorded; look them over, and commit "
          + "the folder")
    return events.isEmpty ? .success : .printing(String(events.dropLast()))
  }

  /// Returns a message with the names of the files that the user gave, in place of their copies'.
  private func named(_ line: String) -> String {
    originals.reduce(line) { $0.replacing($1.key.visible, with: $1.value.visible) }
      .replacing(draft.visible, with: folder.visible)
  }

  /// Copies the files of the test, but for the app's regions, to which its settings lead.
  private mutating func copyFiles() throws(InputError) {
    let tracks = options.tracks.enumerated().map { number, track in
      (track as String?, options.tracks.count == 1 ? "track" : "track-\(number + 1)")
    }
    let others = [
      (options.copies ? options.regions : nil, "regions"), (options.scenario, "scenario.json"),
      (options.reminders, "reminders.ics"),
    ]
    for case (let path?, let name) in tracks + others {
      // Tracks and regions keep the endings of their names.
      let ending = FilePath.parts(of: path).name.split(separator: ".").dropFirst().last ?? "dat"
      let copy = "\(draft)/\(name)" + (name.contains(".") ? "" : ".\(ending)")
      originals[copy] = path
      try Folder.copyFile(path, to: copy)
    }
    let link = options.copies ? nil : options.regions
    // An error about a file that is missing has the path that was given.
    if let link { _ = try ByteSource.contents(of: link) }
    guard options.settings != nil || link != nil else { return }
    let settings = "\(draft)/settings.json"
    if let path = options.settings { originals[settings] = path }
    if let link { originals["\(draft)/\(FilePath.relative(link, to: draft))"] = link }
    try WholeFile.write(
      OptionSettings.text(of: options.settings, in: draft, regions: link).utf8, to: settings)
  }
}
