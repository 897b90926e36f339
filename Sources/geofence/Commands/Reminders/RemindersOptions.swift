import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceReminders

struct RemindersOptions: Sendable {
  var authorization = RemindersAuthorization.fullAccess
  var now: Timestamp?
  var format = ReportFormat.text
  var query = ReminderQuery()
  var choosesStatus = false
  var isOverdue = false
  var title: String?
  var notes: String?
  var list: String?
  var uid: String?
  var priority: Reminder.Priority?
  var start: DateChoice?
  var due: DateChoice?
  var zone: ZoneInfo?
  var place: Coordinate?
  var placeName: String?
  var radius: Double?
  var unit = LengthUnit.metres
  var proximities: Set<LocationAlarm.Proximity> = []
  var isWholeSeries = false
  var deletesContents = false

  enum DateChoice: Sendable {
    case none
    case at(CalendarTime)

    var time: CalendarTime? { if case .at(let time) = self { time } else { nil } }
  }

  var time: Timestamp { now ?? WallClock.now }

  static let accessGroup = OptionGroup<RemindersOptions>(
    title: "access",
    options: [
      .value(
        "authorization", "state", "What the user has granted. (default: full-access)",
        \.authorization, .choice)
    ])

  private static let format = Option<RemindersOptions>.value(
    "format", "name", "text or json. (default: text)", \.format, .choice
  ).usual()

  static let outputGroup = OptionGroup<RemindersOptions>(title: "output", options: [format])

  static let distanceOutputGroup = OptionGroup<RemindersOptions>(
    title: "output",
    options: [
      format, .value("unit", "unit", "Of distances in text: m, km, ft or mi.", \.unit, .choice),
    ])

  private static let nowOption = Option<RemindersOptions>.value(
    "now", "time", "What counts as now. (default: the clock's time)", \.now, .time)

  static let changeGroup = OptionGroup<RemindersOptions>(title: "change", options: [nowOption])

