import GeofenceCore

/// The scenarios of a question that one run answers by chance.
extension Scenario {
  /// A straight road through four valleys, each with the same 24 stops and six districts.
  static var theStartDecides: Scenario {
    let valley = 8400.0
    let start = Coordinate(latitude: 46.05, longitude: 14.50)
    var random = SeededGenerator(seed: 83)
    let layout = (0..<30).map { number in
      let isDistrict = number < 6
      let along = random.number(in: 0...valley)
      let aside = random.number(in: -2500...2500)
      // The stops lie close to the road.
      return (along: along, aside: isDistrict ? aside : 0.12 * aside, isDistrict: isDistrict)
    }
    let places = (0..<4).flatMap { number in
      layout.enumerated().map { index, spot in
        let name = ["A", "B", "C", "D"][number]
        return CircularRegion(
          identifier: RegionIdentifier(name + (index < 9 ? "0" : "") + "\(index + 1)"),
          center: start.moved(
            east: 2000 + Double(number) * valley + spot.along, north: spot.aside),
          radius: spot.isDistrict ? 2500 : 200)
      }
    }
    var drive = Journey(from: start, start: 1_714_546_800_000, period: 5, noise: 3, seed: 1083)
    drive.go(to: start.moved(east: 36_600, north: 0), at: 14)
    return Scenario(
      name: "the-start-decides",
      story: [
        "A drive past 120 places, of which the app chooses 20 at each significant change: by centre or",
        "by boundary? As recorded, 'geofence audit --rank centre/boundary' finds boundary better; begun",
        "two minutes later (--from +120s), centre. A hundred trials (--positioning wifi) settle it.",
      ],
      options: ["--rank boundary"],
      track: ("track.csv", ScenarioText.csv(drive.fixes)),
      regions: ("regions.csv", ScenarioText.csvRegions(places)))
  }
}
