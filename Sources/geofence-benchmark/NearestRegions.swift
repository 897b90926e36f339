import GeofenceCore

enum NearestRegions {
  /// Prints an index's seconds to build, its bytes, and each ranking's for the nearest 20.
  static func measure(_ count: Int) {
    let clock = ContinuousClock()
    let places = circles(2000, spread: 1.1).map { EarthVector($0.center) }
    let regions = circles(count, spread: 1)
    let start = clock.now
    let index = RegionIndex(regions)
    print("build", (clock.now - start) / .seconds(1))
    print("footprint", index.footprint)
    for ranking in Ranking.allCases {
      var nearest = Nearest(capacity: 20)
      let time = clock.measure {
        for place in places { index.search(from: place, by: ranking, into: &nearest) }
      }
      print("search by \(ranking)", time / .seconds(1) / Double(places.count))
    }
  }
}
