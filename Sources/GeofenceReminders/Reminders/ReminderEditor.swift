import GeofenceBytes

/// An editor that changes the reminders of files and folders in place.
///
/// Each file is written as a whole, while its other writers wait. In a folder, a new reminder gets
/// a file of its own, and the file of a deleted one is removed.
package struct ReminderEditor {
  let paths: [String]
  let now: Timestamp
  let interrupted: @Sendable () -> Bool
  let willWrite: @Sendable () -> Void

  /// Creates an editor, which calls `interrupted` when a signal arrives while it waits for another
  /// writer; true ends the wait. It calls `willWrite` before it changes files, when all has been
  /// read and found right.
  package init(
    paths: [String], at now: Timestamp, interrupted: @escaping @Sendable () -> Bool = { false },
    willWrite: @escaping @Sendable () -> Void = {}
  ) {
    self.paths = paths
    self.now = now
    self.interrupted = interrupted
    self.willWrite = willWrite
  }

  // MARK: - Reminders

  /// Adds reminders to one list; a missing file is created, and its list gets the given name.
  ///
  /// - Parameters:
  ///   - new: Reminders with UIDs; one with a time of completion is complete.
  ///   - list: The name of a list; `nil` for the first.
  package func add(_ new: [Reminder], to list: String?) throws {
    let path = try home(ofList: list)
    guard FilePath.isFolder(path) else {
      try update(path, orNew: true) { file in
        if let list, file.original == nil { try file.addList(list) }
        try file.add(new, to: list, at: now)
      }
      return
    }
    var known = Set(try ReminderStore(paths: [path]).reminders.map(\.uid))
    for reminder in new {
      guard known.insert(reminder.uid).inserted else {
        throw InputError.taken(uid: reminder.uid, in: path)
      }
      var file = ReminderFile(newAt: Self.freePath(for: reminder.uid, in: path))
      try file.add([reminder], at: now)
      willWrite()
      try WholeFile.write(file.bytes, to: file.source, interrupted: interrupted)
    }
  }

  /// Changes reminders, and nothing else.
  ///
  /// With a new list, a series is moved with its changed occurrences, and a reminder with its parts.
  /// Their lines stay byte for byte, except those that the change concerns.
  ///
  /// - Parameter prefixes: UIDs, or the unique beginnings of some.
  /// - Returns: The identifier of each reminder that was completed, with the result.
  @discardableResult
  package func edit(_ prefixes: [String], _ edit: ReminderChange.Edit) throws
    -> [(uid: String, completion: ReminderFile.Completion)]
  {
    func change(_ file: inout ReminderFile, _ found: ReminderStore.Found) throws {
      guard let change = edit.change else { return }
      try file.edit(found.reminder.identifier, at: now, wholeSeries: edit.wholeSeries, change)
    }
    var completions: [(uid: String, completion: ReminderFile.Completion)] = []
    if let list = edit.list {
      try update(prefixes, movingTo: list, change)
      if edit.completion == nil { return [] }
    }
    try update(prefixes) { file, found in
      if edit.list == nil { try change(&file, found) }
      switch edit.completion {
      case .completed(let time):
        let completion = try file.complete(
          found.reminder.identifier, at: time, wholeSeries: edit.wholeSeries,
          keepsCopy: found.folder == nil)
        completions.append((found.reminder.identifier, completion))
        // The copy is written first: a copy too many is better than an occurrence too few.
        if case .movedOn(_, let copy) = completion, let folder = found.folder {
          willWrite()
          try WholeFile.write(copy.file, to: Self.freePath(for: copy.uid, in: folder))
        }
      case .incomplete: try file.uncomplete(found.reminder.identifier, at: now)
      case nil: break
      }
    }
    return completions
  }

  package func delete(_ prefixes: [String]) throws {
    try update(prefixes) { file, found in try file.delete(found.reminder.identifier, at: now) }
  }

  /// Finds reminders, then changes one file after another, or moves one reminder after another.
  private func update(
    _ prefixes: [String], movingTo list: String? = nil,
    _ change: (inout ReminderFile, ReminderStore.Found) throws -> Void
  ) throws {
    let store = try ReminderStore(paths: paths)
    if let list { try store.require(list) }
    var found: [ReminderStore.Found] = []
    for prefix in prefixes {
      let one = try store.find(prefix)
      if !found.contains(where: { $0.reminder.identifier == one.reminder.identifier }) {
        found.append(one)
      }
    }
    let moves = try list.map { list in try found.map { try Move($0, to: list, in: store) } } ?? []
    // No file is changed if one of them cannot be.
    for path in Set(found.map(\.path) + moves.flatMap(\.paths)).sorted() {
      try WholeFile.check(path)
    }
    guard let list else {
      while let path = found.first?.path {
        let own = found.filter { $0.path == path }
        found.removeAll { $0.path == path }
        try update(path, removingEmpty: own[0].folder != nil) { file in
          for reminder in own { try change(&file, reminder) }
        }
      }
      return
    }
    for move in moves {
      for (number, part) in move.parts.enumerated() {
        try carry(part, to: move.goal, list) { file in
          if number == 0 { try change(&file, part) }
        }
      }
    }
  }

  private func update(
    _ path: String, orNew: Bool = false, removingEmpty: Bool = false,
    _ change: (inout ReminderFile) throws -> Void
  ) throws {
    try ReminderFile.update(
      path: path, orNew: orNew, removingEmpty: removingEmpty, interrupted: interrupted,
      willWrite: willWrite, change)
  }

  // MARK: - Lists

  package func addList(_ name: String) throws {
    try update(requireFile(paths[0]), orNew: true) { try $0.addList(name) }
  }

  package func renameList(_ list: String, to name: String) throws {
    let path = try home(ofList: list)
    if FilePath.isFolder(path) {
      willWrite()
      try WholeFile.write("\(name)\n".utf8, to: "\(path)/displayname", interrupted: interrupted)
    } else {
      try update(path) { try $0.renameList(list, to: name) }
    }
  }

  package func deleteList(_ list: String, withContents: Bool) throws {
    try update(requireFile(home(ofList: list))) {
      try $0.deleteList(list, withContents: withContents)
    }
  }

  /// Returns the path of a list: the first if none is given, or if there is only one path.
  private func home(ofList list: String?) throws(InputError) -> String {
    guard let list, paths.count > 1 || FilePath.isFolder(paths[0]) else { return paths[0] }
    let store = try ReminderStore(paths: paths)
    try store.require(list)
    return store.sources.first { $0.lists.contains(list) }?.path ?? paths[0]
  }

  private func requireFile(_ path: String) throws(InputError) -> String {
    guard FilePath.isFolder(path) else { return path }
    throw InputError(
      kind: .creating, source: path, problem: "a folder of reminders is one list",
      help: "make or remove folders for others")
  }

  /// Returns the path of a file that a folder does not have yet, named after a UID if possible.
  static func freePath(for uid: String, in folder: String) -> String {
    let isName = uid.utf8.allSatisfy { byte in
      ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-_@.".utf8.contains(byte)
    }
    let path = "\(folder)/\(uid).ics"
    let isFree = isName && !uid.hasPrefix(".") && !FilePath.exists(path)
    return isFree ? path : "\(folder)/\(ReminderFile.newUID()).ics"
  }

  /// Moves one reminder, after `change` has changed it, to another list of the same or of another
  /// file or folder.
  ///
  /// If two files change, both are claimed before either is changed, and the reminder is written to
  /// the new file before it is removed from the old one. So a failure in between leaves it in both
  /// files, never in none.
  func carry(
    _ part: ReminderStore.Found, to goal: ReminderStore.Source, _ list: String,
    _ change: (inout ReminderFile) throws -> Void
  ) throws {
    if goal.files.contains(where: { $0.source == part.path }) {
      try update(part.path) { file in
        try change(&file)
        if !goal.isFolder { try file.move(part.reminder.uid, to: list) }
      }
      return
    }
    let target = goal.isFolder ? Self.freePath(for: part.reminder.uid, in: goal.path) : goal.path
    let claims = try WholeFile.claiming([part.path, target], interrupted: interrupted)
    guard let taken = claims[part.path], let given = claims[target] else { return }
    var source = try ReminderFile.read(path: part.path)
    try change(&source)
    let whole = source.bytes
    let entries = try source.take(part.reminder.uid)
    let isGone = part.folder != nil && source.isEmpty
    var destination = try ReminderFile.read(path: target, orNew: goal.isFolder)
    if goal.isFolder, isGone, !source.calendars.contains(where: { $0.listName != nil }) {
      destination = try ReminderFile(parsing: whole, source: target)
    } else {
      try destination.put(entries, into: goal.isFolder ? nil : list)
    }
    willWrite()
    if !isGone { try taken.append(source.bytes) }
    try given.commit(destination.bytes)
    if isGone { try taken.remove() } else { try taken.commit([]) }
  }

  struct Move {
    /// The reminder itself, followed by its parts.
    var parts: [ReminderStore.Found]
    let goal: ReminderStore.Source

    var paths: [String] { parts.map(\.path) + (goal.isFolder ? [] : [goal.path]) }

    init(_ found: ReminderStore.Found, to list: String, in store: ReminderStore)
      throws(InputError)
    {
      let reminder = found.reminder
      if reminder.occurrence != nil, reminder.identifier != reminder.uid,
        store.reminders.contains(where: { $0.identifier == reminder.uid })
      {
        throw InputError(
          source: found.path,
          problem: "\(reminder.identifier.quotedExcerpt()) is an occurrence of a series, and is in "
            + "its list",
          help: "move the series: \(reminder.uid.quotedExcerpt())")
      }
      let goals = store.sources.filter { $0.lists.contains(list) }
      let near = goals.first { $0.files.contains { $0.source == found.path } }
      guard let goal = near ?? goals.first else {
        throw .unknownList(list, among: store.lists, in: store.name)
      }
      self.goal = goal
      parts = [found]
      let children = Dictionary(
        grouping: store.reminders.filter { $0.list == reminder.list && $0.parent != nil }
      ) { $0.parent ?? "" }
      var known: Set<String> = [reminder.uid]
      var next = 0
      while next < parts.count {
        for child in children[parts[next].reminder.uid, default: []] {
          if known.insert(child.uid).inserted { parts.append(try store.find(child.identifier)) }
        }
        next += 1
      }
    }
  }
}
