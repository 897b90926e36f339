import SimulatedCoreLocation
import Synchronization
import Testing

@Test func `the walk enters and leaves the park`() async throws {
  let states = Mutex<[String]>([])
  try await SimulatedDevice.run { device in
    await device.launch { await watchParks { event in states.withLock { $0.append(event) } } }
    try await device.play("tracks/walk-through-one-region/track.gpx")
  }
  #expect(states.withLock { $0 } == ["unsatisfied", "satisfied", "unsatisfied"])
}

// The app's own code.
func watchParks(_ receive: @Sendable (String) -> Void) async {
  let monitor = await CLMonitor("Parks")
  let tivoli = CLMonitor.CircularGeographicCondition(
    center: CLLocationCoordinate2D(latitude: 46.0553, longitude: 14.4957), radius: 150)
  await monitor.add(tivoli, identifier: "tivoli")
  do { for try await event in await monitor.events { receive("\(event.state)") } } catch {}
}
