import GeofenceBytes
import GeofenceCore
import Testing

@testable import GeofenceInputs
@testable import GeofenceTracks

@Suite struct `What is plausible of regions` {
  private func town(_ count: Int, at latitude: Double = 46.05, _ longitude: Double = 14.5)
    -> [CircularRegion]
  {
    (0..<count).map { number in
      CircularRegion(
        identifier: RegionIdentifier("r\(latitude)-\(number)"),
        center: Coordinate(latitude: latitude, longitude: longitude + Double(number) / 1000),
        radius: 100)
    }
  }

  private func lost(_ latitude: Double, _ longitude: Double) -> CircularRegion {
    CircularRegion(
      identifier: "lost", center: Coordinate(latitude: latitude, longitude: longitude), radius: 100)
  }

  private func warnings(_ regions: [CircularRegion], beside others: [CircularRegion] = [])
    -> [String]
  {
    lines(Plausibility.strays(among: regions, beside: others, of: "F"))
  }

  private func lines(_ findings: [Finding]) -> [String] {
    findings.map { String($0.description.split(separator: "\n")[0]) }
  }

  @Test(arguments: [
    ([14.5, 46.05], "would be among the others with latitude and longitude exchanged"),
    ([0, 0], "is latitude 0 and longitude 0, far from all others"),
    ([46.05, 24.5], "is more than 100 km from all others"),
    (
      [-46.05, 14.5], "would be among the others with another sign of its latitude or longitude"
    ),
  ])
  func `one wrong place among sixty is named`(_ place: [Double], _ words: String) {
    let stray = lost(place[0], place[1])
    let warning = "F: warning: the place of \"lost\" \(words)"
    #expect(warnings(town(60) + [stray]) == [warning])
    #expect(warnings([stray], beside: town(59)) == [warning])
  }

  @Test func `places that are spread are not doubted`() {
    let everywhere = stride(from: -60.0, through: 60, by: 3).map { lost($0, $0 * 2) }
    #expect(warnings(everywhere).isEmpty)
    #expect(warnings(town(20) + town(20, at: 48.2, 16.4)).isEmpty)
    #expect(warnings(town(40) + (1...8).map { lost(46 + 2 * Double($0), 14.5) }).isEmpty)
    #expect(warnings(town(60) + [lost(46.5, 14.9)]).isEmpty)
    #expect(warnings([]).isEmpty)
  }

  /// Returns what is said of regions along a drive at a place, and perhaps at another one.
  private func words(_ regions: [CircularRegion], along places: Coordinate...) -> [String] {
    var track = Vicinity(of: regions)
    for place in places { track.look(from: place) }
    return lines(Plausibility.strays(among: regions, along: [track], of: "F"))
  }

  private let home = Coordinate(latitude: 46.05, longitude: 14.5)

  @Test(arguments: [
    (
      [14.5, 46.05], "warning",
      "would be near the track or the others with latitude and longitude exchanged"
    ),
    ([0, 0], "warning", "is latitude 0 and longitude 0, far from all others"),
    (
      [46.05, -14.5], "warning",
      "would be near the track or the others with another sign of its latitude or longitude"
    ),
    // Somebody may well have another home.
    ([48.2, 20.4], "note", "is more than 100 km from the track"),
  ])
  func `the track shows which of two places is wrong`(
    _ place: [Double], _ severity: String, _ words: String
  ) {
    let stray = lost(place[0], place[1])
    let line = "F: \(severity): the place of \"lost\" \(words)"
    #expect(self.words(town(1) + [stray], along: home) == [line])
    #expect(self.words(town(2) + [stray], along: home) == [line])
    // The drive goes there, too.
    #expect(self.words(town(1) + [stray], along: home, stray.center).isEmpty)
  }

  @Test func `a place near the track is not doubted, however far the others are`() {
    let far = lost(48.2, 20.4)
    #expect(words(town(60) + [far], along: home, far.center).isEmpty)
    #expect(words(town(60) + [far], along: home).count == 1)
    // Cairo and Alexandria, whose numbers are nearly each other's.
    let cities = [lost(30.04, 31.24), lost(31.2, 28.2)]
    #expect(words(cities, along: cities[0].center).allSatisfy { $0.hasPrefix("F: note: ") })
    #expect(words([far], along: home).isEmpty)
  }

  @Test func `radii in another unit are named once`() {
    let wide = town(60).map { region in
      var region = region
      region.radius *= 2500
      return region
    }
    #expect(
      lines(Plausibility.warnings(aboutRadiiOf: wide, of: "F")) == [
        "F: warning: the radius of \"r46.05-0\" and 59 others is 100 km or more"
      ])
    let help = Plausibility.warnings(aboutRadiiOf: wide, of: "F", areAlarms: true).map(
      \.message.help)
    #expect(help == ["a calendar has radii in metres: u=150 are 150 m"])
  }
}
