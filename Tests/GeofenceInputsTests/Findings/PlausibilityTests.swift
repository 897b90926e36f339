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
    Plausibility.warnings(about: regions, beside: others, of: "F").map {
      String($0.description.split(separator: "\n")[0])
    }
  }

  @Test(arguments: [
    ([14.5, 46.05], "would be among the others with latitude and longitude exchanged"),
    ([0, 0], "is latitude 0 and longitude 0, far from all others"),
    ([46.05, 24.5], "is more than 100 km from all others"),
    ([-46.05, 14.5], "is more than 100 km from all others"),
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

  @Test func `radii in another unit are named once`() {
    let wide = town(60).map { region in
      var region = region
      region.radius *= 2500
      return region
    }
    #expect(
      warnings(wide) == ["F: warning: the radius of \"r46.05-0\" and 59 others is 100 km or more"])
    let help = Plausibility.warnings(about: wide, of: "F", areAlarms: true).map(\.message.help)
    #expect(help == ["a calendar has radii in metres: u=150 are 150 m"])
  }
}
