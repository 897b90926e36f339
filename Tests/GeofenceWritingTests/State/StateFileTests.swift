import Foundation
import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceWriting
import TestSupport
import Testing

/// The state of a run, which is read as it was written, whatever the names of tracks and devices.
struct StateFileTests {
  /// Names that look like the text around them in the file.
  private static let names = [nil, #"\"],["#, "]}", "[{", "ž\n", "null", "end 0123456789abcdef"]
  private static let change = SignificantChange.Change(
    place: Coordinate(latitude: 46.051234567890123, longitude: -14.5),
    time: Timestamp(milliseconds: 1_714_546_800_123))

  /// Returns codings of various lengths.
  private static func simulations() throws -> [CodedSimulation] {
    let plan = SimulationPlan(Settings(), of: try RegionSet([]))
    return [
      Simulation(plan, .empty).coded, .init(bytes: []), .init(bytes: [0]), .init(bytes: [0, 255]),
      .init(bytes: [1, 2, 3]), .init(bytes: [252, 0, 63, 128]), .init(bytes: Array(0...255)),
    ]
  }

  private static func devices() throws -> [SavedDevice] {
    try zip(names, simulations()).enumerated().map { number, device in
      var progress = DeviceProgress()
      if number != 1 { progress.lastTime = Int64(number) }
      if number > 2 { progress.lastMarks = [0, 0xFF_FFFF, 0x12_3456].suffix(number - 3) }
      if number == 2 || number == 4 {
        (progress.latitude, progress.longitude, progress.travelled) = (46.1, 1e-7, 1234.5)
      }
      let fixes = [
        nil, nil, nil, Fix(time: Timestamp(milliseconds: 3), coordinate: change.place),
        Fix(
          time: Timestamp(milliseconds: -9), coordinate: change.place, horizontalAccuracy: 12.5),
      ]
      let fix = number < fixes.count ? fixes[number] : nil
      return SavedDevice(name: device.0, device.1, lastFix: fix, progress: progress)
    }
  }

  private static func track(_ name: String?) -> SavedState.Track {
    SavedState.Track(
      name: name, start: nil, end: Timestamp(milliseconds: 5), actions: "", isTimed: true)
  }

  /// Calls `body` with a path and the state that was written to it.
  private func withState(
    settings: [String: String] = [:], _ tracks: [(String?, [SavedDevice])],
    _ body: (String, StateFile, SavedState) throws -> Void
  ) throws {
    try withFile([]) { path in
      try FileManager.default.removeItem(atPath: path)
      let head = SavedState.Head(settings: settings, undelivered: [])
      try StateFile(WholeFile(claiming: path)).write(head) { writer throws(InputError) in
        for (name, devices) in tracks {
          try writer.write(Self.track(name))
          for device in devices { try writer.write(device) }
        }
      }
      let file = try StateFile(WholeFile(claiming: path))
      try body(path, file, try #require(try file.read()))
    }
  }

  @Test func `every device of every track is read again, and written in the same bytes`() throws {
    let devices = try Self.devices()
    let tracks = [(nil, devices), ("none", []), (Self.names[1], [devices[3]])]
    try withState(settings: ["--rank": "devices"], tracks) { path, file, again in
      let written = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(again.head.settings == ["--rank": "devices"])
      #expect(again.tracks.map(\.track.name) == tracks.map(\.0))
      for (saved, (_, devices)) in zip(again.tracks, tracks) {
        #expect((0..<saved.devices.count).map { saved.devices[$0] } == devices)
        for (number, device) in devices.enumerated() {
          #expect(saved.devices.number(of: Array((device.name ?? "").utf8)) == number)
        }
        #expect(saved.devices.number(of: Array("nobody".utf8)) == nil)
      }
      try file.write(again.head) { writer throws(InputError) in
        for (track, devices) in again.tracks {
          try writer.write(track)
          for number in 0..<devices.count { try writer.write(number, of: devices) }
        }
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == written)
    }
  }

  /// With this, a life that is cut after any fix goes on as its coding does.
  @Test(arguments: UInt64(0)..<48)
  func `the state after any fix of a life is read again as it was written`(_ seed: UInt64) throws {
    let life = try RandomLife(seed: seed)
    var simulation = Simulation(life.plan(), startingAt: life.fixes[0].time)
    var events: [Event] = []
    var devices: [SavedDevice] = []
    for (number, fix) in life.fixes.enumerated() {
      simulation.advance(to: fix, into: &events)
      devices.append(
        SavedDevice(
          name: "\(number)", simulation.coded, lastFix: nil, progress: DeviceProgress()))
    }
    try withState([(nil, devices)]) { _, _, again in
      let saved = try #require(again.tracks.first).devices
      #expect((0..<saved.count).map { saved[$0] } == devices)
    }
  }

  @Test func `each line between the first and the last is JSON`() throws {
    try withState([("a", try Self.devices())]) { path, _, _ in
      let lines = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 10)
      #expect(String(decoding: lines[0], as: UTF8.self) == "geofence-state \(StateFile.version)")
      #expect(lines.count == 3 + Self.names.count + 1)
      for line in lines[1..<(lines.count - 1)] {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: line) }
      }
    }
  }

  /// The checksum is correct, but nothing in the state is trusted for that.
  @Test(
    arguments: [
      #"["a",0,"","AA"],["b"]"#, #"["a",0,46,14,0]"#, #"["a",9223372036854775807,"","AA"]"#,
      #"["a",0,"","AA","b""#, #"["a",0,"",{}]"#, #"["a",0,"",[1]]"#,
      #"["a",99999999999999999999,"","AA"]"#, #"["a",{"path":[46,14,-1]},"","AA"]"#,
      #"["a",{"path":[91,14,1]},"","AA"]"#, #"["a",{"fix":[46,14]},"","AA"]"#, #"["a"]"#, "[]",
      #"["a",0,"","A"]"#, #"["a",0,"","AB"]"#, #"["a",0,"","AAA?"]"#, #"["a",0,"","AA",0]"#,
      #"["a",0,"","AA"#, #"["a",0,"AA","AA"]"#, #"["a",0,0,"AA"]"#, #"["a",0,"AA"]"#,
    ])
  func `a line that makes no sense is no device`(_ line: String) throws {
    try withFile([]) { path in
      let lines =
        "geofence-state \(StateFile.version)\n" + #"{"settings":{},"undelivered":[]}"# + "\n"
        + #"{"actions":""}"#
        + "\n\(line)\n"
      let end = "end \(StateFile.fingerprint(of: [lines]))\n"
      try Data((lines + end).utf8).write(to: URL(fileURLWithPath: path))
      let state = try? StateFile(WholeFile(claiming: path)).read()
      #expect(state?.tracks.first?.devices[0] == nil)
    }
  }

  /// The numbers of a coding are changed one by one, and none of them makes the fleet crash.
  @Test func `a coding that makes no sense is refused`() throws {
    let plan = try Self.plan()
    var simulation = Simulation(plan, .empty)
    var events: [Event] = []
    for second in [0.0, 10, 400] {
      let fix = Fix(
        time: Timestamp(milliseconds: Int64(second * 1000)),
        coordinate: Coordinate(latitude: 46 + second / 1e4, longitude: 14))
      simulation.advance(to: fix, into: &events)
    }
    let bytes = simulation.coded.bytes
    var refused = 0
    for index in bytes.indices {
      for byte in [UInt8(0), 1, 2, 3, 127, 128, 255] where byte != bytes[index] {
        var changed = bytes
        changed[index] = byte
        var fleet = Fleet(plan, .empty)
        do {
          try fleet.add(named: nil, after: CodedSimulation(bytes: changed))
          #expect(fleet.count == 1)
        } catch {
          refused += 1
          #expect(fleet.count == 0)
        }
      }
      var fleet = Fleet(plan, .empty)
      #expect(throws: SimulationMismatch()) {
        try fleet.add(named: nil, after: CodedSimulation(bytes: Array(bytes[..<index])))
      }
    }
    #expect(refused > 0)
  }

  /// The bytes of the codings of random lives are changed, and a life that is taken all the same
  /// goes on to its end.
  @Test(arguments: UInt64(0)..<24)
  func `a forged coding is refused or goes on, and never ends the process`(_ seed: UInt64) throws {
    let life = try RandomLife(seed: seed)
    var random = SeededGenerator(seed: seed)
    let models = [nil, PositioningPreset.all.randomElement(using: &random)?.model]
    let plan = SimulationPlan(
      life.settings, of: try RegionSet(life.regions), timeline: life.timeline,
      positioning: models[Int(seed % 2)].map { Positioning($0) })
    let schedule = Schedule(plan.timeline, from: life.fixes[0].time)
    var whole = Fleet(plan, schedule)
    try whole.add(named: nil)
    var events: [Event] = []
    for (number, fix) in life.fixes.enumerated() {
      whole.advance(0, to: fix, into: &events)
      guard number % 9 == 4 else { continue }
      let bytes = whole.saved(0).bytes
      for _ in 0..<40 {
        var forged = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) where !forged.isEmpty {
          let index = Int.random(in: forged.indices, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: forged[index] = .random(in: 0...255, using: &random)
          case 1: forged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          case 2: forged.insert(.random(in: 0...255, using: &random), at: index)
          default: forged.remove(at: index)
          }
        }
        var fleet = Fleet(plan, schedule)
        guard (try? fleet.add(named: nil, after: CodedSimulation(bytes: forged))) != nil else {
          continue
        }
        for fix in life.fixes[(number + 1)...] { fleet.advance(0, to: fix, into: &events) }
        _ = fleet.saved(0)
        events = []
      }
    }
  }

  @Test(
    arguments: [
      #"{"actions":"","start":-9223372036854775808,"end":0}"#,
      #"{"actions":"","start":0,"end":-9223372036854775808}"#,
      #"{"actions":"","start":9223372036854775807,"end":9223372036854775807}"#,
    ])
  func `a track whose times are none is damaged`(_ track: String) throws {
    try expectDamaged(#"{"settings":{},"undelivered":[]}"#, track)
  }

  @Test(
    arguments: [
      #""waited":1e300"#, #""elapsed":-1e300"#, #""latitude":91"#, #""longitude":1e308"#,
    ])
  func `an event that no run can have had is damaged`(_ part: String) throws {
    let places = [#""latitude":46"#, #""longitude":14"#].filter {
      $0.prefix(6) != part.prefix(6)
    }
    let event = ([#""event":"enter","time":"2024-05-01T07:00:00Z""#, part] + places)
      .joined(separator: ",")
    try expectDamaged(#"{"settings":{},"undelivered":[{\#(event)}]}"#, #"{"actions":""}"#)
  }

  private func expectDamaged(_ head: String, _ track: String) throws {
    try withFile([]) { path in
      let lines = "geofence-state \(StateFile.version)\n\(head)\n\(track)\n"
      let end = "end \(StateFile.fingerprint(of: [lines]))\n"
      try Data((lines + end).utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: InputError.self) { try StateFile(WholeFile(claiming: path)).read() }
    }
  }

  private static func plan() throws -> SimulationPlan {
    SimulationPlan(
      Settings(),
      of: try RegionSet(
        ["a", "b"].map { CircularRegion(identifier: $0, center: change.place, radius: 100) }))
  }
}
