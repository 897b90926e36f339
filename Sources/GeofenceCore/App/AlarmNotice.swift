/// The facts about a reminder that are shown when its alarm fires.
package struct AlarmNotice: Hashable, Sendable {
  /// The reminder's UID in its calendar.
  package let uid: String
  package let title: String
  /// The word for the reminder's priority, such as `high`.
  package let priority: String
  /// The name of the list that the reminder is in.
  package let list: String
  /// The name of the alarm's place, if it has one.
  package let place: String?

  package init(uid: String, title: String, priority: String, list: String, place: String?) {
    (self.uid, self.title, self.priority, self.list, self.place) = (
      uid, title, priority, list, place
    )
  }
}
