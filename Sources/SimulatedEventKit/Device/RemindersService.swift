import GeofenceCore
import GeofenceReminders
import Synchronization

/// The reminders of a simulated device: what the event stores of its app show, and the alarms.
final class RemindersService: DeviceService {
  private struct State: @unchecked Sendable {
    /// The device; `nil` for a handler that is called after the end of its run.
    weak var device: SimulatedDevice?
    var status: RemindersAccess.Status
    var book: ReminderBook
    /// The state of the book's files when they were read or written last.
    var stamp: [String]
    var watch: AlarmWatch
    var alarms: [SimulatedAlarm] = []
    var stores: [WeakStore] = []
    var wasUsed = false
    var owesNotice = false
    /// The numbers of notices in a row without a movement of the clock.
    var notices = (count: 0, time: Timestamp(milliseconds: 0))
    var colors: [String: CGColor] = [:]
    var identifiers: UInt64 = 0
  }

  private struct WeakStore { weak var store: EKEventStore? }

  private let state: Mutex<State>
  private let answer: RemindersAccess.Status

  init(on device: SimulatedDevice) {
    let access = device.remindersAccess
    answer = access.answer
    var book = ReminderBook(
      lists: access.lists.enumerated().map { number, title in
        ReminderList(identifier: Self.identifier(UInt64(number), 0xA), title: title)
      })
    var failure: (any Error)?
    if !access.paths.isEmpty {
      do {
        book = try ReminderBook(paths: access.paths)
      } catch {
        failure = error
      }
    }
    state = Mutex(
      State(
        device: device, status: access.status, book: book, stamp: Self.stamp(of: book),
        watch: AlarmWatch(device.settings, from: device.clock)))
    if let failure {
      device.report(mistake: "\(failure)", help: "give files that geofence reminders can read")
    }
  }

  private var device: SimulatedDevice? { state.withLock { $0.device } }

  private var clock: Timestamp { device?.clock ?? Timestamp(milliseconds: 0) }

  var isUsed: Bool { state.withLock { $0.wasUsed } }

  /// Returns an identifier of the form of a UUID.
  private static func identifier(_ number: UInt64, _ kind: UInt64) -> String {
    String(format: "%08llX-0000-4000-8000-%012llX", kind << 28, number + 1)
  }

  func newIdentifier() -> String {
    state.withLock { state in
      repeat {
        state.identifiers += 1
      } while state.book.reminder(Self.identifier(state.identifiers, 0xE)) != nil
      return Self.identifier(state.identifiers, 0xE)
    }
  }

  func register(_ store: EKEventStore) {
    state.withLock { state in
      if state.stores.contains(where: { $0.store === store }) { return }
      state.stores.removeAll { $0.store == nil }
      state.stores.append(WeakStore(store: store))
      state.wasUsed = true
    }
  }

  // MARK: access

  var status: EKAuthorizationStatus {
    EKAuthorizationStatus(rawValue: state.withLock { $0.status.rawValue }) ?? .notDetermined
  }

  var isReadable: Bool { state.withLock { $0.status } == .fullAccess }

  func requireAccess() throws {
    if isReadable { return }
    throw EKError(.eventStoreNotAuthorized, "Access to this event store is unauthorized.")
  }

  /// Asks the person for access if nothing was decided, and calls the handler with what is decided.
  func ask(_ completion: @escaping EKEventStoreRequestAccessCompletionHandler) {
    SimulatedCoreLocation.answer { [self] in
      let isAsked = state.withLock { state in
        guard state.status == .notDetermined else { return false }
        state.status = answer
        return true
      }
      if isAsked { device?.log(.action, "the person answers for reminders: \(status)") }
      completion(isReadable, nil)
    }
  }

  func setStatus(_ status: RemindersAccess.Status) {
    device?.log(.action, "access to reminders: \(status)")
    state.withLock { state in
      state.status = status
      state.owesNotice = true
    }
  }

  // MARK: reading

  var lists: [ReminderList] { isReadable ? book.lists : [] }

  func reminder(_ identifier: String) -> Reminder? {
    state.withLock { $0.book.reminder(identifier) }
  }

  func color(of list: String) -> CGColor? { state.withLock { $0.colors[list] } }

  /// The reminders, after a file that was changed is read again.
  var book: ReminderBook {
    readChangedFiles()
    return state.withLock { $0.book }
  }

  // MARK: changes

  private func write<Value>(_ body: (inout State) throws -> Value) throws -> Value {
    readChangedFiles()
    let (value, isWritten) = try state.withLock { state in
      nonisolated(unsafe) let value = try body(&state)
      state.owesNotice = true
      state.stamp = Self.stamp(of: state.book)
      return (value, !state.book.paths.isEmpty)
    }
    if isWritten { device?.noteProgress() }
    return value
  }

  /// Changes the reminders for the app, and says what they do not allow or what cannot be written.
  private func change<Value>(_ body: (inout State) throws -> Value) throws -> Value {
    do {
      return try write(body)
    } catch {
      throw EKError(.internalFailure, "\(error)")
    }
  }

  func apply(_ changes: [ReminderChange]) throws {
    let now = clock
    let titles = try change { state in
      try state.book.apply(changes, at: now)
      state.watch.note(changes.map(\.identifier))
      return changes.map { state.book.reminder($0.identifier)?.title ?? $0.identifier }
    }
    for (change, title) in zip(changes, titles) {
      device?.log(.registration, "\(change.verb) the reminder \(title)")
    }
  }