  static let queryGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "filters",
      options: [
        status("incomplete", "What is to be done. (default)", .incomplete),
        status("completed", "What is done.", .completed).usual(),
        status("all", "Every reminder, cancelled ones included.", nil).usual(),
        .value("priority", "level", "One priority only.", \.query.priority, .choice),
        .values(
          "list", "name", "The reminders of that list; repeatable, for several lists.",
          \.query.lists, .text
        ).usual("The reminders of that list."),
        .flag("location-only", "Those with a location alarm.", \.query.hasLocationOnly),
        .value("due-after", "time", "Those due then or later.", \.query.dueAfter, .calendarTime),
        .value("due-before", "time", "Those due before then.", \.query.dueBefore, .calendarTime)
          .usual(),
        .value(
          "completed-after", "time", "Those completed then or later; implies --completed.",
          \.query.completedAfter, .calendarTime),
        .value(
          "completed-before", "time", "Those completed before then; implies --completed.",
          \.query.completedBefore, .calendarTime),
        .flag("overdue", "What should have been done by now.", \.isOverdue).usual(), nowOption,
        .value(
          "timezone", "name",
          "Where days, and times without a zone, are taken; local is yours. (default: UTC)",
          \.query.zone, .zone),
      ]),
    OptionGroup(
      title: "order",
      options: [
        .value(
          "sort", "key", "created, due, title or priority, high first. (default: created)",
          \.query.order, .choice
        ).usual("created, due, title or priority."),
        .flag(
          "reverse", "The other way round; missing dates and no priority stay last.",
          \.query.isReversed),
      ]),
  ]

  private static func status(_ name: String, _ summary: String, _ status: Reminder.Status?)
    -> Option<RemindersOptions>
  {
    .flag(name, summary) {
      $0.query.status = status
      $0.choosesStatus = true
    }.settling("status")
  }

  private static let contentOptions: [Option<RemindersOptions>] = [
    .value("notes", "text", "What is to be said beside the title; '' for nothing.", \.notes, .text)
      .usual("What is to be said beside the title."),
    .value("priority", "level", "none, low, medium or high.", \.priority, .choice),
    .value(
      "due", "time",
      "When it is due: a day (2026-12-01), a time of the clock (2026-12-01T10:00), one with Z or an "
        + "offset, or none.", \.due, .dateChoice
    ).usual("A day (2026-12-01), or a time (2026-12-01T10:00)."),
    .value("start", "time", "When it begins, as --due.", \.start, .dateChoice),
    .value(
      "timezone", "name", "The zone of these times, such as Europe/Ljubljana; local is yours.",
      \.zone, .zone),
  ]

  private static let placeGroup = OptionGroup<RemindersOptions>(
    title: "place",
    options: [
      .value("at", "lat,lon", "Where it fires, in decimal degrees.", \.place, .coordinate).usual(),
      .value("name", "text", "What the place is called.", \.placeName, .text),
      .value(
        "radius", "n", "How far around it; 0 for the default, which is not written. (default: 0)",
        \.radius, .metres
      ).usual("How far around it."),
      .value("unit", "unit", "Unit of the radius: m, km, ft or mi. (default: m)", \.unit, .choice),
      .flag("on-enter", "Fire on arrival. (default)") { $0.proximities.insert(.arrive) }.usual(),
      .flag("on-leave", "Fire on departure.") { $0.proximities.insert(.depart) }.usual(),
    ])

  static let addGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "reminder",
      options: contentOptions + [
        .value(
          "list", "name", "The list it goes to; a new file's is called so. (default: the first)",
          \.list, .text
        ).usual("The list it goes to. (default: the first)"),
        .value("uid", "text", "Its UID. (default: a new one)", \.uid, .text),
      ]), placeGroup,
  ]

  static let editGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "reminder",
      options: [
        .value("title", "text", "What it is called.", \.title, .text).usual()
      ] + contentOptions + [
        .value(
          "list", "name",
          "The list it moves to, of the same file or another that is given, with what is a part of "
            + "it.", \.list, .text
        ).usual("The list it moves to.")
      ]), placeGroup,
    OptionGroup(
      title: "repeating",
      options: [
        .flag(
          "whole-series", "Change the series where a changed occurrence stands for it.",
          \.isWholeSeries)
      ]),
  ]

  static let completeGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "repeating",
      options: [.flag("whole-series", "End a reminder that repeats.", \.isWholeSeries).usual()])
  ]

  static let deleteListGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "contents",
      options: [.flag("force", "Delete what is in the list, too.", \.deletesContents).usual()])
  ]
}

extension ValueKind where Value == CalendarTime {
  static let calendarTime = ValueKind(
    expected: "a day or a time such as 2026-12-01, 2026-12-01T10:00 or 2026-12-01T09:00:00Z"
  ) { CalendarTime(parsing: $0) }
}

extension ValueKind where Value == RemindersOptions.DateChoice {
  static let dateChoice = ValueKind(
    expected: "\(ValueKind<CalendarTime>.calendarTime.expected), or none",
    completion: .words(["none"])
  ) { text in
    text == "none" ? RemindersOptions.DateChoice.none : CalendarTime(parsing: text).map { .at($0) }
  }
}

extension ValueKind where Value == ZoneInfo {
  static let zone = ValueKind(
    expected: ZoneInfo.missingFolder.map {
      "a time zone, but there are none here: \($0) is missing (install tzdata, or name its folder "
        + "by TZDIR)"
    } ?? "a time zone that the system knows, such as Europe/Ljubljana, or local"
  ) { ZoneInfo(named: $0) }
}

extension ValueKind where Value == Coordinate {
  static let coordinate = ValueKind(expected: "LAT,LON in decimal degrees") { text in
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      ValueKind<Double>.degrees.parse(String($0))
    }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      latitude.magnitude <= 90, longitude.magnitude <= 180
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension ValueKind where Value == Double {
  fileprivate static let degrees = number("degrees") { $0.magnitude <= 180 }
}

extension RemindersOptions {
  func check() throws(UsageError) {
    for (name, what) in [(title, "title"), (list, "list"), (uid, "UID")] {
      if let name { try Self.require(name, what) }
    }
    guard uid?.unicodeScalars.contains(where: \.isInvisible) != true else {
      throw UsageError("The UID has control characters")
    }
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
    zone.flatMap { time?.placed(in: $0) } ?? time
  }

  private var metres: Double? { radius.map { $0 * unit.inMetres } }
}
