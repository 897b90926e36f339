import GeofenceCore

/// Returns circles of 50 to 200 m, up to `spread`° around Ljubljana, always the same (SplitMix64).
func circles(_ count: Int, spread: Double) -> [CircularRegion] {
  var state: UInt64 = 3
  func number(in range: ClosedRange<Double>) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    let unit = Double((bits ^ (bits >> 31)) >> 11) / 9_007_199_254_740_992
    return range.lowerBound + unit * (range.upperBound - range.lowerBound)
  }
  return (0..<count).map { index in
    CircularRegion(
      identifier: RegionIdentifier("region-\(index)"),
      center: Coordinate(
        latitude: 46.05 + number(in: -spread...spread),
        longitude: 14.5 + number(in: -spread...spread)),
      radius: number(in: 50...200).rounded())
  }
}

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
