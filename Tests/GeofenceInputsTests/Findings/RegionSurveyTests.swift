import GeofenceCore
import GeofenceInputs
import TestSupport
import Testing

/// The warnings about regions along a road; a region is `name at metres, radius`.
struct RegionSurveyTests {
  private func concerns(
    _ regions: [(metres: Double, radius: Double)], limit: Int = 20, maximum: Double = 100_000
  ) -> [String] {
    let survey = RegionSurvey(limit: limit, maximumRadius: maximum, reach: 500)
    let circles = regions.enumerated().map { number, region in
      Line.region("r\(number)", at: region.metres, radius: region.radius)
    }
    return survey.concerns(about: circles).map { "\($0.region) \($0.concern)" }
  }

  @Test func `well-kept regions are no concern`() {
    #expect(concerns([(0, 100), (1000, 150), (2000, 100_000)]).isEmpty)
  }

  @Test func `equal and concentric circles point at the first of them`() {
    #expect(
      concerns([(0, 100), (500, 100), (500, 200), (500, 100), (500, 200.0000001)]) == [
        "2 sameCentre(asRegion: 1)", "3 sameCircle(asRegion: 1)", "4 sameCircle(asRegion: 2)",
      ])
  }

  @Test func `an arrival and a departure at one shop are no twins`() {
    let survey = RegionSurvey(limit: 20, maximumRadius: 100_000, reach: 500)
    // Returns the concerns about circles that report some events; all circles are equal but for a
    // wider one.
    func told(_ events: String...) -> [String] {
      let regions = events.enumerated().map { number, events in
        var region = Line.region("r\(number)", at: 0, radius: events.contains("w") ? 200 : 100)
        region.notifyOnEntry = events.contains("e")
        region.notifyOnExit = events.contains("x")
        return region
      }
      return survey.concerns(about: regions).map { "\($0.region) \($0.concern)" }
    }
    #expect(told("e", "x").isEmpty)
    #expect(told("e", "xw").isEmpty)
    #expect(told("e", "e") == ["1 sameCircle(asRegion: 0)"])
    #expect(told("x", "e", "x") == ["2 sameCircle(asRegion: 0)"])
    #expect(told("ex", "e") == ["1 sameCircle(asRegion: 0)"])
    #expect(told("e", "ex", "x") == ["1 sameCircle(asRegion: 0)", "2 sameCircle(asRegion: 1)"])
    #expect(told("e", "x", "exw") == ["2 sameCentre(asRegion: 0)"])
  }

  /// Circles are compared at random places and next to any decimal.
  @Test func `circles are equal where a device takes them for equal`() {
    var random = SeededGenerator(seed: 5)
    let survey = RegionSurvey(limit: 20, maximumRadius: 100_000, reach: 500)
    for _ in 0..<500 {
      let place = Coordinate(
        latitude: random.number(in: -89...89), longitude: random.number(in: -179...179))
      let shift = random.number(in: -2e-6...2e-6)
      let regions = [
        ("a", 0, 150), ("b", shift, 150), ("c", 0, random.number(in: 149.999999...150.000002)),
      ]
      .map { name, north, radius in
        CircularRegion(
          identifier: RegionIdentifier(name),
          center: Coordinate(latitude: place.latitude + north, longitude: place.longitude),
          radius: radius)
      }
      let told = survey.concerns(about: regions).filter { $0.region == 1 }.map { "\($0.concern)" }
      #expect(told == (regions[1].hasSameCircle(as: regions[0]) ? ["sameCircle(asRegion: 0)"] : []))
      let last = survey.concerns(about: regions).filter { $0.region == 2 }.map { "\($0.concern)" }
      let twin = regions.prefix(2).firstIndex { regions[2].hasSameCircle(as: $0) }
      #expect(last == [twin.map { "sameCircle(asRegion: \($0))" } ?? "sameCentre(asRegion: 0)"])
    }
  }

  @Test func `more than can be registered at a time are counted`() {
    let survey = RegionSurvey(limit: 2, maximumRadius: 150, reach: 500)
    let regions = [100.0, 120, 140, 200].enumerated().map {
      Line.region("r\($0)", at: Double($0) * 5000, radius: $1)
    }
    #expect(survey.excess(of: regions) == 3)
    #expect(survey.excess(of: Array(regions.dropFirst())) == nil)
  }

  @Test func `radii below 100 m and above the maximum`() {
    #expect(
      concerns([(0, 99.9), (500, 100), (900, 300)], maximum: 200) == [
        "0 smallRadius", "2 aboveMaximum",
      ])
  }

  @Test func `a crowd is told once`() {
    // The edges are 300 m apart: each of the middle three has two neighbours within 500 m.
    let row = (0..<4).map { (metres: Double($0) * 500, radius: 100.0) }
    #expect(concerns(row, limit: 3).isEmpty)
    #expect(concerns(row, limit: 2) == ["1 crowded(regions: 3)"])
    // The regions that the device refuses take no slot.
    #expect(
      concerns(row.map { ($0.metres, 100) }, limit: 2, maximum: 50).allSatisfy {
        $0.hasSuffix("aboveMaximum")
      })
  }

  @Test func `a crowd is one by plain counting`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      let regions = (0..<Int(random.number(in: 1...40))).map { number in
        Line.region(
          "r\(number)", at: random.number(in: 0...8000), radius: random.number(in: 100...600))
      }
      let limit = Int(random.number(in: 1...8))
      let survey = RegionSurvey(limit: limit, maximumRadius: 1000, reach: 500)
      var told: [Int: Int] = [:]
      for case (let region, .crowded(let count)) in survey.concerns(about: regions) {
        told[region] = count
      }
      var isCovered = Set<Int>()
      for (number, region) in regions.enumerated() {
        let near = regions.indices.filter { other in
          let distance = Geodesic(from: region.center, to: regions[other].center).distance
          return distance - region.radius - regions[other].radius <= 500
        }
        let isTold = near.count > limit && !isCovered.contains(number)
        #expect(told[number] == (isTold ? near.count : nil))
        if isTold { isCovered.formUnion(near) }
      }
    }
  }
}
