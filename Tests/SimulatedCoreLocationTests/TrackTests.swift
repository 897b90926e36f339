import Foundation
import SimulatedCoreLocation
import Testing

/// Tracks and clocks, as a test gives them.
struct TrackTests {
  private static let gpx = """
    <gpx version="1.1" creator="test"><trk><trkseg>
    <trkpt lat="46.05" lon="14.5"><time>2024-05-01T09:00:00Z</time></trkpt>
    <trkpt lat="46.07" lon="14.5"><time>2024-05-01T09:01:00Z</time></trkpt>
    <trkpt lat="46.07" lon="14.5"><time>2024-05-01T09:02:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """
  private static let start = Date(timeIntervalSince1970: 1_714_554_000)

  /// The seconds from the track's start at which an app hears of places.
  private func times(
    _ body: (SimulatedDevice) async throws -> Void
  ) async throws -> [Int] {
    let log = Log()
    try await SimulatedDevice.run { device in
      await device.launch {
        do {
          for try await update in CLLocationUpdate.liveUpdates() {
            guard let time = update.location?.timestamp else { continue }
            log.write("\(Int(time.timeIntervalSince(Self.start)))")
          }
        } catch {}
      }
      try await body(device)
    }
    return log.lines.compactMap(Int.init)
  }

  @Test func `GPX text is played`() async throws {
    #expect(try await times { try await $0.play(Self.gpx) } == [0, 60, 120])
  }

