import GeofenceBytes
import GeofenceCore

/// A book of the reminders in iCalendar files and folders, which others may change, too.
///
/// Each change is that of `ReminderEditor`, so that the files have the same bytes as after
/// `geofence reminders`. A list has its name as its identifier.
///
/// - Complexity: O(n) for a call of `apply` with additions to one list, n reminders in all; O(k n)
///   for k other changes.
package struct FiledReminders: ReminderBook {
  package let paths: [String]
  package private(set) var store: ReminderStore
  package private(set) var reminders: [(reminder: Reminder, list: String)] = []
  private var positions: [String: Int] = [:]

  /// Reads the files; the first may be missing, and is created with the first change. Throws an
  /// error if one cannot be read or is damaged.
  package init(paths: [String]) throws {
    self.paths = paths
    store = try Self.read(paths)
    list()
  }

  /// Reads the files again. Throws an error if one cannot be read or is damaged; then nothing
  /// changes.
  package mutating func reload() throws {
    store = try Self.read(paths)
    list()
  }

  private static func read(_ paths: [String]) throws -> ReminderStore {
    guard paths.count == 1, let path = paths.first, !FilePath.exists(path) else {
      return try ReminderStore(paths: paths)
    }
    return ReminderStore(files: [try ReminderFile.read(path: path, orNew: true)])
  }

  private mutating func list() {
    reminders = store.reminders.map { ($0, $0.list) }
    positions = Dictionary(
      reminders.enumerated().map { ($1.reminder.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  package var lists: [ReminderList] {
    store.lists.map { ReminderList(identifier: $0, title: $0) }
  }

  package func reminder(_ identifier: String) -> (reminder: Reminder, list: String)? {
    positions[identifier].map { reminders[$0] }
  }

  package mutating func apply(_ changes: [ReminderChange], at now: Timestamp) throws {
    let editor = editor(at: now)
    do {
      var rest = changes[...]
      while let first = rest.first {
        if case .add(_, _, let list, _) = first {
          let additions = rest.prefix { change in
            if case .add(_, _, list, _) = change { true } else { false }
          }
          try add(Array(additions), to: list, editor)
          rest = rest.dropFirst(additions.count)
        } else {
          try apply(first, editor)
          rest = rest.dropFirst()
        }
      }
    } catch {
      try? reload()
      throw error
    }
    try reload()
  }

  private func add(_ changes: [ReminderChange], to list: String, _ editor: ReminderEditor) throws {
    var additions: [ReminderFile.Addition] = []
    var completions: [(uid: String, time: Timestamp)] = []
    for case .add(let draft, let uid, _, let completed) in changes {
      additions.append(ReminderFile.Addition(draft, uid: uid))
      if let completed { completions.append((uid, completed)) }
    }
    // A file that is missing gets no name for its list but its own.
    let isNew = paths.count == 1 && !FilePath.exists(paths[0])
    try editor.add(additions, to: isNew ? nil : list)
    for (uid, time) in completions {
      _ = try self.editor(at: time).complete([uid], wholeSeries: true)
    }
  }

  private func apply(_ change: ReminderChange, _ editor: ReminderEditor) throws {
    switch change {
    case .add: break
    case .edit(let identifier, let edit):
      if edit.list != nil || edit.change != nil {
        try editor.edit([identifier], movingTo: edit.list) { edit.change?(&$0) }
      }
      switch edit.completion {
      case .completed(let time):
        _ = try self.editor(at: time).complete([identifier], wholeSeries: false)
      case .incomplete: try editor.uncomplete([identifier])
      case nil: break
      }
    case .remove(let identifier): try editor.delete([identifier])
    }
  }

  private func editor(at now: Timestamp) -> ReminderEditor {
    ReminderEditor(paths: paths, at: now, interrupted: { false })
  }

  // The time of a change of lists is written nowhere.
  private var listEditor: ReminderEditor { editor(at: Timestamp(milliseconds: 0)) }

  package mutating func addList(_ list: ReminderList) throws {
    try listEditor.addList(list.title)
    try reload()
  }

  package mutating func renameList(_ identifier: String, to title: String) throws {
    try listEditor.renameList(identifier, to: title)
    try reload()
  }

  package mutating func removeList(_ identifier: String) throws {
    try listEditor.deleteList(identifier, withContents: true)
    try reload()
  }
}
