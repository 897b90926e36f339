import GeofenceBytes
import GeofenceCore

/// A book of reminders that no file keeps, each as a calendar of its own.
///
/// - Complexity: O(1) for a change of one reminder, whatever the number of the others.
package struct OwnReminders: ReminderBook {
  private struct Cell {
    var file: ReminderFile
    var list: String
    let number: Int
  }

  package private(set) var lists: [ReminderList]
  private var cells: [String: Cell] = [:]
  private var added = 0

  package init(lists: [ReminderList]) { self.lists = lists }

  private var inOrder: [Cell] { cells.values.sorted { $0.number < $1.number } }

  package var reminders: [(reminder: Reminder, list: String)] { inOrder.flatMap(reminders) }

  package var store: ReminderStore { ReminderStore(files: inOrder.map(\.file)) }

  package func reminder(_ identifier: String) -> (reminder: Reminder, list: String)? {
    cells[identifier].flatMap { reminders($0).first }
  }

  private func reminders(_ cell: Cell) -> [(reminder: Reminder, list: String)] {
    let title = lists.first { $0.identifier == cell.list }?.title ?? ""
    return cell.file.reminders.map { reminder in
      var reminder = reminder
      reminder.list = title
      return (reminder, cell.list)
    }
  }

  package mutating func apply(_ changes: [ReminderChange], at now: Timestamp) throws {
    var before: [(identifier: String, cell: Cell?)] = []
    do {
      for change in changes { try apply(change, at: now, noting: &before) }
    } catch {
      for (identifier, cell) in before.reversed() { cells[identifier] = cell }
      throw error
    }
  }

  private mutating func apply(
    _ change: ReminderChange, at now: Timestamp,
    noting before: inout [(identifier: String, cell: Cell?)]
  ) throws {
    let identifier = change.identifier
    before.append((identifier, cells[identifier]))
    switch change {
    case .add:
      guard cells[identifier] == nil, let (list, draft) = change.addition else {
        throw InputError.taken(uid: identifier, in: "reminders")
      }
      var file = try ReminderFile(newAt: "reminders")
      try file.add([draft], at: now)
      insert(file, identifier, list)
    case .edit(_, let edit):
      guard var cell = cells[identifier] else { throw unknown(identifier) }
      cell.list = edit.list ?? cell.list
      let completion = try cell.file.apply(edit, to: identifier, at: now, keepsCopy: false)
      if case .movedOn(_, let copy) = completion {
        before.append((copy.uid, nil))
        insert(try ReminderFile(parsing: copy.file, source: "reminders"), copy.uid, cell.list)
      }
      cells[identifier] = cell
    case .remove:
      guard cells.removeValue(forKey: identifier) != nil else { throw unknown(identifier) }
    }
  }

  private mutating func insert(_ file: ReminderFile, _ uid: String, _ list: String) {
    added += 1
    cells[uid] = Cell(file: file, list: list, number: added)
  }

  private func unknown(_ identifier: String) -> InputError {
    InputError(
      source: "reminders", problem: "no reminder with a UID \(identifier.quotedExcerpt())")
  }

  package mutating func addList(_ list: ReminderList) { lists.append(list) }

  package mutating func renameList(_ identifier: String, to title: String) {
    for index in lists.indices where lists[index].identifier == identifier {
      lists[index].title = title
    }
  }

  package mutating func removeList(_ identifier: String) {
    lists.removeAll { $0.identifier == identifier }
    cells = cells.filter { $0.value.list != identifier }
  }
}
