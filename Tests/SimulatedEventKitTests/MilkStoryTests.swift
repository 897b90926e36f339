import SimulatedCoreLocationTesting
import SimulatedEventKit
import Testing

/// The story of one reminder, from the prompt to the visit after its completion.
struct MilkStoryTests {
  /// An app as its author writes it for Apple's EventKit.
  private actor ShoppingApp {
    private let store = EKEventStore()
    private(set) var answer: Bool?

    func run() async {
      answer = try? await store.requestFullAccessToReminders()
      guard answer == true else { return }
      let reminder = EKReminder(eventStore: store)
      reminder.title = "Milk"
      reminder.calendar = store.defaultCalendarForNewReminders()
      reminder.addAlarm(EKAlarm(.enter, at: .shop))
      try? store.save(reminder, commit: true)
    }
  }

  @Test func `a reminder rings on arrival, and is silent once it is completed`() async throws {
    let app = ShoppingApp()
    await SimulatedDevice.run(remindersAccess: .notDetermined, answering: .fullAccess) { device in
      #expect(EKEventStore.authorizationStatus(for: .reminder) == .notDetermined)
      await device.launch { await app.run() }
      #expect(EKEventStore.authorizationStatus(for: .reminder) == .fullAccess)
      #expect(await app.answer == true)
      #expect(device.alarms.isEmpty)

      await device.walk(from: .home, to: .shop)
      let alarm = device.alarms.first
      #expect(device.alarms.count == 1)
      #expect(alarm?.title == "Milk")
      #expect(alarm?.list == "Reminders")
      #expect(alarm?.location == "Shop")
      #expect(alarm?.proximity == .enter)
      // The fix before the last is the first one within 100 m, and the last is decisive.
      #expect(alarm?.date == Date(timeIntervalSince1970: 23 * 30))
      #expect(alarm?.latitude == CLLocationCoordinate2D.shop.latitude)
      #expect(device.timeline.filter { $0.kind == .alarm }.map(\.text) == ["Milk: arrived"])

      await device.walk(from: .shop, to: .home)
      await device.completeReminder("Milk")
      await device.walk(from: .home, to: .shop)
      #expect(device.alarms.count == 1)
    }
  }

  @Test(.simulatedDevice)
  func `the end of the first visit does not silence the alarm of a reminder that is changed`()
    async throws
  {
    let device = try SimulatedDevice.running
    let store = EKEventStore()
    let milk = try store.add("Milk", EKAlarm(.enter, at: .shop))
    await device.walk(from: .home, to: .shop)
    await device.walk(from: .shop, to: .home)
    milk.title = "Oat milk"
    try store.save(milk, commit: true)
    await device.walk(from: .home, to: .shop)
    #expect(device.alarms.map(\.description) == ["Milk: arrived"])

    milk.isCompleted = true
    try store.save(milk, commit: true)
    await device.walk(from: .shop, to: .home)
    milk.isCompleted = false
    try store.save(milk, commit: true)
    await device.walk(from: .home, to: .shop)
    #expect(device.alarms.map(\.description) == ["Milk: arrived", "Oat milk: arrived"])
  }

  @Test(.simulatedDevice)
  func `a reminder that is added at the shop rings at once, with the device's time`() async throws {
    let device = try SimulatedDevice.running
    await device.move(to: .shop, after: 100)
    await device.wait(for: .seconds(25))
    try EKEventStore().add("Milk", EKAlarm(.enter, at: .shop))
    #expect(device.alarms.map(\.description) == ["Milk: arrived"])
    #expect(device.alarms.first?.date == Date(timeIntervalSince1970: 125))
    #expect(device.alarms.first?.latitude == CLLocationCoordinate2D.shop.latitude)
  }

  @Test(.simulatedDevice)
  func `a reminder that is added between two fixes rings on the arrival after it`() async throws {
    let device = try SimulatedDevice.running
    await device.move(to: .home, after: 0)
    let store = EKEventStore()
    try store.add("Other", EKAlarm(.leave, at: .home))
    await device.move(to: .home, after: 30)
    try store.add("Milk", EKAlarm(.enter, at: .shop))
    #expect(device.alarms.isEmpty)
    await device.move(to: .shop, after: 30)
    try store.add("Bread", change: { _ in })
    await device.move(to: .shop, after: 30)
    #expect(device.alarms.map(\.description) == ["Other: departed", "Milk: arrived"])
    #expect(device.alarms.map { $0.date.timeIntervalSince1970 } == [90, 90])
  }

