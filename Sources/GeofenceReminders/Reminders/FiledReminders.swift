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
  private var store = ReminderStore(files: [])
  package private(set) var reminders: [(reminder: Reminder, list: String)] = []
  private var positions: [String: Int] = [:]

  /// Reads the files; the first may be missing, and is created with the first change.
  package init(paths: [String]) throws {
    self.paths = paths
    try reload()
  }

  package mutating func reload() throws {
    store =
      isMissing
      ? ReminderStore(files: [try ReminderFile.read(path: paths[0], orNew: true)])
      : try ReminderStore(paths: paths)
    reminders = store.reminders.map { ($0, $0.list) }
    positions = Dictionary(
      reminders.enumerated().map { ($1.reminder.identifier, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  private var isMissing: Bool { paths.count == 1 && !FilePath.exists(paths[0]) }

  package var lists: [ReminderList] {
    store.lists.map { ReminderList(identifier: $0, title: $0) }
  }

  package func reminder(_ identifier: String) -> (reminder: Reminder, list: String)? {
    positions[identifier].map { reminders[$0] }
  }

  package mutating func apply(_ changes: [ReminderChange], at now: Timestamp) throws {
    let editor = ReminderEditor(paths: paths, at: now)
    do {
      var rest = changes[...]
      while let first = rest.first {
        rest.removeFirst()
        switch first {
        case .add(let reminder, let list):
          // Additions to one list are written at once.
          var new = [reminder]
          while case .add(let next, list: list)? = rest.first {
            new.append(next)
            rest.removeFirst()
          }
          // A file that is missing gets no name for its list but its own.
          try editor.add(new, to: isMissing ? nil : list)
        case .edit(let identifier, let edit): try editor.edit([identifier], edit)
        case .remove(let identifier): try editor.delete([identifier])
        }
      }
    } catch {
      try? reload()
      throw error
    }
    try reload()
  }

  // The time of a change of lists is written nowhere.
  private var listEditor: ReminderEditor {
    ReminderEditor(paths: paths, at: Timestamp(milliseconds: 0))
  }

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