  /// Saves a list.
  ///
  /// - Returns: Its identifier.
  func save(_ list: ReminderList, isNew: Bool, color: CGColor?) throws -> String {
    try change { state in
      let before = state.book.lists
      if isNew {
        try state.book.addList(list)
      } else if !before.contains(list) {
        try state.book.renameList(list.identifier, to: list.title)
      }
      // A list of a file has its name as its identifier.
      let known = Set(before.map(\.identifier))
      let named = state.book.lists.first { !known.contains($0.identifier) }
      let identifier = named?.identifier ?? list.identifier
      state.colors[identifier] = color
      return identifier
    }
  }

  func removeList(_ identifier: String, _ title: String) throws {
    try change { state in
      try state.book.removeList(identifier)
      state.watch.noteAll()
    }
    device?.log(.registration, "removes the list \(title)")
  }

  /// Completes a reminder, as the person does in another app.
  ///
  /// - Parameter name: Its identifier, or its title.
  /// - Returns: `false` if no incomplete reminder is called so.
  func complete(_ name: String) throws -> Bool {
    let now = clock
    func find(_ book: ReminderBook) -> String? {
      book.reminders.first {
        $0.status == .incomplete && ($0.identifier == name || $0.title == name)
      }?.identifier
    }
    // Nothing is written, and nobody is notified, where there is none.
    guard find(book) != nil else { return false }
    return try write { state in
      guard let identifier = find(state.book) else { return false }
      try state.book.apply(
        [.edit(identifier, ReminderChange.Edit(completion: .completed(now)))], at: now)
      state.watch.note([identifier])
      return true
    }
  }

  // MARK: files

  private static func stamp(of book: ReminderBook) -> [String] {
    book.paths.map { path in
      let facts = try? FileManager.default.attributesOfItem(atPath: path)
      let time = (facts?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      let (size, number) = (facts?[.size] ?? 0, facts?[.systemFileNumber] ?? 0)
      return "\(time) \(size) \(number)"
    }
  }

  private func readChangedFiles() {
    let failure = state.withLock { state -> String? in
      let stamp = Self.stamp(of: state.book)
      guard stamp != state.stamp else { return nil }
      state.stamp = stamp
      do {
        try state.book.reload()
      } catch {
        return "\(error)"
      }
      state.watch.noteAll()
      state.owesNotice = true
      return nil
    }
    if let failure {
      device?.warn("the reminders stay as they were read: \(failure)")
    }
  }

  // MARK: the device

  func begin(at time: Timestamp) { state.withLock { $0.watch.begin(at: time) } }

  func elapse(until time: Timestamp) {
    watchChanges()
    let fix = device?.lastFix
    for firing in state.withLock({ $0.watch.elapse(until: time, at: fix) }) {
      device?.advance(to: firing.time)
      record([firing])
    }
  }

  /// The access to reminders if it is not full, and what became of the alarms at places.
  var accountLines: [String] {
    guard let device else { return [] }
    let (status, watch) = state.withLock { ($0.status, $0.watch) }
    var lines = watch.accountLines(on: device).map { "  " + $0 }
    if !lines.isEmpty { lines.insert("the alarms of reminders", at: 0) }
    if isUsed, status != .fullAccess {
      lines.append("the app's access to reminders is \(self.status): it can save none")
    }
    return lines
  }

  func move(to fix: Fix) {
    record(state.withLock { $0.watch.move(to: fix) })
  }

  func apply(_ action: DeviceAction) { record(state.withLock { $0.watch.apply(action) }) }

  /// Takes the changes of the app into account, and fires the alarms for which the device is already
  /// in the right place.
  func refresh() {
    readChangedFiles()
    watchChanges()
  }

  private func watchChanges() {
    let (fix, count) = (device?.lastFix, device?.fixCount ?? 0)
    record(state.withLock { state in state.watch.refresh(state.book, at: fix, of: count) })
  }

  var alarms: [SimulatedAlarm] {
    refresh()
    return state.withLock { $0.alarms }
  }

  private func record(_ firings: [AlarmWatch.Firing]) {
    guard !firings.isEmpty else { return }
    let clock = clock
    for firing in firings {
      let alarm = state.withLock { state -> SimulatedAlarm? in
        guard let reminder = state.book.reminder(firing.reminder) else { return nil }
        let list = state.book.lists.first { $0.identifier == reminder.list }
        let alarm = SimulatedAlarm(firing, reminder, list: list?.title ?? "", at: clock)
        state.alarms.append(alarm)
        return alarm
      }
      if let alarm { device?.log(.alarm, "\(alarm)") }
    }
  }

  var owesDelivery: Bool { state.withLock { $0.owesNotice } }

  private static let mostNotices = 1000

  func next() -> ServiceDelivery? {
    refresh()
    let clock = clock
    let isListening = device?.isListening ?? false
    let (stores, isEndless) = state.withLock { state -> ([WeakStore], Bool) in
      guard state.owesNotice else { return ([], false) }
      state.owesNotice = false
      state.stores.removeAll { $0.store == nil }
      guard isListening else { return ([], false) }
      if state.notices.time != clock { state.notices = (0, clock) }
      state.notices.count += 1
      return (state.stores, state.notices.count == Self.mostNotices)
    }
    if isEndless {
      device?.report(
        mistake: "the app changes its reminders whenever it gets EKEventStoreChanged",
        help: "save after the notification only what is different")
      return nil
    }
    guard !stores.isEmpty else { return nil }
    nonisolated(unsafe) let notified = stores
    return ServiceDelivery("EKEventStoreChanged") {
      for store in notified.compactMap(\.store) {
        NotificationCenter.default.post(name: .EKEventStoreChanged, object: store)
      }
    }
  }
}

extension ReminderChange {
  fileprivate var verb: String {
    switch self {
    case .add: "adds"
    case .edit: "changes"
    case .remove: "removes"
    }
  }
}
