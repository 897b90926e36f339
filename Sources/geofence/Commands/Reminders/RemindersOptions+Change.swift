import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceReminders

extension RemindersOptions {
  func check() throws(UsageError) {
    for (name, what) in [(title, "title"), (list, "list"), (uid, "UID")] {
      if let name { try Self.require(name, what) }
    }
    guard uid?.visible == uid else { throw UsageError("The UID has control characters") }
    guard proximities.count < 2 else {
      throw UsageError("'--on-enter' and '--on-leave' exclude each other")
    }
    guard metres ?? 0 <= CircularRegion.largestRadius else {
      throw UsageError("The radius is larger than the Earth")
    }
    let asksCompletion = query.completedAfter != nil || query.completedBefore != nil
    if asksCompletion, choosesStatus, query.status == .incomplete {
      throw UsageError(
        "'--completed-after' and '--completed-before' exclude '--incomplete': what is to be done was "
          + "completed at no time")
    }
    if zone != nil {
      let times = [start?.time, due?.time].compactMap(\.self)
      guard !times.isEmpty else { throw UsageError("'--timezone' needs '--due' or '--start'") }
      guard !times.contains(where: { $0.kind == .day }) else {
        throw UsageError("A day has no time zone: give a time, too, or no '--timezone'")
      }
    }
  }

  static func require(_ name: String, _ what: String) throws(UsageError) {
    if name.showsNothing { throw UsageError("The \(what) is empty") }
  }

  func change(_ reminder: inout Reminder) throws {
    if let title { reminder.title = title }
    if let notes { reminder.notes = notes.isEmpty ? nil : notes }
    if let priority { reminder.priority = priority }
    if let start { reminder.start = placed(start.time) }
    if let due { reminder.due = placed(due.time) }
    guard place != nil || placeName != nil || radius != nil || !proximities.isEmpty else { return }
    let old = reminder.alarm?.places.first
    guard let coordinate = place ?? old?.coordinate else {
      throw UsageError("A place to fire at needs '--at <lat,lon>'")
    }
    let name = placeName ?? (place == nil ? old?.name : nil)
    let alarm = LocationAlarm(
      proximities.first ?? reminder.alarm?.proximity ?? .arrive,
      at: [
        LocationAlarm.Place(
          name: name?.isEmpty == true ? nil : name, coordinate: coordinate,
          radius: metres ?? old?.givenRadius ?? 0)
      ])
    guard alarm != reminder.alarm else { return }
    guard reminder.alarms.flatMap(\.places).count < 2 else {
      throw Diagnosis(
        "the reminder has several places to fire at",
        help: "its location can be edited in the file only")
    }
    reminder.alarm = alarm
  }

  private func placed(_ time: CalendarTime?) -> CalendarTime? {
    guard let zone else { return time }
    return time?.placed(in: zone)
  }

  private var metres: Double? { radius.map { $0 * unit.inMetres } }
}
