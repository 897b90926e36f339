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
}

extension RemindersOptions {
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
        status("completed", "What is done.", .completed)
          .usual(),
        status("all", "Every reminder, cancelled ones included.", nil)
          .usual("Every reminder, cancelled ones included."),
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
        .value("title", "text", "What it is called.", \.title, .text)
          .usual()
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
