public import GeofenceCore

/// A diagram of fixes around one region, one character a fix:
///
///     i  inside, at the centre          o  outside, 1 km past the boundary
///     c  inside, 1 m past the boundary  b  outside, 1 m past the boundary
///     ?  1 m past the boundary outside, but uncertain by 50 m: it decides nothing
///
/// and of the events at them, aligned below: `E` enter, `X` exit, lower case for an initial state.
public struct Marbles {
  public var region = CircularRegion(identifier: "r", center: center, radius: 500)
  public var settings = Settings()
  public var secondsBetweenFixes: Double

  public init(every secondsBetweenFixes: Double) {
    self.secondsBetweenFixes = secondsBetweenFixes
    settings.isVerbose = true
  }

  private static let center = Coordinate(latitude: 46.0514, longitude: 14.5060)
  private static let eastward = Geodesic(
    from: center, to: Coordinate(latitude: 46.0514, longitude: 14.6))

  /// The fix that `marble` stands for, as the `number`th.
  public func fix(_ marble: Character, number: Int) -> Fix {
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

  /// Every event at the fixes of `diagram`.
  public func events(_ diagram: String) throws -> [Event] {
    let catalog = RegionCatalog(
      try RegionSet([region]), maximumRadius: settings.maximumRadius)
    var simulation = Simulation(of: catalog, settings)
    var events: [Event] = []
    for (number, marble) in diagram.enumerated() {
      simulation.advance(to: fix(marble, number: number), into: &events)
    }
    return events
  }

  /// The crossings at the fixes of `diagram`, as a diagram.
  public func crossings(_ diagram: String) throws -> String {
    var marbles = diagram.map { _ in Character("-") }
    for event in try events(diagram) {
      guard case .crossing(let report) = event.kind else { continue }
      let number = Int((Double(event.time.milliseconds) / 1000 / secondsBetweenFixes).rounded())
      let name: Character = report.name == .enter ? "E" : "X"
      marbles[number] = report.isInitial ? Character(name.lowercased()) : name
    }
    return String(marbles)
  }
}
