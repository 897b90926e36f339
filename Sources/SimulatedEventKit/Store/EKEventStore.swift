import GeofenceReminders
import Synchronization

/// The signature of a closure that receives the answer to a request for access.
public typealias EKEventStoreRequestAccessCompletionHandler = (Bool, (any Error)?) -> Void

extension Notification.Name {
  /// The notification that the reminders were changed: by this or another event store, by the person,
  /// or in their file.
  ///
  /// It is posted on the main thread, with the event store as its object, when the app has come to
  /// rest. Apple: "consider your current data stale and refetch it".
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let EKEventStoreChanged = Notification.Name("EKEventStoreChangedNotification")
}

/// An app's access to the lists and the reminders of the person.
///
/// It belongs to the device that is simulated when it is used, so that a `static let` serves run
/// after run. All stores of a run show the same reminders; changes that are not committed are the
/// store's own.
open class EKEventStore: NSObject {
  private let pending = Mutex(Pending())
  /// The identifier of the store in the process.
  open private(set) var eventStoreIdentifier = "F0000000-0000-4000-8000-000000000002"

  private struct Pending: @unchecked Sendable {
    var device: UInt64 = 0
    /// The number of resets, each of which makes the store's objects invalid.
    var generation = 0
    var changes: [(change: ReminderChange, reminder: EKReminder)] = []
    var positions: [String: Int] = [:]

    mutating func removeAll() { (changes, positions) = ([], [:]) }
  }

  /// The store of an object, the run in which it was made, and the store's generation of objects.
  struct Origin: Equatable {
    let store: EKEventStore
    let device: UInt64
    let generation: Int
  }

  public override init() {
    SimulatedDevice.noteConcernOfRuns()
    super.init()
    SimulatedDevice.current?.reminders.register(self)
  }

  /// Creates a store of some accounts; the device has one.
  public convenience init(sources: [EKSource]) { self.init() }

  var origin: Origin {
    Origin(
      store: self, device: SimulatedDevice.current?.number ?? 0,
      generation: pending.withLock { $0.generation })
  }

  func newIdentifier() -> String {
    SimulatedDevice.current?.reminders.newIdentifier() ?? UUID().uuidString
  }

  /// Returns the reminders of the device that is simulated now.
  ///
  /// `nil` if the call has no effect.
  func reminders(_ call: @autoclosure () -> String) -> RemindersService? {
    guard let device = SimulatedDevice.called("EKEventStore.\(call())") else { return nil }
    let reminders = device.reminders
    reminders.register(self)
    pending.withLock { pending in
      if pending.device == device.number { return }
      pending.device = device.number
      pending.removeAll()
    }
    return reminders
  }

  /// Returns the reminders for a change by an object of this store, which was made in this run and
  /// since the last reset.
  private func reminders(for object: Origin, _ call: String) throws -> RemindersService? {
    guard let reminders = reminders(call) else { return nil }
    try reminders.requireAccess()
    try require(object, call)
    return reminders
  }

  private func require(_ object: Origin, _ call: String) throws {
    if object == origin { return }
    if object.store !== self {
      SimulatedDevice.current?.report(
        mistake: "\(call) got an object of another event store",
        help: "fetch it from the store that saves it, or keep one EKEventStore")
    }
    throw EKError(
      .objectBelongsToDifferentStore, "That object does not belong to that event store.")
  }

  // MARK: access

  /// Returns the app's access to reminders; to events it is denied, because there are none here.
  open class func authorizationStatus(for entityType: EKEntityType) -> EKAuthorizationStatus {
    guard let device = SimulatedDevice.called("EKEventStore.authorizationStatus(for:)") else {
      return .notDetermined
    }
    return entityType == .event ? .denied : device.reminders.status
  }

  /// Asks the person for full access to reminders; the answer is the one that the test sets.
  ///
  /// The person is asked once; afterwards the completion handler gets the same answer.
  open func requestFullAccessToReminders(
    completion: @escaping EKEventStoreRequestAccessCompletionHandler
  ) {
    guard let reminders = reminders("requestFullAccessToReminders(completion:)") else { return }
    reminders.ask(completion)
  }

