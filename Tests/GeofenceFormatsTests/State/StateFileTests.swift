import Foundation
import GeofenceCore
import GeofenceFormats
import TestSupport
import Testing

/// A state is read as it was written, whatever its tracks and devices are called.
struct StateFileTests {
  /// Names that look like what stands around them.
  private static let names = [nil, "", #"\","devices":["#, "]}", "[{", "ž\n"]

  private static func track(_ name: String?, devices names: [String?]) throws
    -> SavedState.Track
  {
    let plan = SimulationPlan(Settings(), of: try RegionSet([]))
    var fleet = Fleet(plan, Schedule(plan.timeline, from: Timestamp(milliseconds: 0)))
    var progress = TrackProgress.Device()
    let devices = try names.enumerated().map { number, name in
      try fleet.add(named: name)
      progress.lastTime = Int64(number)
      return SavedDevice(
        name: name, fleet.snapshot(of: number), lastFix: nil, progress: progress
      )
    }
    return SavedState.Track(
      name: name, start: nil, end: Timestamp(milliseconds: 5), actions: "", isTimed: true,
      devices: devices)
  }

  @Test func `every device of every track is read again, and written in the same bytes`() throws {
    try withFile([]) { path in
      try FileManager.default.removeItem(atPath: path)
      let state = SavedState(
        settings: ["--rank": "devices"],
        tracks: [
          try Self.track(nil, devices: Self.names), try Self.track("none", devices: []),
          try Self.track(Self.names[2], devices: ["only"]),
        ], undelivered: [])
      try StateFile(claiming: path).write(state)
      let written = try Data(contentsOf: URL(fileURLWithPath: path))
      let file = try StateFile(claiming: path)
      let again = try #require(try file.read())
      #expect(again.settings == state.settings)
      #expect(again.tracks.map(\.name) == [nil, "none", Self.names[2]])
      #expect(again.tracks.map { $0.devices.map(\.name) } == [Self.names, [], ["only"]])
      #expect(again.tracks[0].devices.map { $0.standing.progress.lastTime } == [0, 1, 2, 3, 4, 5])
      #expect(
        again.tracks[0].devices.allSatisfy { $0.snapshot == state.tracks[0].devices[0].snapshot })
      try file.write(again)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == written)
    }
  }

  @Test func `it is one JSON document with sorted keys`() throws {
    try withFile([]) { path in
      try FileManager.default.removeItem(atPath: path)
      let tracks = [try Self.track("a", devices: ["b", "c/d"]), try Self.track("b", devices: [])]
      try StateFile(claiming: path).write(
        SavedState(settings: [:], tracks: tracks, undelivered: []))
      let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 10)
      #expect(lines.count == 2)
      let document = try JSONSerialization.jsonObject(with: lines[1])
      let sorted = try JSONSerialization.data(
        withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes])
      #expect(sorted == lines[1])
    }
  }
}
