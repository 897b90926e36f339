import GeofenceCore
import GeofenceFormats

/// Everything the user can choose when working with reminders.
struct RemindersOptions: Sendable {
  var authorization = Authorization.fullAccess
  var now: Timestamp?
  var format = ReportFormat.text
  var query = ReminderQuery()
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
  var endsSeries = false
  var deletesContents = false

  /// EventKit's authorization states for reminders. Only full access reads.
  enum Authorization: String, CaseIterable {
    case notDetermined = "not-determined"
    case restricted, denied
    case fullAccess = "full-access"
    case writeOnly = "write-only"
  }

  enum DateChoice: Sendable {
    case none
    case at(CalendarTime)

    var time: CalendarTime? { if case .at(let time) = self { time } else { nil } }
  }

  /// The time of the change.
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
    "format", "name", "text or json. (default: text)", \.format, .choice)

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
        .flag("incomplete", "What is to be done. (default)") { $0.query.status = .incomplete }
          .settling("status"),
        .flag("completed", "What is done.") { $0.query.status = .completed }.settling("status"),
        .flag("all", "Every reminder, cancelled ones included.") { $0.query.status = nil }
          .settling("status"),
        .value("priority", "level", "One priority only.", \.query.priority, .choice),
        .value("list", "name", "One list only.", \.query.list, .text),
        .flag("location-only", "Those with a location alarm.", \.query.hasLocationOnly),
        .value("due-before", "time", "Those due before then.", \.query.dueBefore, .calendarTime),
        .flag("overdue", "What should have been done by now.", \.isOverdue), nowOption,
        .value(
          "timezone", "name",
          "Where days, and times without a zone, are taken; local is yours. (default: UTC)",
          \.query.zone, .zone),
      ]),
    OptionGroup(
      title: "order",
      options: [
        .value("sort", "key", "created, due or title. (default: created)", \.query.order, .choice),
        .flag("reverse", "The other way round; missing dates stay last.", \.query.isReversed),
      ]),
  ]

  private static let contentOptions: [Option<RemindersOptions>] = [
    .value("notes", "text", "What is to be said beside the title; '' for nothing.", \.notes, .text),
    .value("priority", "level", "none, low, medium or high.", \.priority, .choice),
    .value(
      "due", "time",
      "When it is due: a day (2026-12-01), a time of the clock (2026-12-01T10:00), one with Z or an "
        + "offset, or none.", \.due, .dateChoice),
    .value("start", "time", "When it begins, as --due.", \.start, .dateChoice),
    .value(
      "timezone", "name", "The zone of these times, such as Europe/Ljubljana; local is yours.",
      \.zone, .zone),
  ]

  private static let placeGroup = OptionGroup<RemindersOptions>(
    title: "place",
    options: [
      .value("at", "lat,lon", "Where it fires, in decimal degrees.", \.place, .coordinate),
      .value("name", "text", "What the place is called.", \.placeName, .text),
      .value(
        "radius", "n", "How far around it; 0 for the default. (default: 100 m)", \.radius, .metres),
      .value("unit", "unit", "Of the radius: m, km, ft or mi. (default: m)", \.unit, .choice),
      .flag("on-enter", "Fire on arrival. (default)") { $0.proximities.insert(.arrive) },
      .flag("on-leave", "Fire on departure.") { $0.proximities.insert(.depart) },
    ])

  static let addGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "reminder",
      options: contentOptions + [
        .value(
          "list", "name", "The list it goes to; a new file's is called so. (default: the first)",
          \.list, .text),
        .value("uid", "text", "Its UID. (default: a new one)", \.uid, .text),
      ]), placeGroup,
  ]

  static let editGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "reminder",
      options: [.value("title", "text", "What it is called.", \.title, .text)] + contentOptions),
    placeGroup,
  ]

  static let completeGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "repeating",
      options: [.flag("whole-series", "End a reminder that repeats.", \.endsSeries)])
  ]

  static let deleteListGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "contents",
      options: [.flag("force", "Delete what is in the list, too.", \.deletesContents)])
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
    expected: "a time zone that the system knows, such as Europe/Ljubljana, or local"
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
