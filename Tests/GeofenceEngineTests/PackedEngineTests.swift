import Foundation
import GeofenceCore
import GeofenceEngine
import TestSupport
import Testing

/// The engine as WebAssembly, compared with the same sources as the tool runs them.
@Suite(.enabled(if: PackedEngine.runner != nil, "this toolchain has no wasmkit"))
struct PackedEngineTests {
  /// A drive and the worlds in which it is audited.
  private struct Case {
    var devices: [EngineMessage.Device]
    var worlds: [EngineMessage.World]

    var messages: [EngineMessage] {
      [.devices(devices, in: nil)]
        + worlds.enumerated().map { .world($1, isCompared: $0 > 0) }
    }
  }

  /// Returns a random drive, moved to another time and place, with each of its strategies, seen as
  /// recorded and by a model.
  private func drive(
    _ seed: UInt64, days: Int64 = 0, moved: (Coordinate) -> Coordinate = { $0 }
  ) throws -> Case {
    let drive = try RandomDrive(seed: seed)
    let fixes = drive.fixes.map { fix in
      Fix(
        time: fix.time + Interval(milliseconds: days * 86_400_000),
        coordinate: moved(fix.coordinate), horizontalAccuracy: fix.horizontalAccuracy)
    }
    let regions = drive.regions.map { region in
      var region = region
      region.center = moved(region.center)
      return region
    }
    let preset = PositioningPreset.all[Int(seed) % PositioningPreset.all.count].model
    let worlds = drive.strategies.flatMap { settings in
      [nil, Positioning(preset, seed: seed)].map { EngineMessage.World(settings, $0, regions) }
    }
    return Case(devices: [.init(name: seed % 2 == 0 ? nil : "bus 7", fixes: fixes)], worlds: worlds)
  }

  private func expectEqual(_ cases: [Case]) throws {
    let messages = cases.flatMap { $0.messages }
    let answers = try PackedEngine.ofReports.answers(to: messages.map { $0.numbers })
    var session = EngineSession()
    var crossings = 0
    try #require(answers.count == messages.count)
    for (message, answer) in zip(messages, answers) {
      let own = session.answer(to: message)
      #expect(own == answer)
      crossings += own.components(separatedBy: "\"outcome\"").count - 1
    }
    #expect(crossings > cases.count)
  }

  @Test func `random drives have the same crossings with the same causes`() throws {
    try expectEqual((0..<40).map { try drive($0) })
  }

  @Test(arguments: [-26_000, 46_000] as [Int64])
  func `so they have long ago and far ahead`(days: Int64) throws {
    try expectEqual((40..<46).map { try drive($0, days: days) })
  }

  @Test func `so they have at the antimeridian and at a pole`() throws {
    let beyond = { (place: Coordinate) in
      let longitude = place.longitude + 165.5
      return Coordinate(
        latitude: place.latitude, longitude: longitude > 180 ? longitude - 360 : longitude)
    }
    try expectEqual((46..<52).map { try drive($0, moved: beyond) })
    let north = { (place: Coordinate) in
      Coordinate(latitude: min(90, place.latitude + 43.95), longitude: place.longitude * 10)
    }
    try expectEqual((52..<58).map { try drive($0, moved: north) })
  }

  @Test func `what the tool carries is built from the sources as they are`() throws {
    let script = PackedEngine.package.appendingPathComponent(".ci/engine").path
    let sources = String(
      decoding: try PackedEngine.run(script, ["sources"]), as: UTF8.self)
    #expect(
      sources == PackedEngine.all.map { $0.sources + "\n" }.joined(),
      "the engine in the pages is older than its sources; 'make engine' renews it")
  }
}
