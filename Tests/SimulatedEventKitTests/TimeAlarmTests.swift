import Foundation
import SimulatedCoreLocationTesting
import SimulatedEventKit
import Testing

/// Alarms at times fire when the device's clock reaches them.
@Suite(.provokesWarnings, .timeLimit(.minutes(60))) struct TimeAlarmTests {
  private static let begin = Date(timeIntervalSince1970: 1_714_554_000)

  private func alarms(_ device: SimulatedDevice) -> [String] {
    device.alarms.map { "\($0) \(Int($0.date.timeIntervalSince(Self.begin)))" }
  }

  @Test func `an alarm at a date fires then, between two fixes, and once`() async throws {
    try await SimulatedDevice.run(remindersAccess: .fullAccess, startingAt: Self.begin) { device in
      let store = EKEventStore()
      try store.add("Tea", EKAlarm(absoluteDate: Self.begin.addingTimeInterval(90)))
      try store.add("Past", EKAlarm(absoluteDate: Self.begin.addingTimeInterval(-90)))
      await device.move(to: .home, after: 60)
      #expect(alarms(device) == [])
      await device.move(to: .home, after: 60)
      #expect(alarms(device) == ["Tea: the time has come 90"])
      #expect(device.alarms.first?.proximity == EKAlarmProximity.none)
      #expect(device.alarms.first?.latitude == CLLocationCoordinate2D.home.latitude)
      await device.wait(for: .seconds(600))
      #expect(device.alarms.count == 1)
    }
  }

  @Test func `an alarm before the due date follows the date, and a completed reminder has none`()
    async throws
  {
    try await SimulatedDevice.run(remindersAccess: .fullAccess, startingAt: Self.begin) { device in
      let store = EKEventStore()
      var utc = Calendar(identifier: .gregorian)
      utc.timeZone = try #require(TimeZone(identifier: "UTC"))
      func due(_ seconds: TimeInterval) -> DateComponents {
        utc.dateComponents(
          [.calendar, .timeZone, .year, .month, .day, .hour, .minute, .second],
          from: Self.begin.addingTimeInterval(seconds))
      }
      let tea = try store.add("Tea", EKAlarm(relativeOffset: -60)) {
        $0.dueDateComponents = due(120)
      }
      try store.add("Past", EKAlarm(relativeOffset: -60)) { $0.dueDateComponents = due(30) }
      try store.add("Bread", EKAlarm(relativeOffset: -60)) { $0.dueDateComponents = due(300) }
      await device.wait(for: .seconds(30))
      tea.dueDateComponents = due(240)
      try store.save(tea, commit: true)
      await device.wait(for: .seconds(100))
      #expect(alarms(device) == [])
      await device.completeReminder("Bread")
      await device.wait(for: .seconds(300))
      #expect(alarms(device) == ["Tea: the time has come 180"])
    }
  }

  @Test func `no alarm fires on the way to the first fix`() async throws {
    try await SimulatedDevice.run(remindersAccess: .fullAccess) { device in
      let store = EKEventStore()
      try store.add("Old", EKAlarm(absoluteDate: Self.begin.addingTimeInterval(-3600)))
      try store.add("New", EKAlarm(absoluteDate: Self.begin.addingTimeInterval(30)))
      let locations = [0.0, 60].map { seconds in
        CLLocation(
          coordinate: .home, altitude: 0, horizontalAccuracy: 5, verticalAccuracy: 5,
          timestamp: Self.begin.addingTimeInterval(seconds))
      }
      await device.play(locations)
      #expect(alarms(device) == ["New: the time has come 30"])
    }
  }

  @Test func `a reminder that the app completes while it sleeps does not ring`() async {
    await SimulatedDevice.run(remindersAccess: .fullAccess, startingAt: Self.begin) { device in
      await device.launch {
        let store = EKEventStore()
        let tea = try? store.add("Tea", EKAlarm(absoluteDate: Self.begin.addingTimeInterval(90)))
        try? await Task.sleep(for: .seconds(60))
        tea?.isCompleted = true
        if let tea { try? store.save(tea, commit: true) }
      }
      await device.wait(for: .seconds(300))
      #expect(alarms(device) == [])
    }
  }

  @Test func `an alarm fires while the test itself sleeps`() async throws {
    try await SimulatedDevice.run(remindersAccess: .fullAccess, startingAt: Self.begin) { device in
      let store = EKEventStore()
      try store.add("Tea", EKAlarm(absoluteDate: Self.begin.addingTimeInterval(90)))
      try await Task.sleep(for: .seconds(300))
      #expect(alarms(device) == ["Tea: the time has come 90"])
    }
  }

  @Test func `a missing alarm is explained: place, nearest approach, time inside, cause, access`()
    async throws
  {
    try await SimulatedDevice.run(remindersAccess: .fullAccess, startingAt: Self.begin) { device in
      let store = EKEventStore()
      try store.add("Milk", EKAlarm(.enter, at: .shop))
      await device.move(to: .home, after: 10)
      await device.move(to: .shop, after: 10)
      await device.move(to: .home, after: 10)
      let text = try #require(device.timelineText)
      #expect(text.contains("the alarms of reminders\n"))
      #expect(
        text.contains("  Milk, arriving at Shop, 100 m: nearest 100.0 m inside at "), "\(text)")
      #expect(text.contains(", inside for 10 s"))
      #expect(text.contains("    enter at ") && text.contains(" are needed"), "\(text)")
      await device.authorizeReminders(.denied)
      #expect(device.timelineText?.contains("access to reminders is ") == true)
    }
  }
}
