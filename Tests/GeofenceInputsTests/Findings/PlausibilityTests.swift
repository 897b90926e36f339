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
    lines(Plausibility.strays(among: regions, of: regions + others, in: "F"))
  }

  private func lines(_ findings: [Finding]) -> [String] {
    findings.map { String($0.description.split(separator: "\n")[0]) }
  }

  @Test(arguments: [
    ([14.5, 46.05], "would be among the others with latitude and longitude exchanged"),
    ([0, 0], "is latitude 0 and longitude 0"),
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
    for place in places { track.visit(place) }
    return lines(Plausibility.strays(among: regions, of: regions, along: [track], in: "F"))
  }

  private let home = Coordinate(latitude: 46.05, longitude: 14.5)

  @Test(arguments: [
    (
      [14.5, 46.05], "warning",
      "would be near the track or the others with latitude and longitude exchanged"
    ),
    ([0, 0], "warning", "is latitude 0 and longitude 0"),
    (
      [46.05, -14.5], "warning",
      "would be near the track or the others with another sign of its latitude or longitude"
    ),
    ([48.2, 20.4], "warning", "is more than 100 km from the track"),
    // Only a little further, and near another degree that the drive is in.
    ([46.05, 15.95], "warning", "is more than 100 km from the track"),
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
    #expect(words([far], along: home).isEmpty)
  }

  @Test func `coordinates that are much alike are taken for exchanged where that is a long way`() {
    func problem(_ place: CircularRegion, from center: Coordinate) -> [String] {
      words([lost(center.latitude, center.longitude), place], along: center)
    }
    let telAviv = problem(lost(34.78, 32.08), from: .init(latitude: 32.08, longitude: 34.78))
    #expect(telAviv.count == 1 && telAviv[0].hasSuffix("latitude and longitude exchanged"))
    // Alexandria is far from Cairo, and its numbers are nearly those of Cairo.
    let alexandria = problem(lost(31.2, 29.92), from: .init(latitude: 30.04, longitude: 31.24))
    #expect(alexandria.count == 1 && alexandria[0].hasSuffix("more than 100 km from the track"))
  }

  @Test func `two wrong places in one degree do not hide each other`() {
    let zeros = [lost(0, 0), lost(0, 1e-7)]
    #expect(warnings(town(60) + zeros) == words(town(60) + zeros, along: home))
    #expect(
      words(town(10) + zeros, along: home) == [
        "F: warning: the place of \"lost\" and 1 other is latitude 0 and longitude 0"
      ])
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
    // A polygon has no radius that may be in another unit.
    let country = wide.map { region in
      var region = region
      region.shape = RegionShape(rings: [[]], around: region.center)
      return region
    }
    #expect(Plausibility.warnings(aboutRadiiOf: country, of: "F").isEmpty)
  }
}