  @Test func `a file is played by its path and by its URL`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).gpx")
    try Data(Self.gpx.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try await times { try await $0.play(file) } == [0, 60, 120])
    #expect(try await times { try await $0.play(file.path) } == [0, 60, 120])
  }

  @Test func `a track begins when the test says`() async throws {
    let later = Self.start.addingTimeInterval(1000)
    #expect(
      try await times { try await $0.play(Self.gpx, startingAt: later) } == [1000, 1060, 1120])
  }

  @Test func `a track is played to a time, or a number of fixes, and goes on from there`()
    async throws
  {
    let times = try await times { device in
      try await device.play(Self.gpx, until: Self.start.addingTimeInterval(30))
      #expect(device.now == Self.start.addingTimeInterval(30))
      try await device.play(Self.gpx, fixes: 1)
      #expect(device.now == Self.start.addingTimeInterval(60))
      try await device.play(Self.gpx)
    }
    #expect(times == [0, 60, 120])
  }

  @Test func `a track that lies before the device's time is refused`() async throws {
    try await SimulatedDevice.run { device in
      try await device.play(Self.gpx)
      let error = await #expect(throws: SimulationIssue.self) { try await device.play(Self.gpx) }
      #expect(error?.problem == "GPX text: the whole track lies before the device's last fix")
    }
  }

  @Test func `what is wrong with a file is told after the fixes before it`() async throws {
    let times = try await times { device in
      let broken = Self.gpx.replacingOccurrences(of: "</trkseg>", with: "</trk>")
      await #expect(throws: (any Error).self) { try await device.play(broken) }
      await #expect(throws: (any Error).self) { try await device.play("no/such/file.gpx") }
    }
    #expect(times == [0, 60, 120])
  }

  @Test func `errors of a track give a test no help for a command line`() async {
    for (track, help) in [
      ("-", "check the path, which begins at /"),
      ("no/such/file.gpx", "check the path, which begins at /"),
      (#filePath, "give a GPX file, or a CSV file"),
    ] {
      await SimulatedDevice.run { device in
        let error = await #expect(throws: (any Error).self) { try await device.play(track) }
        #expect(error.map { "\($0)" }?.contains(help) == true)
      }
    }
  }

  @Test func `two tracks at one time do not move the device back`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      let tracks = [0, 1000].map { start in
        (0..<5).map { number in
          CLLocation(
            coordinate: .home, altitude: 0, horizontalAccuracy: 5, verticalAccuracy: 5,
            timestamp: Date(timeIntervalSince1970: Double(start + number)))
        }
      }
      await device.launch {
        do { for try await _ in CLLocationUpdate.liveUpdates() {} } catch {}
      }
      async let first: Void = device.play(tracks[0])
      async let second: Void = device.play(tracks[1])
      _ = await (first, second)
      #expect(device.now == Date(timeIntervalSince1970: 1004))
    }
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains("after another call has moved the device to") == true)
  }

  @Test func `time does not go back, and no place is not a number`() async {
    let log = Log()
    await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      await device.move(to: .home, after: 100)
      await device.move(to: .home, after: -1)
      await device.move(to: .home, after: .nan)
      await device.move(to: .init(latitude: .nan, longitude: 0), after: 1)
      await device.move(to: .home, accuracy: .infinity, after: 1)
      await device.wait(for: .seconds(-1))
      await device.play([CLLocation(latitude: 1, longitude: .nan)])
      await device.play([
        CLLocation(
          coordinate: .home, altitude: 0, horizontalAccuracy: -1, verticalAccuracy: 5,
          timestamp: Date(timeIntervalSince1970: 200))
      ])
      await device.play([
        CLLocation(
          coordinate: .home, altitude: 0, horizontalAccuracy: 5, verticalAccuracy: 5,
          timestamp: Date(timeIntervalSince1970: 99))
      ])
      #expect(device.now == Date(timeIntervalSince1970: 100))
    }
    #expect(
      log.lines == [
        "time does not go back: move(to:after: -1.0)",
        "time does not go back: move(to:after: nan)",
        "no place to move to: CLLocationCoordinate2D(latitude: nan, longitude: 0.0), "
          + "accuracy unknown",
        "no place to move to: CLLocationCoordinate2D(latitude: 46.05, longitude: 14.5), "
          + "accuracy inf",
        "time does not go back: wait(for: -1.0 seconds)",
        "not a location: CLLocationCoordinate2D(latitude: 1.0, longitude: nan), accuracy 0.0",
        "not a location: CLLocationCoordinate2D(latitude: 46.05, longitude: 14.5), accuracy -1.0",
        "time does not go back: a location of 1970-01-01T00:01:39Z after 1970-01-01T00:01:40Z",
      ])
  }

  @Test func `times that no clock shows are mistakes`() async {
    let log = Log()
    let never = Date(timeIntervalSince1970: .infinity)
    await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      await device.wait(for: .seconds(10_000_000_000))
      await device.wait(for: .seconds(Int64.max))
      await device.move(to: .home, after: .infinity)
      await device.play([CLLocation(latitude: 46, longitude: 14)], startingAt: never)
      let place = CLLocation(
        coordinate: .home, altitude: 0, horizontalAccuracy: 5, verticalAccuracy: 5,
        timestamp: never)
      await device.play([place])
      #expect("\(place)".contains("@ 33658-09-27T01:46:40Z"))
      await #expect(throws: SimulationIssue.self) {
        try await device.play("drive.gpx", fixes: -1)
      }
      await #expect(throws: SimulationIssue.self) {
        try await device.play("drive.gpx", until: never)
      }
      #expect(device.now == Date(timeIntervalSince1970: 0))
    }
    #expect(
      log.lines == [
        "too long for the device's clock: wait(for: 10000000000.0 seconds)",
        "too long for the device's clock: wait(for: 9.223372036854776e+18 seconds)",
        "too long for the device's clock: move(to:after: inf)",
        "no clock shows the time inf s since 1970",
        "not a location: CLLocationCoordinate2D(latitude: 46.05, longitude: 14.5), accuracy 5.0",
      ])
  }

  @Test func `a configuration with times that no clock has is a mistake`() async {
    var configuration = SimulatedDeviceConfiguration()
    configuration.dwell = .nan
    configuration.patience = .nan
    let never = Date(timeIntervalSince1970: -.infinity)
    await withKnownIssue {
      await SimulatedDevice.run(configuration, startingAt: never) { _ in }
    } matching: { issue in
      "\(issue)".contains("no clock")
    }
    configuration = SimulatedDeviceConfiguration()
    configuration.patience = .infinity
    await SimulatedDevice.run(configuration) { await $0.move(to: .home, after: 1) }
  }
}
