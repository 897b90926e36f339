import GeofenceBytes

extension Finding {
  package static func about(_ reminders: ReminderAlarms) -> [Finding] {
    let empty = reminders.store.sources.filter(\.reminders.isEmpty).map { source in
      Finding(
        .error, .unreadable,
        InputError(
          source: source.path, problem: "there is no reminder in it",
          help: "give an iCalendar file (.ics) with a VTODO, or a folder of such"))
    }
    return reminders.store.warnings.map { Finding(.warning, .unreadable, $0) } + empty
      + reminders.store.silences.filter { silence in
        !empty.contains { $0.message.source == silence.source }
      }.map { Finding(.note, .ignoredData, $0) }
  }
}