  @Test(.simulatedDevice)
  func `a departure begun before another reminder is added is not lost`() async throws {
    let device = try SimulatedDevice.running
    let store = EKEventStore()
    try store.add("Post", EKAlarm(.leave, at: .home))
    await device.move(to: .home, after: 0)
    // Outside of the circle, but within the cushion: no departure yet.
    await device.move(to: .init(latitude: 46.058, longitude: 14.5), after: 60)
    try store.add("Milk", EKAlarm(.enter, at: .shop))
    await device.move(to: .init(latitude: 46.055, longitude: 14.5), after: 60)
    await device.move(to: .init(latitude: 46.054, longitude: 14.5), after: 60)
    #expect(device.alarms.map(\.description) == ["Post: departed"])
  }

  @Test(.simulatedDevice)
  func `alarms have slots of their own, beside the app's`() async throws {
    let device = try SimulatedDevice.running
    let manager = CLLocationManager()
    let far = CLLocationCoordinate2D(latitude: 47, longitude: 14.5)
    for number in 0..<20 {
      manager.startMonitoring(
        for: CLCircularRegion(center: far, radius: 100, identifier: "region \(number)"))
    }
    try EKEventStore().add("Milk", EKAlarm(.enter, at: .shop))
    await device.walk(from: .home, to: .shop)
    #expect(device.alarms.count == 1)
    #expect(device.monitored.count == 20)
  }

  @Test func `the limit holds for the alarms, too`() async throws {
    var configuration = SimulatedDeviceConfiguration()
    configuration.conditionLimit = 1
    try await SimulatedDevice.run(configuration, remindersAccess: .fullAccess) { device in
      let store = EKEventStore()
      let far = CLLocationCoordinate2D(latitude: 47, longitude: 14.5)
      try store.add("Far", EKAlarm(.enter, at: far))
      try store.add("Milk", EKAlarm(.enter, at: .shop))
      await device.move(to: .home, after: 0)
      await device.move(to: far, after: 60)
      await device.move(to: far, after: 60)
      // The nearer alarm has the one slot until the next significant change.
      #expect(device.alarms.isEmpty)
    }
  }

  @Test(.simulatedDevice)
  func `an alarm without a radius has the default of 100 m`() async throws {
    let device = try SimulatedDevice.running
    let store = EKEventStore()
    let milk = try store.add("Milk", EKAlarm(.enter, at: .shop, radius: 0))
    await device.move(to: .init(latitude: 46.0512, longitude: 14.5), after: 0)
    await device.move(to: .init(latitude: 46.0512, longitude: 14.5), after: 30)
    #expect(device.alarms.isEmpty)
    await device.move(to: .init(latitude: 46.0508, longitude: 14.5), after: 30)
    await device.move(to: .init(latitude: 46.0508, longitude: 14.5), after: 30)
    #expect(device.alarms.count == 1)
    let stored = store.calendarItem(withIdentifier: milk.calendarItemIdentifier)
    #expect(stored?.alarms?.first?.structuredLocation?.radius == 0)
  }

  @Test(.simulatedDevice)
  func `nothing rings between a restart and the first unlock`() async throws {
    let device = try SimulatedDevice.running
    try EKEventStore().add("Milk", EKAlarm(.enter, at: .shop))
    await device.move(to: .home, after: 0)
    device.reboot()
    await device.walk(from: .home, to: .shop)
    #expect(device.alarms.isEmpty)
    await device.unlock()
    await device.move(to: .home, after: 30)
    await device.walk(from: .home, to: .shop)
    #expect(device.alarms.map(\.description) == ["Milk: arrived"])
  }

  @Test(.simulatedDevice)
  func `an alarm that is added to a locked device waits for the unlock`() async throws {
    let device = try SimulatedDevice.running
    await device.move(to: .home, after: 0)
    device.reboot()
    try EKEventStore().add("Milk", EKAlarm(.enter, at: .shop))
    await device.walk(from: .home, to: .shop)
    #expect(device.alarms.isEmpty)
    await device.unlock()
    await device.move(to: .home, after: 30)
    await device.walk(from: .home, to: .shop)
    #expect(device.alarms.map(\.description) == ["Milk: arrived"])
  }

  @Test func `a completed reminder's slot is taken at the next fix, as in the tool`() async throws {
    var configuration = SimulatedDeviceConfiguration()
    configuration.conditionLimit = 1
    try await SimulatedDevice.run(configuration, remindersAccess: .fullAccess) { device in
      let store = EKEventStore()
      try store.add("Near", EKAlarm(.leave, at: .shop))
      try store.add("Other", EKAlarm(.leave, at: .init(latitude: 46.0502, longitude: 14.5)))
      await device.move(to: .shop, after: 0)
      await device.completeReminder("Near")
      // The device is outside when the other one is watched for the first time.
      for _ in 0..<3 { await device.move(to: .home, after: 60) }
      #expect(device.alarms.isEmpty)
    }
  }
}
