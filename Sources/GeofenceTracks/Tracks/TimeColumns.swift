import GeofenceBytes

/// The columns of a table that may have the time, until a row shows which of them serves.
struct TimeColumns {
  struct Choice {
    /// The column of the time; `nil` if the date includes the time.
    let time: Int?
    /// The column of the date; `nil` if the time includes the date.
    let date: Int?
    let isUTC: Bool
    let scale: TimeScale?
  }

  let choices: [Choice]

  static let none = TimeColumns(choices: [])

  private init(choices: [Choice]) { self.choices = choices }

  init(_ header: TableHeader, _ chosen: ColumnChoice?) {
    if case .named(let names, _) = chosen, names["time"] != nil || names["date"] != nil {
      self = .none
      return
    }
    let present = header.names.map { ColumnName($0) }
    func columns(_ column: TrackColumn) -> [Int] {
      let slots = TrackColumn.slots
      let names = slots.comparable
      let ranks = present.indices.compactMap { index in
        slots.rank(present[index], column.slot, names).map { (rank: $0, index: index) }
      }
      return ranks.sorted { $0 < $1 }.map { $0.index }
    }
    let (times, dates) = (columns(.time), columns(.date))
    func isUTC(_ column: Int) -> Bool { TrackColumn.isUTC(present[column]) }
    var choices: [Choice] = []
    for date in dates {
      // A date in UTC goes with a time of day in UTC.
      guard let time = times.first(where: { isUTC($0) == isUTC(date) }) ?? times.first else {
        continue
      }
      choices.append(Choice(time: time, date: date, isUTC: isUTC(date) || isUTC(time), scale: nil))
    }
    choices += times.map {
      Choice(time: $0, date: nil, isUTC: isUTC($0), scale: TrackColumn.time.timeScale(present[$0]))
    }
    choices += dates.map { Choice(time: nil, date: $0, isUTC: isUTC($0), scale: nil) }
    self.choices = choices.count > 1 ? choices : []
  }
}
