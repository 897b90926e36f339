import GeofenceCore
import GeofenceReminders

struct AlarmMoments {
  private var byReminder: [String: [Timestamp]] = [:]
  /// The first of the times; `nil` if it is not known.
  private var first: Timestamp?
  /// The time up to which alarms have fired; one that is set to a time before does not fire.
  private var clock = Timestamp(milliseconds: .min)

  /// Sets the clock, without an alarm on the way.
  mutating func begin(at time: Timestamp) {
    clock = time
    first = nil
  }

  mutating func removeAll() { (byReminder, first) = ([:], nil) }

  /// Takes over the alarms of a reminder; those of one that is done, or gone, are none.
  mutating func set(_ reminder: Reminder?, of identifier: String) {
    var moments: [Timestamp] = []
    if let reminder, reminder.status == .incomplete {
      moments = reminder.allAlarms.compactMap { alarm in
        switch alarm.trigger {
        case .place: nil
        case .moment(let time): time
        case .offset(let seconds):
          (reminder.due ?? reminder.start).map {
            $0.instant + Interval(milliseconds: seconds * 1000)
          }
        }
      }
    }
    if moments.isEmpty, byReminder[identifier] == nil { return }
    byReminder[identifier] = moments.isEmpty ? nil : moments
    first = nil
  }

  /// Returns the alarms after the clock's time up to `time`, in their order, and moves the clock on.
  ///
  /// - Complexity: O(1) if none is due and none was changed; else O(n log n) for n alarms.
  mutating func take(until time: Timestamp) -> [(time: Timestamp, reminder: String)] {
    guard time > clock else { return [] }
    defer { clock = time }
    if byReminder.isEmpty { return [] }
    if first == nil { first = next(after: clock) }
    guard let first, first <= time else { return [] }
    let due = byReminder.flatMap { reminder, moments in
      moments.filter { $0 > clock && $0 <= time }.map { (time: $0, reminder: reminder) }
    }
    self.first = next(after: time)
    return due.sorted { ($0.time, $0.reminder) < ($1.time, $1.reminder) }
  }

  private func next(after time: Timestamp) -> Timestamp {
    byReminder.values.lazy.joined().filter { $0 > time }.min() ?? Timestamp(milliseconds: .max)
  }
}
