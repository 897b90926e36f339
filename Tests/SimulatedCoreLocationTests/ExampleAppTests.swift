import Foundation
import GeofenceCore
import GeofenceInputs
import SimulatedCoreLocation
import Synchronization
import TestSupport
import Testing

/// What an app wrote down, in order.
final class Log: Sendable {
  private let storage = Mutex<[String]>([])
  private let kept = Mutex<[any Sendable]>([])

  var lines: [String] { storage.withLock { $0 } }

  func write(_ line: String) { storage.withLock { $0.append(line) } }

  /// Lets an app live as long as what it has written.
  func keep(_ app: some Sendable) { kept.withLock { $0.append(app) } }
}

/// The example apps hear what `geofence simulate` prints for the same track and strategy.
struct ExampleAppTests {
  /// The bundled drives.
  private static let drives = ["significant-change-is-too-slow", "walk-through-one-region"]

  private static func file(_ drive: String, _ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("tracks/\(drive)/\(name)").path
  }

  private static func places(_ drive: String) throws -> [Place] {
    try RegionReader.read(path: file(drive, "regions.json"), options: .init()).map {
      Place(
        name: $0.identifier.rawValue, latitude: $0.center.latitude,
        longitude: $0.center.longitude, radius: $0.radius)
    }
  }

  /// What the simulation of the tool prints, as the apps would log it.
  private static func expected(_ drive: String, _ settings: Settings) throws -> [String] {
    let regions = try RegionReader.read(path: file(drive, "regions.json"), options: .init())
    var simulation = Simulation(
      SimulationPlan(settings, of: regions), startingAt: Timestamp(milliseconds: 0))
    var events: [Event] = []
    var reader = TrackReader(path: file(drive, "track.gpx"))
    try reader.read { fix, _ in
      simulation.advance(to: fix, into: &events)
      return true
    }
    return events.compactMap { event in
      guard case .crossing(let report) = event.kind, report.name != .unsatisfied else { return nil }
      return "\(report.name.rawValue) \(report.region.identifier)"
    }
  }

  @Test(arguments: drives)
  func `the manager's app hears what the tool prints`(_ drive: String) async throws {
    var settings = Settings()
    settings.api = .clLocationManager
    let places = try Self.places(drive)
    let log = Log()
    try await SimulatedDevice.run { device in
      let app = ManagerApp(places: places) { log.write($0) }
      try await device.play(Self.file(drive, "track.gpx"))
      withExtendedLifetime(app) {}
    }
    let expected = try Self.expected(drive, settings)
    #expect(!expected.isEmpty)
    #expect(log.lines == expected)
  }

  /// The monitor's app on one of the bundled drives.
  private static func monitorLog(_ drive: String) async throws -> [String] {
    let places = try places(drive)
    let log = Log()
    var fixes: [CLLocation] = []
    var reader = TrackReader(path: file(drive, "track.gpx"))
    try reader.read { fix, _ in
      fixes.append(
        CLLocation(
          coordinate: .init(
            latitude: fix.coordinate.latitude, longitude: fix.coordinate.longitude),
          altitude: 0, horizontalAccuracy: 0, verticalAccuracy: -1,
          timestamp: Date(timeIntervalSince1970: Double(fix.time.milliseconds) / 1000)))
      return true
    }
    await SimulatedDevice.run { device in
      // The phone knows where it is before the app is opened.
      await device.play(Array(fixes.prefix(1)))
      await device.launch { await MonitorApp(places: places) { log.write($0) }.run() }
      await device.play(Array(fixes.dropFirst()))
    }
    return log.lines
  }

  @Test(arguments: drives)
  func `the monitor's app hears what the tool prints`(_ drive: String) async throws {
    var settings = Settings()
    settings.triggers = .event
    let expected = try Self.expected(drive, settings)
    #expect(!expected.isEmpty)
    #expect(try await Self.monitorLog(drive) == expected)
  }

  @Test func `a run is the same every time`() async throws {
    let first = try await Self.monitorLog("walk-through-one-region")
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<200 {
        group.addTask { (try? await Self.monitorLog("walk-through-one-region")) ?? [] }
      }
      for await log in group { #expect(log == first) }
    }
  }
}