  open nonisolated(nonsending) func requestFullAccessToReminders() async throws -> Bool {
    await withCheckedContinuation { continuation in
      guard let reminders = reminders("requestFullAccessToReminders()") else {
        return continuation.resume(returning: false)
      }
      reminders.ask { isGranted, _ in continuation.resume(returning: isGranted) }
    }
  }

  @available(*, deprecated, message: "Use requestFullAccessToReminders(completion:)")
  open func requestAccess(
    to entityType: EKEntityType, completion: @escaping EKEventStoreRequestAccessCompletionHandler
  ) {
    switch entityType {
    case .reminder: requestFullAccessToReminders(completion: completion)
    case .event: requestFullAccessToEvents(completion: completion)
    }
  }

  @available(*, deprecated, message: "Use requestFullAccessToReminders()")
  open nonisolated(nonsending) func requestAccess(to entityType: EKEntityType) async throws -> Bool
  {
    switch entityType {
    case .reminder: try await requestFullAccessToReminders()
    case .event: try await requestFullAccessToEvents()
    }
  }

  // MARK: accounts and lists

  /// The one local account, or none without access.
  open var sources: [EKSource] {
    reminders("sources")?.isReadable == true ? [EKSource(self)] : []
  }

  open var delegateSources: [EKSource] { [] }

  open func source(withIdentifier identifier: String) -> EKSource? {
    sources.first { $0.sourceIdentifier == identifier }
  }

  /// Does nothing, because the account is local.
  open func refreshSourcesIfNecessary() {}

  /// Returns the lists of reminders; none without access.
  open func calendars(for entityType: EKEntityType) -> [EKCalendar] {
    guard entityType == .reminder, let reminders = reminders("calendars(for:)") else { return [] }
    return reminders.lists.map { calendar($0, reminders) }
  }

  @available(*, deprecated, message: "Use calendars(for:)")
  open var calendars: [EKCalendar] { calendars(for: .reminder) }

  open func calendar(withIdentifier identifier: String) -> EKCalendar? {
    guard let reminders = reminders("calendar(withIdentifier:)") else { return nil }
    return reminders.lists.first { $0.identifier == identifier }.map { calendar($0, reminders) }
  }

  private func calendar(_ list: ReminderList, _ reminders: RemindersService) -> EKCalendar {
    EKCalendar(list, color: reminders.color(of: list.identifier), in: self)
  }

  func list(_ identifier: String) -> ReminderList? {
    reminders("refresh()")?.lists.first { $0.identifier == identifier }
  }

  /// Returns the first list; `nil` if there is none, or no access.
  open func defaultCalendarForNewReminders() -> EKCalendar? {
    guard let reminders = reminders("defaultCalendarForNewReminders()") else { return nil }
    return reminders.lists.first.map { calendar($0, reminders) }
  }

  /// Saves a list; its changes are committed at once, whatever `commit` says.
  ///
  /// - Throws: `EKError.eventStoreNotAuthorized`, `.calendarHasNoSource`,
  ///   `.calendarDoesNotAllowEvents` for a list of events, `.objectBelongsToDifferentStore`, or
  ///   `.internalFailure` with what a file does not allow.
  open func saveCalendar(_ calendar: EKCalendar, commit: Bool) throws {
    guard let reminders = try reminders(for: calendar.origin, "saveCalendar(_:commit:)") else {
      return
    }
    guard calendar.allowedEntityTypes.contains(.reminder) else {
      throw EKError(.sourceDoesNotAllowEvents, "That account does not support events.")
    }
    guard calendar.source != nil else {
      throw EKError(.calendarHasNoSource, "Calendar has no source")
    }
    guard !calendar.title.isEmpty else {
      throw EKError(.internalFailure, "No title has been set.")
    }
    let identifier = try reminders.save(
      ReminderList(identifier: calendar.calendarIdentifier, title: calendar.title),
      isNew: calendar.isNew, color: calendar.cgColor)
    calendar.didSave(as: identifier)
  }

