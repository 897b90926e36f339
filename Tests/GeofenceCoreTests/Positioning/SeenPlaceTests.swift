import GeofenceCore
import Testing

/// What follows from the place that the phone saw last, which is not the recorded one.
struct SeenPlaceTests {
  private static let center = Coordinate(latitude: 46.05, longitude: 14.5)

  /// Returns a fix some metres north of the centre of the region.
  private func fix(_ seconds: Int64, _ metres: Double) -> Fix {
    Fix(
      time: Timestamp(milliseconds: seconds * 1000),
      coordinate: Coordinate(
        latitude: Self.center.latitude + metres / 111_150, longitude: Self.center.longitude))
  }

  private func events(
    _ fixes: [Fix], _ model: PositioningModel, _ timeline: Timeline = Timeline()
  ) throws -> [Event] {
    let region = CircularRegion(identifier: "home", center: Self.center, radius: 100)
    let plan = SimulationPlan(
      Settings(), of: try RegionSet([region]), timeline: timeline,
      positioning: Positioning(model))
    var simulation = Simulation(plan, startingAt: fixes[0].time)
    var events: [Event] = []
    for fix in fixes { simulation.advance(to: fix, into: &events) }
    return events.filter { if case .crossing = $0.kind { true } else { false } }
  }

  /// The device is 850 m outside, which is near by the accuracy of 800 m and 100 m.
  @Test func `a place is near within the distance and its accuracy`() throws {
    let model = PositioningModel(
      far: .init(interval: Interval(seconds: 600), error: 0, accuracy: 800),
      near: .init(error: 0), nearWithin: 100)
    let fixes =
      [fix(0, 950), fix(30, 150)] + (6...80).map { fix($0 * 10, 0) }
    let crossings = try events(fixes, model).compactMap { event -> (Int64, Bool)? in
      guard case .crossing(let report) = event.kind, report.name == .enter else { return nil }
      return (event.time.milliseconds / 1000, report.isInitial)
    }
    #expect(crossings.count == 1)
    #expect(crossings.first?.0 == 80)
    #expect(crossings.first?.1 == false)
  }

  /// The location is updated every 100 s; the user opens the app between two updates.
  @Test func `what an action delivers between two updates shows the place seen last`() throws {
    let grade = PositioningModel.Grade(interval: Interval(seconds: 100), error: 0)
    let model = PositioningModel(far: grade, near: grade, nearWithin: 1000)
    let timeline = Timeline([
      .init(.afterStart(Interval(seconds: 120)), .terminate),
      .init(.afterStart(Interval(seconds: 120)), .backgroundRefresh(isOn: false)),
      .init(.afterStart(Interval(seconds: 650)), .launch),
    ])
    let fixes = (0..<80).map { fix(Int64($0) * 10, $0 <= 12 ? 0 : Double($0) * 20) }
    let exit = try #require(
      events(fixes, model, timeline).first {
        if case .crossing(let report) = $0.kind { report.name == .exit } else { false }
      })
    #expect(exit.time == fixes[65].time)
    #expect(exit.coordinate == fixes[60].coordinate)
  }
}
