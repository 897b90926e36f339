import Foundation
import GeofenceCore
import GeofenceFormats

/// Everything the user can choose when working with reminders.
struct RemindersOptions: Sendable {
  var authorization = Authorization.fullAccess
  var now: Timestamp?
  var format = ReportFormat.text
  var query = ReminderQuery()
  var title: String?
  var notes: String?
  var list: String?
  var uid: String?
  var priority: Reminder.Priority?
  var due: DueDate?
  var place: Coordinate?
  var placeName: String?
  var radius: Double?
  var unit = LengthUnit.metres
  var proximity: LocationAlarm.Proximity?

  /// EventKit's authorization states for reminders. Only full access reads.
  enum Authorization: String, CaseIterable {
    case notDetermined = "not-determined"
    case restricted, denied
    case fullAccess = "full-access"
    case writeOnly = "write-only"
  }

  enum DueDate: Sendable {
    case none
    case at(Timestamp)
  }

  enum LengthUnit: String, CaseIterable {
    case metres = "m"
    case kilometres = "km"
    case feet = "ft"
    case miles = "mi"

    var inMetres: Double {
      switch self {
      case .metres: 1
      case .kilometres: 1000
      case .feet: 0.3048
      case .miles: 1609.344
      }
    }
  }

  /// The time of the change.
  var time: Timestamp {
    now ?? Timestamp(milliseconds: Int64(Date().timeIntervalSince1970) * 1000)
  }

  /// Metres.
  var radiusInMetres: Double? { radius.map { $0 * unit.inMetres } }
}

extension RemindersOptions {
  static let accessGroup = OptionGroup<RemindersOptions>(
    title: "access",
    options: [
      .value(
        "authorization", "state", "What the user has granted. (default: full-access)",
        \.authorization, .choice)
    ])

  static let outputGroup = OptionGroup<RemindersOptions>(
    title: "output",
    options: [.value("format", "name", "text or json. (default: text)", \.format, .choice)])

  static let changeGroup = OptionGroup<RemindersOptions>(
    title: "change",
    options: [.value("now", "time", "The time of the change. (default: the clock's)", \.now, .time)]
  )

  static let queryGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "filters",
      options: [
        .flag("incomplete", "What is to be done. (default)") { $0.query.status = .incomplete },
        .flag("completed", "What is done.") { $0.query.status = .completed },
        .flag("all", "Every reminder, cancelled ones included.") { $0.query.status = nil },
        .value("priority", "level", "One priority only.", \.query.priority, .choice),
        .value("list", "name", "One list only.", \.query.list, .text),
        .flag("location-only", "Those with a location alarm.", \.query.hasLocationOnly),
      ]),
    OptionGroup(
      title: "order",
      options: [
        .value("sort", "key", "created, due or title. (default: created)", \.query.order, .choice),
        .flag("reverse", "The other way round; missing dates stay last.", \.query.isReversed),
      ]),
  ]

  static let contentOptions: [Option<RemindersOptions>] = [
    .value("notes", "text", "What is to be said beside the title; '' for nothing.", \.notes, .text),
    .value("priority", "level", "none, low, medium or high.", \.priority, .choice),
    .value("due", "time", "When it is due, or none.", \.due, .due),
  ]

  static let placeGroup = OptionGroup<RemindersOptions>(
    title: "place",
    options: [
      .value("at", "lat,lon", "Where it fires, in decimal degrees.", \.place, .coordinate),
      .value("name", "text", "What the place is called.", \.placeName, .text),
      .value("radius", "n", "How far around it. (default: 100 m)", \.radius, .positiveMetres),
      .value("unit", "unit", "Of the radius: m, km, ft or mi. (default: m)", \.unit, .choice),
      .flag("on-enter", "Fire on arrival. (default)") { $0.proximity = .arrive },
      .flag("on-leave", "Fire on departure.") { $0.proximity = .depart },
    ])

  static let addGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "reminder",
      options: contentOptions + [
        .value("list", "name", "The list it goes to. (default: the first)", \.list, .text),
        .value("uid", "text", "Its UID. (default: a new one)", \.uid, .text),
      ]), placeGroup,
  ]

  static let editGroups: [OptionGroup<RemindersOptions>] = [
    OptionGroup(
      title: "reminder",
      options: [.value("title", "text", "What it is called.", \.title, .text)] + contentOptions),
    placeGroup,
  ]
}

extension ValueKind where Value == RemindersOptions.DueDate {
  static let due = ValueKind(
    expected: "a time such as 2024-05-01T09:10:00Z, or none", completion: .words(["none"])
  ) { text in
    text == "none" ? RemindersOptions.DueDate.none : Timestamp(parsing: text).map { .at($0) }
  }
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