  /// Removes a list with its reminders; that is committed at once, whatever `commit` says.
  ///
  /// - Throws: `EKError.eventStoreNotAuthorized`, `.objectBelongsToDifferentStore`, or
  ///   `.internalFailure` with what a file does not allow.
  open func removeCalendar(_ calendar: EKCalendar, commit: Bool) throws {
    try reminders(for: calendar.origin, "removeCalendar(_:commit:)")?
      .removeList(calendar.calendarIdentifier, calendar.title)
  }

  // MARK: reminders

  /// Returns the reminder of an identifier: with its changes if this store has saved it and not
  /// committed that.
  ///
  /// - Complexity: O(1).
  open func calendarItem(withIdentifier identifier: String) -> EKCalendarItem? {
    guard let reminders = reminders("calendarItem(withIdentifier:)"), reminders.isReadable else {
      return nil
    }
    let waiting = pending.withLock { pending in
      pending.positions[identifier].map { pending.changes[$0] }
    }
    if let waiting {
      if case .remove = waiting.change { return nil }
      return waiting.reminder
    }
    return reminders.reminder(identifier).map {
      EKReminder($0, list: calendar(withIdentifier: $0.list), in: self)
    }
  }

  open func calendarItems(withExternalIdentifier externalIdentifier: String) -> [EKCalendarItem] {
    calendarItem(withIdentifier: externalIdentifier).map { [$0] } ?? []
  }

  func reminder(_ identifier: String) -> Reminder? {
    reminders("refresh()")?.reminder(identifier)
  }

  /// Saves a reminder, and commits all changes of this store if `commit` is true.
  ///
  /// - Throws: `EKError.eventStoreNotAuthorized` without full access, `.noCalendar` without a list,
  ///   `.internalFailure` without a title, `.priorityIsInvalid`,
  ///   `.recurringReminderRequiresDueDate`, `.reminderAlarmContainsEmailOrUrl`,
  ///   `.objectBelongsToDifferentStore`, and what `commit()` throws. A reminder of another store is a
  ///   mistake of the app, too, which fails the test: Apple's raises an exception.
  /// - Complexity: O(1) for reminders that the run alone has, whatever the number of the others;
  ///   those of a file are written as a whole with each commit.
  open func save(_ reminder: EKReminder, commit: Bool) throws {
    guard try reminders(for: reminder.origin, "save(_:commit:)") != nil else { return }
    try reminder.calendar.map { try require($0.origin, "save(_:commit:)") }
    try add(reminder.change(), of: reminder, commit: commit)
  }

  /// Removes a reminder, and commits all changes of this store if `commit` is true.
  ///
  /// - Throws: `EKError.eventStoreNotAuthorized` without full access,
  ///   `.objectBelongsToDifferentStore`, and what `commit()` throws. A reminder of another store is a
  ///   mistake of the app, too, which fails the test: Apple's raises an exception.
  open func remove(_ reminder: EKReminder, commit: Bool) throws {
    guard try reminders(for: reminder.origin, "remove(_:commit:)") != nil else { return }
    try add(.remove(reminder.calendarItemIdentifier), of: reminder, commit: commit)
  }

  /// Adds a change to those that wait, and commits them if `commit` is true; where that fails, the
  /// change is dropped, so that the next one is committed without it.
  private func add(_ change: ReminderChange?, of reminder: EKReminder, commit: Bool) throws {
    guard commit else { return change.map { add($0, of: reminder) } ?? () }
    let before = pending.withLock { $0 }
    change.map { add($0, of: reminder) }
    do {
      try self.commit()
    } catch {
      pending.withLock { $0 = before }
      throw error
    }
  }

  private func add(_ change: ReminderChange, of reminder: EKReminder) {
    nonisolated(unsafe) let reminder = reminder
    pending.withLock { pending in
      if let position = pending.positions[change.identifier] {
        pending.changes[position] = (change, reminder)
      } else {
        pending.positions[change.identifier] = pending.changes.count
        pending.changes.append((change, reminder))
      }
    }
  }

