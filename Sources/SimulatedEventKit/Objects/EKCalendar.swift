import GeofenceReminders

/// A list of reminders.
open class EKCalendar: EKObject {
  let origin: EKEventStore.Origin
  open private(set) var calendarIdentifier: String
  open var title: String
  open var source: EKSource!
  /// The colour of the list, which the run keeps; a file does not.
  open var cgColor: CGColor!
  /// The title and the colour as they are saved; `nil` for a new list.
  private var saved: (title: String, color: CGColor?)?
  private let entity: EKEntityType

  /// Creates a list, which has to get a title and a source before it is saved.
  public init(for entityType: EKEntityType, eventStore: EKEventStore) {
    origin = eventStore.origin
    entity = entityType
    calendarIdentifier = eventStore.newIdentifier()
    title = ""
    super.init()
  }

  @available(*, deprecated, message: "Use init(for:eventStore:)")
  public convenience init(eventStore: EKEventStore) {
    self.init(for: .event, eventStore: eventStore)
  }

  init(_ list: ReminderList, color: CGColor?, in store: EKEventStore) {
    origin = store.origin
    entity = .reminder
    calendarIdentifier = list.identifier
    title = list.title
    super.init()
    source = EKSource(store)
    cgColor = color ?? Self.defaultColor
    saved = (title, cgColor)
  }

  private static let defaultColor = CGColor(red: 0, green: 0.48, blue: 1, alpha: 1)

  open var type: EKCalendarType { .local }
  open var allowsContentModifications: Bool { true }
  open var isSubscribed: Bool { false }
  open var isImmutable: Bool { false }
  open var supportedEventAvailabilities: EKCalendarEventAvailabilityMask { [] }
  open var allowedEntityTypes: EKEntityMask { entity == .event ? .event : .reminder }

  open override var isNew: Bool { saved == nil }

  open override var hasChanges: Bool {
    saved.map { $0.title != title || $0.color != cgColor } ?? true
  }

  open override func rollback() {
    if let saved { (title, cgColor) = saved }
  }

  @discardableResult
  open override func refresh() -> Bool {
    guard let list = origin.store.list(calendarIdentifier) else { return isNew }
    if title == saved?.title { title = list.title }
    saved?.title = list.title
    return true
  }

  func didSave(as identifier: String) {
    calendarIdentifier = identifier
    saved = (title, cgColor)
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? EKCalendar else { return false }
    return calendarIdentifier == other.calendarIdentifier
  }

  open override var hash: Int { calendarIdentifier.hashValue }

  open override var description: String {
    "EKCalendar {title = \(title); type = Local; allowsModify = YES;}"
  }
}

/// An account with lists; the device has one, which is local.
open class EKSource: EKObject {
  private let store: EKEventStore

  init(_ store: EKEventStore) {
    self.store = store
    super.init()
  }

  static let identifier = "F0000000-0000-4000-8000-000000000001"

  open var sourceIdentifier: String { Self.identifier }
  open var sourceType: EKSourceType { .local }
  open var title: String { "Default" }
  /// True if the account is that of another person; always false.
  open var isDelegate: Bool { false }

  open func calendars(for entityType: EKEntityType) -> Set<EKCalendar> {
    Set(store.calendars(for: entityType))
  }

  @available(*, deprecated, message: "Use calendars(for:)")
  open var calendars: Set<EKCalendar> { calendars(for: .reminder) }

  open override func isEqual(_ object: Any?) -> Bool { object is EKSource }

  open override var hash: Int { 1 }

  open override var description: String { "EKSource \(title)" }
}
