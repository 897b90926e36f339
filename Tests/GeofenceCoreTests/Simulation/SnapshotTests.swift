import GeofenceCore
import TestSupport
import Testing

/// A track cut anywhere and simulated in pieces gives the events of the whole.
struct SnapshotTests {
  private static func actions(_ generator: inout SeededGenerator, _ regions: [CircularRegion])
    -> [Timeline.Entry]
  {
    var entries: [Timeline.Entry] = []
    var second = 0.0
    let all: [DeviceAction] = [
      .terminate, .launch, .background, .foreground, .backgroundRefresh(isOn: false),
      .backgroundRefresh(isOn: true), .authorize(.denied), .authorize(.always),
      .authorize(.whenInUse), .accuracy(isFull: false), .accuracy(isFull: true), .reboot, .unlock,
      .remove(regions[0].identifier), .add(regions[1]),
      .add(
        CircularRegion(identifier: regions[2].identifier, center: regions[3].center, radius: 333)),
    ]
    for _ in 0..<Int(generator.number(in: 0...10)) {
      second += generator.number(in: 10...300)
      let action = all[Int(generator.number(in: 0...Double(all.count) - 0.01))]
      entries.append(.init(.afterStart(Interval(seconds: second)), action))
      if action == .reboot {
        entries.append(.init(.afterStart(Interval(seconds: second + 30)), .unlock))
      }
    }
    return entries
  }

  @Test(arguments: UInt64(0)..<24)
  func `the pieces give the events of the whole, wherever it is cut`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let regions = (0..<12).map { number in
      Line.region(
        "r\(number)", at: generator.number(in: 0...6000), radius: generator.number(in: 50...900))
    }
    var settings = Settings()
    settings.api = seed % 2 == 0 ? .clMonitor : .clLocationManager
    settings.limit = Int(generator.number(in: 1...14))
    settings.renewal = seed % 3 == 0 ? .all : .changed
    settings.triggers = Triggers(rawValue: UInt8(generator.number(in: 1...7.99)))
    settings.platform = seed % 5 == 0 ? .macos : .ios
    let timeline = Timeline(Self.actions(&generator, regions))
    let plan = SimulationPlan(settings, of: try RegionSet(regions), timeline: timeline)
    let start = Timestamp(milliseconds: 0)
    var metres = 3000.0
    let fixes = (0..<120).map { number -> Fix in
      metres = max(0, min(6000, metres + generator.number(in: -400...400)))
      return Line.fix(second: Int64(number) * 15, at: metres)
    }

    var whole = Simulation(plan, startingAt: start)
    var expected: [Event] = []
    var snapshots: [(snapshot: SimulationSnapshot, events: Int)] = []
    for fix in fixes {
      whole.advance(to: fix, into: &expected)
      snapshots.append((whole.snapshot, expected.count))
    }
    #expect(!expected.isEmpty)
    for (cut, (snapshot, count)) in snapshots.enumerated() {
      var rest = Simulation(plan, startingAt: start)
      try rest.resume(from: snapshot)
      #expect(rest.snapshot == snapshot, "cut after fix \(cut)")
      var events = Array(expected[..<count])
      for fix in fixes[(cut + 1)...] { rest.advance(to: fix, into: &events) }
      #expect(events == expected, "cut after fix \(cut)")
    }
  }
}
