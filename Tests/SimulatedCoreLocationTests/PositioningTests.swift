import Foundation
import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import TestSupport
import Testing

@testable import SimulatedCoreLocation

/// What the phone sees is what the tool's phone sees, from the same model, seed and track.
struct PositioningTests {
  private static let presets: [(name: String, SimulatedPositioning)] = [
    ("recorded", .recorded), ("gps", .gps), ("wifi", .wifi), ("cell", .cell), ("phone", .phone),
  ]

  /// A way to and fro across places, at one fix in five seconds.
  private static let track: [Fix] = (0..<3000).map { number in
    Line.fix(second: Int64(number) * 5, at: 3000 * (1 - cos(Double(number) / 120)))
  }

  private static let regions = (0..<8).map { number in
    CircularRegion(
      identifier: RegionIdentifier("r\(number)"), center: Line.place(Double(number) * 800),
      radius: 150)
  }

  /// Registers every place when it is first told where it is, as the tool's app does.
  private final class App: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let log: Log
    private var hasChosen = false

    init(_ log: Log) {
      self.log = log
      super.init()
      manager.delegate = self
      manager.startMonitoringSignificantLocationChanges()
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
      guard !hasChosen else { return }
      hasChosen = true
      for region in regions {
        manager.startMonitoring(
          for: CLCircularRegion(
            center: CLLocationCoordinate2D(region.center), radius: region.radius,
            identifier: region.identifier.rawValue))
      }
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
      log("enter", region)
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
      log("exit", region)
    }

    private func log(_ what: String, _ region: CLRegion) {
      let place = manager.location?.coordinate ?? .init()
      let time = SimulatedDevice.current?.now ?? .distantPast
      log.write("\(Timestamp(time).rfc3339) \(what) \(region.identifier) \(place.core)")
    }
  }

  /// What the tool says.
  private static func expected(
    _ model: PositioningModel?, seed: UInt64, device: String?
  ) throws -> [String] {
    var settings = Settings()
    settings.api = .clLocationManager
    settings.crossing.follow(model)
    let plan = SimulationPlan(
      settings, of: try RegionSet(regions), positioning: model.map { Positioning($0, seed: seed) })
    var simulation = Simulation(plan, startingAt: track[0].time, device: device)
    var events: [Event] = []
    for fix in track { simulation.advance(to: fix, into: &events) }
    return events.compactMap { event in
      guard case .crossing(let report) = event.kind, report.use == .reported else { return nil }
      return
        "\(event.time.rfc3339) \(report.name.rawValue) \(report.region.identifier) \(event.coordinate)"
    }
  }

  @Test(arguments: presets.map(\.name), [1, 2, 77] as [UInt64])
  func `the library hears what the tool prints`(_ name: String, _ seed: UInt64) async throws {
    let positioning = try #require(Self.presets.first { $0.name == name }).1
    let log = Log()
    await SimulatedDevice.run(positioning: positioning, seed: seed) { device in
      let app = App(log)
      for fix in Self.track { await device.step(to: fix) }
      withExtendedLifetime(app) {}
    }
    let expected = try Self.expected(positioning.model, seed: seed, device: nil)
    // An update of cell towers decides nothing about circles as small as these.
    #expect(expected.isEmpty == (name == "cell"))
    #expect(log.lines == expected)
  }

  @Test func `a model of one's own is read from a file, and a track's device has its own draws`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("model.json")
    try Data(
      """
      {"far": {"interval": 120, "error": 40}, "nearWithin": 500,
       "near": {"interval": 20, "error": 15, "settles": 60, "missed": 0.2}}
      """.utf8
    ).write(to: file)
    let rows = Self.track.map {
      "\($0.time.rfc3339),bus 7,\($0.coordinate.latitude),\($0.coordinate.longitude)"
    }
    let track = folder.appendingPathComponent("track.csv")
    try Data((["time,device,latitude,longitude"] + rows).joined(separator: "\n").utf8)
      .write(to: track)
    let log = Log()
    try await SimulatedDevice.run(positioning: try .file(file.path), seed: 5) { device in
      let app = App(log)
      try await device.play(track)
      withExtendedLifetime(app) {}
    }
    let model = try PositioningReader.read(path: file.path)
    let expected = try Self.expected(model, seed: 5, device: "bus 7")
    #expect(!expected.isEmpty)
    #expect(log.lines == expected)
    #expect(try expected != Self.expected(model, seed: 5, device: nil))
  }

  @Test func `what a test sets wins over the model, the value of a default, too`() {
    var configuration = SimulatedDeviceConfiguration()
    configuration.positioning = .phone
    let followed = configuration.settings.crossing
    #expect(followed.dwell != Settings().crossing.dwell)
    configuration.dwell = Settings().crossing.dwell.seconds
    configuration.inwardCushion = Settings().crossing.inwardCushion
    configuration.cushion = Settings().crossing.cushion
    let set = configuration.settings.crossing
    #expect(set.dwell == Settings().crossing.dwell)
    #expect(set.spreads.dwellIn == 0)
    #expect(set.inwardCushion == Settings().crossing.inwardCushion)
    #expect(set.cushion == Settings().crossing.cushion)
  }

  @Test func `a file that is no model is refused`() {
    #expect(throws: InputError.self) { try SimulatedPositioning.file("no/such/model.json") }
  }
}
