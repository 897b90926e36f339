import GeofenceBytes

extension ReminderFile {
  struct Entry: Sendable {
    let calendar: CalendarComponent
    let zones: CalendarZones
    let task: CalendarComponent
    /// The indices of its calendar in the file, and of its VTODO in that.
    let place: CalendarComponent.Place
    let own: Reminder
    let faults: [Diagnosis]
  }

  /// A reminder as it is listed, and the VTODOs that it comes from.
  struct Row: Sendable {
    var reminder: Reminder
    let entry: Int
    /// The index of the series' entry, if the row shows a changed occurrence in its place.
    var series: Int?
  }

  /// Returns the reminders of the VTODOs, in their order. O(n) for n VTODOs, and the time for the past
  /// dates of each series.
  func allRows() -> [Row] {
    var series: [String: Int] = [:]
    var instances: [String: [Int]] = [:]
    for (number, entry) in entries.enumerated() where !entry.own.uid.isEmpty {
      if entry.task.isInstance {
        instances[entry.own.uid, default: []].append(number)
      } else {
        series[entry.own.uid] = series[entry.own.uid] ?? number
      }
    }
    var rows: [Int: Row] = [:]
    for (number, entry) in entries.enumerated() where !entry.task.isInstance {
      let own = series[entry.own.uid] == number ? instances[entry.own.uid, default: []] : []
      rows[number] = row(ofSeries: number, own)
    }
    let shown = Set(rows.values.lazy.filter { $0.series != nil }.map(\.entry))
    for (number, entry) in entries.enumerated()
    where entry.task.isInstance && !shown.contains(number) {
      let uid = entry.own.uid
      var row = Row(reminder: entry.own, entry: number)
      if let series = series[uid] { row.reminder.inherit(from: entries[series]) }
      if series[uid] != nil || instances[uid, default: []].count > 1 {
        let date = entry.own.occurrence?.value ?? entry.task["RECURRENCE-ID"]?.value.trimmed ?? ""
        row.reminder.identifier = "\(uid)/\(date)"
      }
      rows[number] = row
    }
    return entries.indices.compactMap { rows[$0] }
  }

  private func row(ofSeries number: Int, _ instances: [Int]) -> Row {
    let entry = entries[number]
    var row = Row(reminder: entry.own, entry: number)
    guard !instances.isEmpty || entry.task["EXDATE"] != nil else { return row }
    var table = OccurrenceTable<Int>()
    for instance in instances {
      let other = entries[instance].own.otherRecurrence
      row.reminder.otherRecurrence += other.filter { !row.reminder.otherRecurrence.contains($0) }
      if let time = entries[instance].own.occurrence { table.insert(instance, at: time) }
    }
    func standing(_ instance: Int) -> Row {
      var reminder = entries[instance].own
      reminder.inherit(from: entry)
      reminder.list = entry.own.list
      (reminder.recurrence, reminder.lastDay) = (entry.own.recurrence, entry.own.lastDay)
      reminder.otherRecurrence = row.reminder.otherRecurrence
      return Row(reminder: reminder, entry: instance, series: number)
    }
    guard let base = entry.own.base else { return row }
    let first = table[base]
    guard entry.own.status == .incomplete else {
      // The last occurrence was completed in its changed form.
      return first.map { entries[$0].own.status == .incomplete ? row : standing($0) } ?? row
    }
    guard let upcoming = try? upcoming(1, of: entry, instances.map { entries[$0] }) else {
      return first.map { entries[$0].own.status == .incomplete ? standing($0) : row } ?? row
    }
    guard let next = upcoming.first else {
      let last = instances.filter { entries[$0].own.status != .incomplete }
        .max { left, right in
          let times = [left, right].map { entries[$0].own.occurrence?.instant ?? .distantPast }
          return times[0] < times[1]
        }
      return last.map(standing) ?? row
    }
    if let instance = table[next.time] { return standing(instance) }
    if next.steps > 0 {
      let shift = next.time.local - base.local
      row.reminder.shiftDates(by: shift, entry.zones)
    }
    return row
  }

  func upcoming(_ most: Int, of series: Entry, _ instances: [Entry]) throws(Diagnosis)
    -> [Series.Occurrence]
  {
    try Series(
      of: series.task, instances.map { ($0.task, $0.own.status != .incomplete) }, series.zones
    ).upcoming(most)
  }
}

extension Reminder {
  /// Adds the properties of its series that a changed occurrence does not have itself. They are its
  /// title, its creation, its parent, and the dates that it would have.
  fileprivate mutating func inherit(from series: ReminderFile.Entry) {
    if title.isEmpty { title = series.own.title }
    created = created ?? series.own.created
    parent = parent ?? series.own.parent
    guard start == nil, due == nil, let occurrence, let base = series.own.base
    else { return }
    let isDay = occurrence.isDay || base.isDay
    let shift = isDay ? occurrence.date.start - base.date.start : occurrence.local - base.local
    (start, due) = (series.own.start, series.own.due)
    shiftDates(by: shift, series.zones)
  }
}
