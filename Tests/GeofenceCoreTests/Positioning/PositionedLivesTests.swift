import TestSupport
import Testing

@testable import GeofenceCore

/// A device's life under a positioning model, with which the system does not get every fix.
struct PositionedLivesTests {
  private let towns = [
    Line.region("a", at: 0, radius: 100), Line.region("b", at: 3000, radius: 100),
    Line.region("c", at: 9000, radius: 100),
  ]

  private func every(_ seconds: Double) -> Positioning {
    let grade = PositioningModel.Grade(interval: Interval(seconds: seconds))
    return Positioning(PositioningModel(far: grade, near: grade, nearWithin: 0))
  }

  /// Returns the events, one line each: `second kind region`, and the metres from the starting
  /// place.
  private func drive(
    _ positioning: Positioning?, _ places: [(second: Int64, metres: Double)],
    _ change: (inout Settings) -> Void, _ timeline: (second: Int64, action: DeviceAction)...
  ) throws -> [String] {
    var settings = Settings()
    settings.crossing.cushion = 0
    settings.crossing.dwell = Interval(seconds: 0)
    change(&settings)
    let plan = SimulationPlan(
      settings, of: try RegionSet(towns), timeline: Line.timeline(timeline),
      positioning: positioning)
    var simulation = Simulation(plan, startingAt: Timestamp(milliseconds: 0))
    var events: [Event] = []
    for (second, metres) in places {
      simulation.advance(to: Line.fix(second: second, at: metres), into: &events)
    }
    return events.compactMap { event in
      let metres = Int(Geodesic(from: Line.place(0), to: event.coordinate).distance.rounded())
      let second = event.time.milliseconds / 1000
      switch event.kind {
      case .crossing(let report):
        return "\(second) \(report.name.rawValue) \(report.region.identifier) at \(metres)"
      case .reselect(let reselection):
        return "\(second) reselect \(reselection.causeNames.joined(separator: "+")) at \(metres)"
      default: return nil
      }
    }
  }

  @Test func `a model that sees every fix as it is gives the lines of recorded`() throws {
    let grade = PositioningModel.Grade()
    let exact = Positioning(PositioningModel(far: grade, near: grade, nearWithin: 0))
    // Accuracies decide nothing in the lives of Core Location's devices, which have none.
    let withAccuracies = Positioning(.recorded)
    var answers = 0
    for seed in UInt64(0)..<1000 {
      let life = try RandomLife(seed: seed)
      let expected = life.events()
      let isAndroid = life.settings.platform == .android
      #expect(life.events(isAndroid ? withAccuracies : exact) == expected, "life \(seed)")
      // Some reselections follow from events that an action delivered at the same fix.
      let delivered = expected.compactMap { event -> Timestamp? in
        guard case .crossing(let report) = event.kind else { return nil }
        return event.time > report.since ? event.time : nil
      }
      answers += expected.count { event in
        guard case .reselect(let answer) = event.kind else { return false }
        return answer.causes.contains(.event) && delivered.contains(event.time)
      }
    }
    #expect(answers > 3)
  }

  /// The path leads away from `a` at 100 s and to `b`; the exit is delivered at 200 s by the
  /// action.
  private let way: [(second: Int64, metres: Double)] = [
    (0, 0), (100, 1000), (150, 2000), (200, 2800), (250, 2950), (300, 2950),
  ]
  private let deaf: [(second: Int64, action: DeviceAction)] = [
    (50, .backgroundRefresh(isOn: false)), (50, .background),
  ]

  @Test func `what an action delivers at a location update shows its place and triggers there`()
    throws
  {
    let events = try drive(
      every(50), way,
      { ($0.limit, $0.triggers) = (1, .event) }, deaf[0], deaf[1], (200, .foreground))
    #expect(
      events == [
        "0 reselect  at 0", "0 enter a at 0", "200 exit a at 2800", "200 reselect event at 2800",
        "250 enter b at 2950", "250 reselect event at 2950",
      ])
  }

  @Test(arguments: [Triggers.event, .sentinel])
  func `what an action delivers elsewhere shows the last place seen and counts at the next update`(
    _ trigger: Triggers
  ) throws {
    // The location updates are at 0, 100 and 200 s; the user opens the app at 150 s.
    let events = try drive(
      every(100), way + [(350, 2950), (400, 2950)],
      { ($0.limit, $0.triggers, $0.sentinelRadius) = (trigger == .sentinel ? 2 : 1, trigger, 500) },
      deaf[0], deaf[1], (150, .foreground))
    #expect(
      events.filter { !$0.hasPrefix("0 ") } == [
        "150 exit a at 1000", "200 reselect \(trigger.names[0]) at 2800", "300 enter b at 2950",
      ] + (trigger == .event ? ["300 reselect event at 2950"] : []))
  }

  @Test func `an event counts at one location update, not at a later one`() throws {
    // The event is delivered at 150 s; at the update of 200 s the app may not use locations.
    let events = try drive(
      every(100), way + [(350, 2950), (400, 2950)], { ($0.limit, $0.triggers) = (1, .event) },
      deaf[0], deaf[1], (150, .foreground), (160, .authorize(.denied)), (250, .authorize(.always)))
    #expect(events == ["0 reselect  at 0", "0 enter a at 0", "150 exit a at 1000"])
  }

  @Test func `what an app is told when it is launched shows the place seen, not the true one`()
    throws
  {
    let drive = (0...7).map { (second: Int64($0) * 100, metres: Double($0) * 100) }
    let events = try self.drive(
      every(200), drive, { _ in }, (50, .backgroundRefresh(isOn: false)), (50, .terminate),
      (650, .launch))
    #expect(events == ["0 reselect  at 0", "0 enter a at 0", "700 exit a at 600"])
  }

  @Test func `near a boundary is within the accuracy of the last position, too`() throws {
    // The first location update, 900 m from the boundary, decides. At 600 m, 300 m from it, only
    // the accuracy of 800 m makes every fix an update.
    let model = PositioningModel(
      far: .init(interval: Interval(seconds: 60), accuracy: 800),
      near: .init(interval: Interval(seconds: 1)), nearWithin: 295)
    let past = (0...200).map { (second: Int64($0), metres: 2000 + Double($0) * 10) }
    let events = try drive(
      Positioning(model), past, { $0.crossing.dwell = Interval(seconds: 20) })
    #expect(
      events.filter { !$0.contains("reselect") }.map { $0.prefix(9) }
        == ["110 enter", "131 exit "])
    #expect(events.first { $0.contains("exit") }?.contains("b") == true)
  }
}
