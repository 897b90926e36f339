import GeofenceBytes
import GeofenceCore

extension ReminderListing {
  /// Moments are RFC 3339 in UTC, days and floating times have no zone, distances are in metres.
  package static func json(_ reminders: [Reminder]) -> String { JSONText.pretty(reminders) }

  package static func jsonLists(of store: ReminderStore) -> String {
    JSONText.pretty(counts(of: store))
  }

  package static func json(_ reminder: Reminder) -> String { JSONText.pretty(reminder) }
}

extension Reminder: Encodable {
  private enum Key: String, CodingKey {
    case uid, title, notes, url, list, priority, status, start, due, timeZone, recurrence
    case otherRecurrence, occurrence, identifier, parent, created, completed, alarms
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    let texts: [(Key, String?)] = [
      (.uid, uid.isEmpty ? nil : uid), (.title, title), (.notes, notes), (.url, url),
      (.list, list), (.priority, priority.rawValue), (.status, status.rawValue),
      (.start, start?.data), (.due, due?.data), (.timeZone, due?.zone ?? start?.zone),
      (.recurrence, recurrence), (.occurrence, occurrence?.data),
      (.identifier, identifier == uid ? nil : identifier), (.parent, parent),
    ]
    for (key, text) in texts { try values.encodeIfPresent(text, forKey: key) }
    if !otherRecurrence.isEmpty { try values.encode(otherRecurrence, forKey: .otherRecurrence) }
    try values.encodeIfPresent(created, forKey: .created)
    try values.encodeIfPresent(completed, forKey: .completed)
    try values.encode(alarms, forKey: .alarms)
  }
}

extension LocationAlarm.Place: Encodable {
  private enum Key: String, CodingKey { case name, latitude, longitude, radius }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(name, forKey: .name)
    try values.encode(coordinate.latitude, forKey: .latitude)
    try values.encode(coordinate.longitude, forKey: .longitude)
    try values.encode(radius, forKey: .radius)
  }
}
