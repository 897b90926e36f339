import GeofenceCore

/// A diagram of fixes around one region, with one character for each fix.
///
///     i  inside, at the centre          o  outside, 1 km past the boundary
///     c  inside, 1 m past the boundary  b  outside, 1 m past the boundary
///     ?  1 m past the boundary outside, but uncertain by 50 m: it decides nothing
///
/// A second diagram, aligned below, shows the events at the fixes: `E` enter, `X` exit, and lower
/// case for an initial state.
package struct Marbles {
  package var region = CircularRegion(identifier: "r", center: center, radius: 500)
  package var settings = Settings()
  package var secondsBetweenFixes: Double

  package init(every secondsBetweenFixes: Double) {
    self.secondsBetweenFixes = secondsBetweenFixes
  }

  private static let center = Coordinate(latitude: 46.0514, longitude: 14.5060)
  private static let eastward = Geodesic(
    from: center, to: Coordinate(latitude: 46.0514, longitude: 14.6))

  /// Returns the fix that `marble` stands for, as the `number`th.
  package func fix(_ marble: Character, number: Int) -> Fix {
    let metres =
      switch marble {
      case "i": 0.0
      case "c": region.radius - 1
      case "b", "?": region.radius + 1
      case "o": region.radius + 1000
      default: preconditionFailure("'\(marble)' is no marble")
      }
    return Fix(
      time: Timestamp(milliseconds: Int64(Double(number) * secondsBetweenFixes * 1000)),
      coordinate: Self.eastward.coordinate(at: metres),
      horizontalAccuracy: marble == "?" ? 50 : nil)
  }

  /// Returns every event at the fixes of `diagram`.
  package func events(_ diagram: String) throws -> [Event] {
    let plan = SimulationPlan(settings, of: try RegionSet([region]))
    var simulation = Simulation(plan, startingAt: Timestamp(milliseconds: 0))
    var events: [Event] = []
    for (number, marble) in diagram.enumerated() {
      simulation.advance(to: fix(marble, number: number), into: &events)
    }
    return events
  }

  /// Returns the states that are delivered to the app at the fixes of `diagram`, as a diagram.
  package func crossings(_ diagram: String) throws -> String {
    var marbles = diagram.map { _ in Character("-") }
    for event in try events(diagram) {
      let number = Int((Double(event.time.milliseconds) / 1000 / secondsBetweenFixes).rounded())
      switch event.kind {
      case .outside: marbles[number] = "x"
      case .crossing(let report) where report.use == .reported:
        let name: Character = report.name == .enter ? "E" : "X"
        marbles[number] = report.isInitial ? Character(name.lowercased()) : name
      default: continue
      }
    }
    return String(marbles)
  }
}
