import GeofenceBytes
import GeofenceCore

/// An editor that changes the reminders of files and folders in place.
///
/// Each file is written as a whole, while its other writers wait. In a folder, a new reminder gets
/// a file of its own, and the file of a deleted one is removed.
package struct ReminderEditor {
  let paths: [String]
  let now: Timestamp
  let interrupted: @Sendable () -> Bool

  /// Creates an editor.
  ///
  /// - Parameters:
  ///   - paths: Files and folders; at least one.
  ///   - now: The time of the change.
  ///   - interrupted: A closure that is called when a signal arrives during a wait; true ends it.
  package init(paths: [String], at now: Timestamp, interrupted: @escaping @Sendable () -> Bool) {
    self.paths = paths
    self.now = now
    self.interrupted = interrupted
  }

  // MARK: - Reminders

  /// Adds a reminder; a missing file is created, and its list gets the given name.
  ///
  /// - Parameters:
  ///   - list: The name of a list; `nil` for the first.
  ///   - uid: The UID of the reminder; `nil` for a new one.
  /// - Returns: The UID of the reminder.
  /// - Throws: An error if there is no such list, or if the UID is taken.
  package func add(_ draft: ReminderFile.Draft, to list: String?, uid: String?) throws -> String {
    let uid = uid ?? ReminderFile.newUID()
    try add([ReminderFile.Addition(draft, uid: uid)], to: list)
    return uid
  }

  /// Adds reminders to one list; a missing file is created, and its list gets the given name.
  ///
  /// - Parameter list: The name of a list; `nil` for the first.
  /// - Throws: An error if there is no such list, or if a UID is taken.
  package func add(_ additions: [ReminderFile.Addition], to list: String?) throws {
    let path = try home(ofList: list)
    guard FilePath.isFolder(path) else {
      try ReminderFile.update(path: path, orNew: true, interrupted: interrupted) { file in
        if let list, file.original == nil { try file.addList(list) }
        try file.add(additions, to: list, at: now)
      }
      return
    }
    var known = Set(try ReminderStore(paths: [path]).reminders.map(\.uid))
    for addition in additions {
      guard known.insert(addition.uid).inserted else {
        throw InputError(
          source: path, problem: "the UID \(addition.uid.quotedExcerpt()) is there already",
          help: "give another UID, or none")
      }
      var file = try ReminderFile(newAt: Self.freePath(for: addition.uid, in: path))
      try file.add([addition], at: now)
      try WholeFile.write(file.bytes, to: file.source, interrupted: interrupted)
    }
  }

  /// Applies `change` to reminders, and changes nothing else; see `ReminderFile.edit`.
  ///
  /// - Parameter prefixes: UIDs, or the unique beginnings of some.
  package func edit(
    _ prefixes: [String], wholeSeries: Bool = false,
    _ change: (inout ReminderFile.Draft) throws -> Void
  ) throws {
    try update(prefixes) { file, found in
      try file.edit(found.identifier, at: now, wholeSeries: wholeSeries, change)
    }
  }

  /// Completes reminders; see `ReminderFile.complete`.
  ///
  /// - Returns: The identifier of each reminder with the result.
  package func complete(_ prefixes: [String], wholeSeries: Bool) throws
    -> [(uid: String, completion: ReminderFile.Completion)]
  {
    var completions: [(uid: String, completion: ReminderFile.Completion)] = []
    try update(prefixes) { file, found in
      let completion = try file.complete(
        found.identifier, at: now, wholeSeries: wholeSeries, keepsCopy: found.folder == nil)
      // The copy is written first: a copy too many is better than an occurrence too few.
      if case .movedOn(_, let copy) = completion, let folder = found.folder {
        try WholeFile.write(copy.file, to: Self.freePath(for: copy.uid, in: folder))
      }
      completions.append((found.identifier, completion))
    }
    return completions
  }

  package func uncomplete(_ prefixes: [String]) throws {
    try update(prefixes) { file, found in try file.uncomplete(found.identifier, at: now) }
  }

  package func delete(_ prefixes: [String]) throws {
    try update(prefixes) { file, found in try file.delete(found.identifier, at: now) }
  }

  /// Finds reminders, then changes one file after another.
  private func update(
    _ prefixes: [String], _ change: (inout ReminderFile, ReminderStore.Found) throws -> Void
  ) throws {
    let store = try ReminderStore(paths: paths)
    var found: [ReminderStore.Found] = []
    for prefix in prefixes {
      let reminder = try store.find(prefix)
      if !found.contains(where: { $0.identifier == reminder.identifier }) { found.append(reminder) }
    }
    // No file is changed if one of them cannot be.
    for path in Set(found.map(\.path)).sorted() { try WholeFile.check(path) }
    while let path = found.first?.path {
      let own = found.filter { $0.path == path }
      found.removeAll { $0.path == path }
      try ReminderFile.update(
        path: path, removingEmpty: own[0].folder != nil, interrupted: interrupted
      ) { file in
        for reminder in own { try change(&file, reminder) }
      }
    }
  }

  // MARK: - Lists

  /// Adds a list to the first file, which is created if it is missing.
  package func addList(_ name: String) throws {
    try ReminderFile.update(path: requireFile(paths[0]), orNew: true, interrupted: interrupted) {
      try $0.addList(name)
    }
  }

  package func renameList(_ list: String, to name: String) throws {
    let path = try home(ofList: list)
    guard FilePath.isFolder(path) else {
      try ReminderFile.update(path: path, interrupted: interrupted) {
        try $0.renameList(list, to: name)
      }
      return
    }
    try WholeFile.write("\(name)\n".utf8, to: "\(path)/displayname", interrupted: interrupted)
  }

  /// Removes a list from its file; see `ReminderFile.deleteList`.
  package func deleteList(_ list: String, withContents: Bool) throws {
    let path = try requireFile(home(ofList: list))
    try ReminderFile.update(path: path, interrupted: interrupted) {
      try $0.deleteList(list, withContents: withContents)
    }
  }

  /// Returns the path of a list: the first if none is given, or if there is only one path.
  private func home(ofList list: String?) throws(InputError) -> String {
    guard let list, paths.count > 1 || FilePath.isFolder(paths[0]) else { return paths[0] }
    let store = try ReminderStore(paths: paths)
    for source in store.sources where source.lists.contains(list) { return source.path }
    throw InputError.unknownList(list, among: store.lists, in: store.name)
  }

  private func requireFile(_ path: String) throws(InputError) -> String {
    guard FilePath.isFolder(path) else { return path }
    throw InputError(
      kind: .creating, source: path, problem: "a folder of reminders is one list",
      help: "make or remove folders for others")
  }

  // MARK: - Names

  /// Returns the path of a file that a folder does not have yet, named after a UID if possible.
  static func freePath(for uid: String, in folder: String) -> String {
    let isName = uid.utf8.allSatisfy { byte in
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-_@.".utf8.contains(byte)
    }
    let path = "\(folder)/\(uid).ics"
    let isFree = isName && !uid.hasPrefix(".") && !FilePath.exists(path)
    return isFree ? path : "\(folder)/\(ReminderFile.newUID()).ics"
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
}
