import GeofenceBytes
import GeofenceCore

/// The lists and reminders that several editors share, as the event stores of an app do.
///
/// Reminders are added, changed, completed and removed by the functions of `ReminderFile`.
package protocol ReminderBook: Sendable {
  var lists: [ReminderList] { get }
  /// The reminders with the identifiers of their lists, in the order in which they were added.
  var reminders: [(reminder: Reminder, list: String)] { get }
  /// The reminders as files, for their alarms.
  var store: ReminderStore { get }

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

  /// A change of a reminder that is there.
  package struct Edit: Sendable {
    package let change: (@Sendable (inout ReminderFile.Draft) -> Void)?
    /// The identifier of the list that it moves to; `nil` for its own.
    package let list: String?
    package let completion: Completion?

    package init(
      list: String? = nil, completion: Completion? = nil,
      _ change: (@Sendable (inout ReminderFile.Draft) -> Void)?
    ) {
      self.change = change
      self.list = list
      self.completion = completion
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
}
