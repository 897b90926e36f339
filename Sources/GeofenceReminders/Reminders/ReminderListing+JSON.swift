import GeofenceBytes
import GeofenceCore

extension ReminderListing {
  /// Returns the reminders as a JSON list with sorted keys.
  ///
  /// Moments are RFC 3339 in UTC, days and floating times have no zone, distances are in metres.
  package static func json(_ reminders: [Reminder]) -> String {
    JSONText.pretty(reminders.map(Entry.init))
  }

  package static func jsonLists(of store: ReminderStore) -> String {
    JSONText.pretty(counts(of: store))
  }

  package static func json(_ reminder: Reminder) -> String { JSONText.pretty(Entry(reminder)) }

  private struct Entry: Encodable {
    let uid: String?
    let title: String
    let notes: String?
    let url: String?
    let list: String
    let priority: String
    let status: String
    let start: String?
    let due: String?
    /// The time zone of the due date, or else of the start.
    let timeZone: String?
    let recurrence: String?
    let otherRecurrence: [String]?
    /// The date in its series that a changed occurrence replaces.
    let occurrence: String?
    /// The identifier, if it is not the UID alone.
    let identifier: String?
    let parent: String?
    let created: Timestamp?
    let completed: Timestamp?
    let alarms: [Alarm]

    init(_ reminder: Reminder) {
      uid = reminder.uid.isEmpty ? nil : reminder.uid
      title = reminder.title
      notes = reminder.notes
      url = reminder.url
      list = reminder.list
      priority = reminder.priority.rawValue
      status = reminder.status.rawValue
      start = reminder.start?.data
      due = reminder.due?.data
      timeZone = reminder.due?.zone ?? reminder.start?.zone
      recurrence = reminder.recurrence
      otherRecurrence = reminder.otherRecurrence.isEmpty ? nil : reminder.otherRecurrence
      occurrence = reminder.occurrence?.data
      identifier = reminder.identifier == reminder.uid ? nil : reminder.identifier
      parent = reminder.parent
      created = reminder.created
      completed = reminder.completed
      alarms = reminder.alarms.map(Alarm.init)
    }

    struct Alarm: Encodable {
      let proximity: String
      let places: [Place]

      init(_ alarm: LocationAlarm) {
        proximity = alarm.proximity.rawValue
        places = alarm.places.map(Place.init)
      }
    }

    struct Place: Encodable {
      let name: String?
      let latitude: Double
      let longitude: Double
      let radius: Double

      init(_ place: LocationAlarm.Place) {
        name = place.name
        latitude = place.coordinate.latitude
        longitude = place.coordinate.longitude
        radius = place.radius
      }
    }
  }
}
