import GeofenceBytes
import GeofenceCore

/// The lists and reminders that several editors share, as the event stores of an app do.
package protocol ReminderBook: Sendable {
  var lists: [ReminderList] { get }
  /// The reminders with the identifiers of their lists, in the order in which they were added.
  var reminders: [(reminder: Reminder, list: String)] { get }

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
  /// Adds a reminder with a UID to a list; one with a time of completion is complete.
  case add(Reminder, list: String)
  case edit(String, Edit)
  case remove(String)

  package struct Edit: Sendable {
    package var change: (@Sendable (inout Reminder) throws -> Void)?
    /// The identifier of the list that it moves to; `nil` for its own.
    package var list: String?
    package let completion: Completion?
    /// True to change the series where a changed occurrence is listed in its place, and to end it
    /// where it is completed.
    package let wholeSeries: Bool

    package init(
      list: String? = nil, completion: Completion? = nil, wholeSeries: Bool = false,
      _ change: (@Sendable (inout Reminder) throws -> Void)? = nil
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
    case .add(let reminder, _): reminder.uid
    case .edit(let identifier, _), .remove(let identifier): identifier
    }
  }
}