  /// Commits the changes that were saved, all of them or none.
  ///
  /// - Throws: `EKError.eventStoreNotAuthorized` without full access; `.internalFailure` with the
  ///   reason if a reminder is no longer there, cannot be changed in this way, or cannot be written.
  ///   The changes stay until they are committed, or `reset()` drops them; the one that `save` or
  ///   `remove` was to commit with them is dropped at once.
  open func commit() throws {
    guard let reminders = reminders("commit()") else { return }
    try reminders.requireAccess()
    let waiting = pending.withLock { $0.changes }
    guard !waiting.isEmpty else { return }
    // A reminder that was added and removed meanwhile was never there.
    let changes = waiting.compactMap { change, reminder -> ReminderChange? in
      if case .remove = change, reminder.isNew { return nil }
      return change
    }
    if !changes.isEmpty { try reminders.apply(changes) }
    pending.withLock { $0.removeAll() }
    for (change, reminder) in waiting {
      if case .remove = change { continue }
      reminder.didSave()
    }
  }

  /// Drops the changes that were not committed; every object of the store is invalid afterwards.
  open func reset() {
    guard reminders("reset()") != nil else { return }
    pending.withLock { pending in
      pending.generation += 1
      pending.removeAll()
    }
  }

  // MARK: searches

  /// Returns a predicate of all reminders in some lists; `nil` for all lists.
  open func predicateForReminders(in calendars: [EKCalendar]?) -> NSPredicate {
    ReminderPredicate(nil, from: nil, to: nil, in: calendars)
  }

  /// Returns a predicate of the incomplete reminders in some lists, `nil` for all lists, that are
  /// due from `startDate` on and before `endDate`.
  ///
  /// With either date, reminders without a due date are left out.
  open func predicateForIncompleteReminders(
    withDueDateStarting startDate: Date?, ending endDate: Date?, calendars: [EKCalendar]?
  ) -> NSPredicate {
    ReminderPredicate(.incomplete, from: startDate, to: endDate, in: calendars)
  }

  /// Returns a predicate of the reminders in some lists, `nil` for all lists, that were completed
  /// from `startDate` on and before `endDate`.
  open func predicateForCompletedReminders(
    withCompletionDateStarting startDate: Date?, ending endDate: Date?, calendars: [EKCalendar]?
  ) -> NSPredicate {
    ReminderPredicate(.completed, from: startDate, to: endDate, in: calendars)
  }

  /// Fetches the committed reminders of a predicate, in the order in which they were added.
  ///
  /// The device waits for the completion handler, which is called on the main thread, and gets `nil`
  /// without full access. A predicate that is not the store's is a mistake of the app, which fails
  /// the test: Apple's raises an exception.
  ///
  /// - Returns: An object with which the fetch can be cancelled.
  /// - Complexity: O(n) for n reminders.
  @discardableResult
  open func fetchReminders(
    matching predicate: NSPredicate, completion: @escaping ([EKReminder]?) -> Void
  ) -> Any {
    let fetch = ReminderFetch()
    guard let reminders = reminders("fetchReminders(matching:completion:)") else { return fetch }
    guard let predicate = predicate as? ReminderPredicate else {
      SimulatedDevice.current?.report(
        mistake: "fetchReminders(matching:completion:) got a predicate of another kind",
        help: "make it with one of the store's predicateFor methods, and filter what it returns")
      answer { completion(nil) }
      return fetch
    }
    answer { [self] in
      if !fetch.isCancelled { completion(found(by: predicate, reminders)) }
    }
    return fetch
  }

  private func found(
    by predicate: ReminderPredicate, _ reminders: RemindersService
  ) -> [EKReminder]? {
    guard reminders.isReadable else { return nil }
    let lists = Dictionary(
      reminders.lists.map { ($0.identifier, calendar($0, reminders)) },
      uniquingKeysWith: { first, _ in first })
    return reminders.book.reminders.lazy.filter(predicate.matches)
      .map { EKReminder($0, list: lists[$0.list], in: self) }
  }

  /// Cancels a fetch: its completion handler is not called.
  open func cancelFetchRequest(_ fetchIdentifier: Any) {
    (fetchIdentifier as? ReminderFetch)?.cancel()
  }
}

private final class ReminderFetch: NSObject, Sendable {
  private let state = Mutex(false)

  var isCancelled: Bool { state.withLock { $0 } }

  func cancel() { state.withLock { $0 = true } }
}
