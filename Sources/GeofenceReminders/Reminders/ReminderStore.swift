import GeofenceBytes

/// The reminders of several files, and of folders with one reminder in each file, read as one.
///
/// The list of a folder has the name in its file `displayname`, or else that of the folder, as
/// vdirsyncer keeps it.
package struct ReminderStore: Sendable {
  package struct Source: Sendable {
    package let path: String
    package let isFolder: Bool
    fileprivate let list: String?
    /// The files in the order of their names; only one if `path` is a file.
    package internal(set) var files: [ReminderFile] = []
    fileprivate var failures: [InputError] = []

    package var reminders: [Reminder] { files.flatMap(\.reminders) }

    package var lists: [String] {
      files.isEmpty ? [list].compactMap(\.self) : files.flatMap(\.lists).distinct
    }
  }

  package struct Found: Sendable {
    let reminder: Reminder
    package let path: String
    /// The folder with one reminder in each file, if the file is in one.
    let folder: String?
  }

  package let sources: [Source]

  package init(paths: [String]) throws(InputError) {
    sources = try paths.map { path throws(InputError) in try Source(path) }
  }

  package init(files: [ReminderFile]) {
    sources = files.map(Source.init)
  }

  /// Returns the files that a path stands for: itself, or the files of the folder.
  package static func files(at path: String) -> [String] {
    guard FilePath.isFolder(path) else { return [path] }
    return ((try? Source.names(in: path)) ?? []).map { "\(path)/\($0)" }
  }

  package var files: [ReminderFile] { sources.flatMap(\.files) }
  package var reminders: [Reminder] { files.flatMap(\.reminders) }

  package var lists: [String] { sources.flatMap(\.lists).distinct }

  package var warnings: [InputError] {
    var homes: [String: String] = [:]
    var twins: [InputError] = []
    for file in files {
      for uid in Set(file.reminders.map(\.uid)).sorted() where !uid.isEmpty {
        guard let first = homes.updateValue(file.source, forKey: uid) else { continue }
        twins.append(
          InputError(
            source: file.source, problem: "the UID \(uid.quotedExcerpt()) is in \(first), too",
            help: "give each reminder its own UID"))
      }
    }
    return sources.flatMap { $0.failures + $0.files.flatMap(\.warnings) } + twins
  }

  /// The messages about paths at which no reminder has a location alarm that is watched.
  package var silences: [InputError] {
    sources.compactMap { source in
      let located = source.reminders.filter { !$0.alarms.isEmpty }
      guard located.allSatisfy({ $0.status != .incomplete }) else { return nil }
      return InputError(
        source: source.path,
        problem: located.isEmpty
          ? "no reminder has a location alarm"
          : "every reminder with a location alarm is completed or cancelled")
    }
  }

  /// The reminders whose location alarms are not watched, since they are completed or cancelled.
  package var finished: [Reminder] {
    reminders.filter { $0.status != .incomplete && !$0.alarms.isEmpty }
  }

  var name: String { sources.map(\.path).joined(separator: ", ") }

  package func reminder(_ prefix: String) throws(InputError) -> Reminder {
    try find(prefix).reminder
  }

  func require(_ list: String) throws(InputError) {
    let known = lists
    if !known.contains(list) { throw .unknownList(list, among: known, in: name) }
  }

  package func find(_ prefix: String) throws(InputError) -> Found {
    let all = sources.flatMap { source in
      source.files.flatMap { file in
        file.reminders.map {
          Found(reminder: $0, path: file.source, folder: source.isFolder ? source.path : nil)
        }
      }
    }
    return all[try all.map(\.reminder).index(of: prefix, in: name)]
  }
}

extension ReminderStore.Source {
  fileprivate init(_ file: ReminderFile) {
    (path, isFolder, list, files) = (file.source, false, nil, [file])
  }

  fileprivate init(_ path: String) throws(InputError) {
    self.path = path
    isFolder = FilePath.isFolder(path)
    list = isFolder ? Self.listName(ofFolder: path) : nil
    guard isFolder else {
      files = [try ReminderFile.read(path: path)]
      return
    }
    for name in try Self.names(in: path) {
      do {
        files.append(try ReminderFile.read(path: "\(path)/\(name)", list: list))
      } catch {
        failures.append(error)
      }
    }
  }

  fileprivate static func names(in folder: String) throws(InputError) -> [String] {
    try Folder.names(in: folder).filter { $0.lowercased().hasSuffix(".ics") }
  }

  private static func listName(ofFolder path: String) -> String {
    let written = (try? ByteSource.present("\(path)/displayname"))?.bytes ?? []
    let name = String(decoding: written, as: UTF8.self).trimmed
    let folder = path.split(separator: "/").last.map(String.init)
    return name.isEmpty ? folder ?? path : name
  }
}

extension InputError {
  static func unknownList(_ list: String, among lists: [String], in source: String) -> InputError {
    let closest = Suggestion.closest(to: list, among: lists).map {
      "did you mean \($0.quotedExcerpt())? "
    }
    return InputError(
      source: source, problem: "no list \(list.quotedExcerpt())",
      help: "\(closest ?? "")there are \(lists.map { $0.quotedExcerpt() }.joined(separator: ", "))")
  }

  static func taken(uid: String, in source: String, help: String = "give another UID, or none")
    -> InputError
  {
    InputError(
      source: source, problem: "the UID \(uid.quotedExcerpt()) is there already", help: help)
  }
}

extension Finding {
  package static func about(_ reminders: ReminderAlarms) -> [Finding] {
    let empty = reminders.store.sources.filter(\.reminders.isEmpty).map { source in
      Finding(
        .error, .unreadable,
        InputError(
          source: source.path, problem: "there is no reminder in it",
          help: "give an iCalendar file (.ics) with a VTODO, or a folder of such"))
    }
    return reminders.store.warnings.map { Finding(.warning, .unreadable, $0) } + empty
      + reminders.store.silences.filter { silence in
        !empty.contains { $0.message.source == silence.source }
      }.map { Finding(.note, .ignoredData, $0) }
  }
}
