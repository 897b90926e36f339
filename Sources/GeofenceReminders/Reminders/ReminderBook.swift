import GeofenceBytes
import GeofenceCore

/// The lists and reminders that several editors share, as the event stores of an app do.
///
/// Reminders are added, changed, completed and removed by the functions of `ReminderFile`.
package protocol ReminderBook: Sendable {
  var lists: [ReminderList] { get }
  /// The reminders with the identifiers of their lists, in the order in which they were added.
  var reminders: [(reminder: Reminder, list: String)] { get }
  var store: ReminderStore { get }

  /// Returns the reminder of an identifier with the identifier of its list.
  ///
  /// - Complexity: O(1).
  func reminder(_ identifier: String) -> (reminder: Reminder, list: String)?

  /// Makes changes, all of them or none as far as one file is concerned.
  mutating func apply(_ changes: [ReminderChange], at now: Timestamp) throws

  mutating func addList(_ list: ReminderList) throws
  mutating func renameList(_ identifier: String, to title: String) throws
  mutating func removeList(_ identifier: String) throws
}

package struct ReminderList: Hashable, Sendable {
  package let identifier: String
  package var title: String

  package init(identifier: String, title: String) {
    self.identifier = identifier
    self.title = title
  }
}

package enum ReminderChange: Sendable {
  case add(ReminderFile.Draft, uid: String, list: String, completed: Timestamp?)
  case edit(String, Edit)
  case remove(String)

  package struct Edit: Sendable {
    package var change: (@Sendable (inout ReminderFile.Draft) throws -> Void)?
    /// The identifier of the list that it moves to; `nil` for its own.
    package var list: String?
    package let completion: Completion?
    /// True to change the series where a changed occurrence is listed in its place, and to end it
    /// where it is completed.
    package let wholeSeries: Bool

    package init(
      list: String? = nil, completion: Completion? = nil, wholeSeries: Bool = false,
      _ change: (@Sendable (inout ReminderFile.Draft) throws -> Void)? = nil
    ) {
      self.change = change
      self.list = list
      self.completion = completion
      self.wholeSeries = wholeSeries
    }
  }

  package enum Completion: Sendable {
    case completed(Timestamp)
    case incomplete
  }

  package var identifier: String {
    switch self {
    case .add(_, let uid, _, _): uid
    case .edit(let identifier, _), .remove(let identifier): identifier
    }
  }

  var addition: (list: String, draft: ReminderFile.Draft)? {
    guard case .add(var draft, let uid, let list, let completed) = self else { return nil }
    (draft.uid, draft.completed) = (uid, completed)
    return (list, draft)
  }
}

extension ReminderFile {
  /// Makes a change of a reminder, except of its list.
  ///
  /// - Parameter keepsCopy: See `complete`.
  /// - Returns: The result if it is to be completed.
  mutating func apply(
    _ edit: ReminderChange.Edit, to identifier: String, at now: Timestamp, keepsCopy: Bool
  ) throws -> Completion? {
    if let change = edit.change {
      try self.edit(identifier, at: now, wholeSeries: edit.wholeSeries, change)
    }
    switch edit.completion {
    case .completed(let time):
      return try complete(
        identifier, at: time, wholeSeries: edit.wholeSeries, keepsCopy: keepsCopy)
    case .incomplete: try uncomplete(identifier, at: now)
    case nil: break
    }
    return nil
  }
}
