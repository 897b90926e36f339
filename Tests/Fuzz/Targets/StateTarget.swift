import GeofenceBytes
import GeofenceCore
import GeofenceWriting

extension FuzzTarget {
  /// A saved state: as it is, and with the head that makes its payload count.
  static let state = FuzzTarget("state") { input in
    let plain = try input.withPath { try answer(of: $0) }
    let payload = String(decoding: input.bytes, as: UTF8.self)
    guard Array(payload.utf8) == input.bytes else { return plain }
    let lines = "geofence-state \(StateFile.version)\n\(payload)\n"
    let end = "end \(StateFile.fingerprint(of: [lines]))\n"
    let whole = Input(Array((lines + end).utf8), arriving: .file)
    return try plain + whole.withPath { try answer(of: $0) }
  }

  /// What a state says, read, written and read again.
  private static func answer(of path: String) throws -> String {
    try saying(path) {
      guard let state = try StateFile(WholeFile(claiming: path)).read() else { return "none" }
      let said = describe(state)
      try StateFile(WholeFile(claiming: path)).write(state.head) { writer throws(InputError) in
        for (track, devices) in state.tracks {
          try writer.write(track)
          for number in 0..<devices.count {
            if let device = devices[number] {
              try writer.write(device)
            } else {
              try writer.write(number, of: devices)
            }
          }
        }
      }
      let again = try StateFile(WholeFile(claiming: path)).read().map(describe)
      try Violation.unless(again == said, "\(said) is written as \(again ?? "none")")
      return said
    }
  }

  private static func describe(_ state: SavedState) -> String {
    let tracks = state.tracks.map { track, devices in
      "\(track) \((0..<devices.count).map { devices[$0].map(goingOn) ?? "damaged" })"
    }
    let undelivered = state.head.undelivered.map { "\($0)" }
    return "\(tracks) \(undelivered) \(state.head.settings.sorted { $0.key < $1.key })"
  }

  /// A device as it is saved, and whether a fleet takes it.
  private static func goingOn(_ device: SavedDevice) -> String {
    let center = Coordinate(latitude: 46.05, longitude: 14.5)
    let regions = ["A", "B", "C"].map {
      CircularRegion(identifier: RegionIdentifier($0), center: center, radius: 100)
    }
    guard let set = try? RegionSet(regions) else { return "" }
    let plan = SimulationPlan(Settings(), of: set)
    var fleet = Fleet(plan, .empty)
    let isTaken = (try? fleet.add(named: device.name, after: device.simulation)) != nil
    if isTaken {
      var events: [Event] = []
      let time = Timestamp(milliseconds: 253_402_300_799_999)
      fleet.advance(0, to: Fix(time: time, coordinate: center), into: &events)
    }
    return "\(device) \(isTaken)"
  }
}
