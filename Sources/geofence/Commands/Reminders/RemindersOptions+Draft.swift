import GeofenceFormats

extension RemindersOptions {
  /// What a new reminder is to have.
  func draft(titled title: String) throws(UsageError) -> ReminderFile.Draft {
    var draft = ReminderFile.Draft(title: title)
    try Self.require(title, "title")
    try Self.require(list, "list")
    try Self.require(uid, "UID")
    guard uid?.visible == uid else { throw UsageError("The UID has control characters") }
    try change(&draft)
    return draft
  }

  /// - Throws: an error when a name is given, and nothing is to be seen of it.
  static func require(_ name: String?, _ what: String) throws(UsageError) {
    if name?.showsNothing == true { throw UsageError("The \(what) is empty") }
  }

  /// Puts what was given into `draft`.
  func change(_ draft: inout ReminderFile.Draft) throws(UsageError) {
    try Self.require(title, "title")
    if let title { draft.title = title }
    if let notes { draft.notes = notes.isEmpty ? nil : notes }
    if let priority { draft.priority = priority }
    if let start { draft.start = start.time }
    if let due { draft.due = due.time }
    if let zone {
      let times = [start?.time, due?.time].compactMap(\.self)
      guard !times.isEmpty else { throw UsageError("'--timezone' needs '--due' or '--start'") }
      guard !times.contains(where: { $0.kind == .day }) else {
        throw UsageError("A day has no time zone: give a time, too, or no '--timezone'")
      }
      draft.zone = zone.name
    }
    try changeAlarm(of: &draft)
  }

  private func changeAlarm(of draft: inout ReminderFile.Draft) throws(UsageError) {
    guard proximities.count < 2 else {
      throw UsageError("'--on-enter' and '--on-leave' exclude each other")
    }
    guard place != nil || placeName != nil || radius != nil || !proximities.isEmpty else { return }
    let old = draft.alarm?.places.first
    guard let coordinate = place ?? old?.coordinate else {
      throw UsageError("A place to fire at needs '--at <lat,lon>'")
    }
    let metres = radius.map { $0 * unit.inMetres }
    guard metres ?? 0 <= LocationAlarm.Place.maximumRadius else {
      throw UsageError("The radius is larger than the Earth")
    }
    let name = placeName ?? (place == nil ? old?.name : nil)
    draft.alarm = LocationAlarm(
      proximities.first ?? draft.alarm?.proximity ?? .arrive,
      at: [
        LocationAlarm.Place(
          name: name?.isEmpty == true ? nil : name, coordinate: coordinate,
          radius: metres ?? old?.radius ?? LocationAlarm.Place.defaultRadius)
      ])
  }
}
