#if canImport(FoundationEssentials)
  private import FoundationEssentials
#else
  private import Foundation
#endif

/// The reminders of several files, and of folders that keep one in each file, read as one.
///
/// A folder's list is called as its file `displayname` says, or else as the folder, as vdirsyncer
/// keeps it.
public struct ReminderStore: Sendable {
  /// A path that was given, with what is there.
  public struct Source: Sendable {
    public let path: String
    public let isFolder: Bool
    /// What a folder's list is called.
    fileprivate let list: String?
    /// In the order of their names; one where `path` is a file.
    public internal(set) var files: [ReminderFile] = []
    /// Files of a folder that are damaged.
    fileprivate var failures: [InputError] = []

    public var reminders: [Reminder] { files.flatMap(\.reminders) }

    /// The names of its lists, each once.
    public var lists: [String] {
      files.isEmpty ? [list].compactMap(\.self) : files.flatMap(\.lists).distinct
    }
  }

  /// A reminder, and the file that it is in.
  public struct Found: Sendable {
    public let uid: String
    /// See `Reminder.identifier`.
    public let identifier: String
    /// The path of the file.
    public let path: String
    /// The folder that keeps one reminder in each file.
    public let folder: String?
  }

  public let sources: [Source]

  /// - Parameter paths: files and folders; `-` is standard input.
  /// - Throws: an error when one cannot be read, or a file that is named is damaged.
  public init(paths: [String]) throws(InputError) {
    var sources: [Source] = []
    for path in paths { sources.append(try Source(path)) }
    self.sources = sources
  }

  /// A store of files that have been read already, such as those of a test.
  public init(files: [ReminderFile]) {
    sources = files.map(Source.init)
  }

  /// The files that a path stands for: itself, or those of the folder.
  public static func files(at path: String) -> [String] {
    guard FilePath.isFolder(path) else { return [path] }
    return ((try? Source.names(in: path)) ?? []).map { "\(path)/\($0)" }
  }

  public var files: [ReminderFile] { sources.flatMap(\.files) }
  public var reminders: [Reminder] { files.flatMap(\.reminders) }

  /// The names of all lists, each once.
  public var lists: [String] { sources.flatMap(\.lists).distinct }

  /// What could not be read, a message each.
  public var warnings: [InputError] {
    var homes: [String: String] = [:]
    var twins: [InputError] = []
    for file in files {
      for uid in Set(file.reminders.map(\.uid)).sorted() where !uid.isEmpty {
        guard let first = homes.updateValue(file.source, forKey: uid) else { continue }
        twins.append(
          InputError(
            source: file.source, problem: "the UID \(uid.quotedExcerpt()) is in \(first), too",
            help: "give each reminder a UID of its own"))
      }
    }
    return sources.flatMap { $0.failures + $0.files.flatMap(\.warnings) } + twins
  }

  /// A message for each path where no reminder has a location alarm.
  public var silences: [InputError] {
    sources.filter { $0.reminders.allSatisfy(\.alarms.isEmpty) }
      .map { InputError(source: $0.path, problem: "no reminder has a location alarm") }
  }

  /// What messages call the store.
  var name: String { sources.map(\.path).joined(separator: ", ") }

  /// The reminder of a UID or of the only UID that begins so.
  ///
  /// - Throws: an error when there is none, or more than one.
  public func reminder(_ prefix: String) throws(InputError) -> Reminder {
    try reminders.only(prefix, in: name)
  }

  /// Where the reminder of a UID is, or of the only UID that begins so.
  ///
  /// - Throws: an error when there is none, or more than one.
  public func find(_ prefix: String) throws(InputError) -> Found {
    let reminder = try reminder(prefix)
    let name = reminder.identifier
    for source in sources {
      for file in source.files where file.rows.contains(where: { $0.reminder.identifier == name }) {
        return Found(
          uid: reminder.uid, identifier: name, path: file.source,
          folder: source.isFolder ? source.path : nil)
      }
    }
    preconditionFailure("a reminder of a store is in one of its files")
  }
}

extension ReminderStore.Source {
  fileprivate init(_ file: ReminderFile) {
    path = file.source
    isFolder = false
    list = nil
    files = [file]
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
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.lowercased().hasSuffix(".ics") && !$0.hasPrefix(".") }.sorted()
    } catch {
      throw InputError(
        kind: .missing, source: folder, problem: "the folder cannot be read",
        help: "check its permissions")
    }
  }

  private static func listName(ofFolder path: String) -> String {
    let written = (try? ByteSource.present("\(path)/displayname"))?.bytes ?? []
    let name = String(decoding: written, as: UTF8.self).trimmed
    let folder = path.split(separator: "/").last.map(String.init)
    return name.isEmpty ? folder ?? path : name
  }
}
