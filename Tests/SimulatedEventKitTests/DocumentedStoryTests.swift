import SimulatedCoreLocationTesting
import SimulatedEventKit
import Testing

@Test(.simulatedDevice(.reminders(.notDetermined, answering: .fullAccess)))
func `milk rings at the shop`() async throws {
  let device = try SimulatedDevice.running
  let shop = CLLocationCoordinate2D(latitude: 46.05, longitude: 14.5)
  let home = CLLocationCoordinate2D(latitude: 46.06, longitude: 14.5)
  await device.move(to: home, after: 0)
  await device.launch { await addMilk(at: shop) }

  await device.move(to: shop, after: 600)
  await device.move(to: shop, after: 30)  // A crossing counts after 20 seconds.
  #expect(device.alarms.map(\.description) == ["Milk: arrived"])
  #expect(device.alarms.first?.location == "Shop")
  #expect(device.alarms.first?.date == Date(timeIntervalSince1970: 630))

  await device.completeReminder("Milk")
  for place in [home, home, shop, shop] { await device.move(to: place, after: 60) }
  #expect(device.alarms.count == 1)
}

// The app's own code.
func addMilk(at shop: CLLocationCoordinate2D) async {
  let store = EKEventStore()
  guard (try? await store.requestFullAccessToReminders()) == true else { return }
  let reminder = EKReminder(eventStore: store)
  reminder.title = "Milk"
  reminder.calendar = store.defaultCalendarForNewReminders()
  let location = EKStructuredLocation(title: "Shop")
  location.geoLocation = CLLocation(latitude: shop.latitude, longitude: shop.longitude)
  location.radius = 100
  let alarm = EKAlarm()
  alarm.structuredLocation = location
  alarm.proximity = .enter
  reminder.addAlarm(alarm)
  try? store.save(reminder, commit: true)
}

/// The page that tells this story has the code of this file.
struct DocumentedStoryTests {
  @Test func `the page has the story that is tested`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../Sources/SimulatedEventKit/SimulatedEventKit.docc/TestYourReminders.md")
    let file = try String(contentsOfFile: #filePath, encoding: .utf8)
    let story = try #require(file.components(separatedBy: "\n/// The page").first)
    #expect(try String(contentsOf: page, encoding: .utf8).contains("```swift\n\(story)```"))
  }
}
