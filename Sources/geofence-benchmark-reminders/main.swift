// Saves as many reminders as its argument says, each with a location alarm and a due date, fetches
// them by each predicate, and drives past all of them.

import SimulatedEventKit

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1000
let clock = ContinuousClock()

/// Prints the seconds since `start` under a name.
func report(_ name: String, since start: ContinuousClock.Instant) {
  print(name, (clock.now - start) / .seconds(1))
}

/// The degrees of latitude from one reminder's place to the next, about 440 m.
let pace = 0.004

await SimulatedDevice.run { device in
  let store = EKEventStore()
  let list = store.defaultCalendarForNewReminders()
  var start = clock.now
  for number in 0..<count {
    let reminder = EKReminder(eventStore: store)
    reminder.title = "Errand \(number)"
    reminder.calendar = list
    reminder.dueDateComponents = DateComponents(
      year: 2026, month: 1 + number % 12, day: 1 + number % 28, hour: 9, minute: 0)
    let location = EKStructuredLocation(title: "Shop \(number)")
    location.geoLocation = CLLocation(latitude: Double(number) * pace - 60, longitude: 14.5)
    let alarm = EKAlarm()
    alarm.structuredLocation = location
    alarm.proximity = .enter
    reminder.addAlarm(alarm)
    do {
      try store.save(reminder, commit: true)
    } catch {
      print("error:", error)
    }
  }
  report("save", since: start)

  let predicates = [
    ("all", store.predicateForReminders(in: nil)),
    (
      "incomplete",
      store.predicateForIncompleteReminders(
        withDueDateStarting: .distantPast, ending: .distantFuture, calendars: nil)
    ),
    (
      "completed",
      store.predicateForCompletedReminders(
        withCompletionDateStarting: nil, ending: nil, calendars: nil)
    ),
  ]
  for (name, predicate) in predicates {
    start = clock.now
    let found = await withCheckedContinuation { continuation in
      store.fetchReminders(matching: predicate) { found in
        continuation.resume(returning: found?.count ?? -1)
      }
    }
    print("found", name, found)
    report(name, since: start)
  }

  start = clock.now
  for step in 0..<10 * count {
    let place = CLLocationCoordinate2D(
      latitude: Double(step) * pace / 10 - 60, longitude: 14.5)
    await device.move(to: place, after: 30)
  }
  report("drive", since: start)
  print("alarms", device.alarms.count)
}
