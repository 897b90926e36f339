import TestSupport
import Testing

@testable import GeofenceCore

struct RegionIndexTests {
  /// Returns regions in a neighbourhood of some kind.
  private func regions(_ kind: String, count: Int, seed: UInt64) throws -> RegionSet {
    var generator = SeededGenerator(seed: seed)
    return try RegionSet(
      (0..<count).map { number in
        let center =
          switch kind {
          case "world":
            Coordinate(
              latitude: generator.number(in: -90...90), longitude: generator.number(in: -180...180))
          case "city":
            Coordinate(
              latitude: generator.number(in: 46...46.1),
              longitude: generator.number(in: 14.4...14.6))
          case "antimeridian":
            Coordinate(
              latitude: generator.number(in: -17...(-16)),
              longitude: generator.number(in: 0...1) < 0.5
                ? generator.number(in: 179.9...180) : generator.number(in: -180...(-179.9)))
          default: Coordinate(latitude: 46, longitude: 14)
          }
        return CircularRegion(
          identifier: RegionIdentifier("r\(number)"), center: center,
          radius: generator.number(in: 1...5000))
      })
  }

  /// Returns the same result by evaluating every region.
  private func bruteForce(_ regions: RegionSet, _ place: EarthVector, _ ranking: Ranking, _ k: Int)
    -> [Int]
  {
    let ranks = regions.map { region in
      let chord = place.squaredChord(to: EarthVector(region.center)).squareRoot()
      return ranking == .boundary ? chord - region.radius : chord
    }
    let order = regions.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    return order.prefix(k).sorted()
  }

  @Test(arguments: ["world", "city", "antimeridian", "one place"], [0, 1, 16, 17, 300, 1500])
  func `it finds what looking at every region finds`(_ kind: String, _ count: Int) throws {
    let regions = try regions(kind, count: count, seed: UInt64(count))
    let index = RegionIndex(Array(regions))
    var generator = SeededGenerator(seed: 3)
    for capacity in [0, 1, 20, 400] {
      var nearest = Nearest(capacity: capacity)
      for _ in 0..<10 {
        let place =
          regions.isEmpty || generator.number(in: 0...1) < 0.3
          ? EarthVector(
            Coordinate(
              latitude: generator.number(in: -90...90), longitude: generator.number(in: -180...180))
          )
          : EarthVector(regions[Int(generator.number(in: 0...Double(count - 1)))].center)
        for ranking in Ranking.allCases {
          index.search(from: place, by: ranking, into: &nearest)
          #expect(
            nearest.regions.map(Int.init) == bruteForce(regions, place, ranking, capacity),
            "\(capacity) by \(ranking)")
        }
      }
    }
  }

  @Test(arguments: ["world", "one place"])
  func `only regions of the set that counts are found`(
    _ kind: String
  ) throws {
    let regions = try regions(kind, count: 300, seed: 8)
    let index = RegionIndex(Array(regions))
    var left = Array(regions.indices)
    var generator = SeededGenerator(seed: 9)
    while left.count > 30 {
      left.remove(at: Int(generator.number(in: 0...0.999) * Double(left.count)))
      let set = PositionSet(left.map(Int32.init), of: regions.count)
      let place = EarthVector(regions[left.count].center)
      for ranking in Ranking.allCases {
        var nearest = Nearest(capacity: 20)
        index.search(from: place, by: ranking, among: set, into: &nearest)
        let expected = bruteForce(
          try RegionSet(left.map { regions[$0] }), place, ranking, 20)
        #expect(nearest.regions.map(Int.init) == expected.map { left[$0] })
      }
    }
  }

  @Test(arguments: ["world", "city", "antimeridian", "one place"])
  func `it finds the boundaries near a place, and passes over those that are far around it`(
    _ kind: String
  ) throws {
    let regions = try regions(kind, count: 1500, seed: 11)
    let index = RegionIndex(Array(regions))
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<100 {
      let near = regions[Int(generator.number(in: 0...1499))].center
      let place = EarthVector(
        Coordinate(
          latitude: near.latitude + generator.number(in: -0.01...0.01), longitude: near.longitude))
      let distance = generator.number(in: 0...500)
      let depth = generator.number(in: 0...500)
      var found: [Int32] = []
      index.find(within: distance, depth: depth, of: place, into: &found)
      let expected = regions.indices.filter { number in
        let chord = place.squaredChord(to: EarthVector(regions[number].center)).squareRoot()
        return chord <= regions[number].radius + distance
          && chord >= ChordBounds(distance: regions[number].radius).lower - depth
      }
      #expect(found.map(Int.init).sorted() == expected)
    }
  }

  @Test func `it keeps at most 64 bytes for each of many regions`() throws {
    let regions = try regions("city", count: 100_000, seed: 10)
    #expect(RegionIndex(Array(regions)).footprint <= 64 * regions.count)
  }

  @Test(
    arguments: ["city", "antimeridian", "one place"], [(1, nil), (20, nil), (20, 900), (3, 50)]
  )
  func `along a path it chooses what a search at each place chooses`(
    _ kind: String, _ choice: (capacity: Int, within: Double?)
  ) throws {
    let catalog = RegionCatalog(try regions(kind, count: 300, seed: 7), maximumRadius: .infinity)
    let template = Nearest(capacity: choice.capacity, within: choice.within)
    var generator = SeededGenerator(seed: 5)
    for ranking in Ranking.allCases {
      var neighbourhood = Neighbourhood()
      var present = PositionSet(all: 300)
      var place = catalog.regions[0].center
      var choices: Set<[Int32]> = []
      for _ in 0..<200 {
        let stride = [0, 1e-6, 1e-4, 1e-3, 3e-2][Int(generator.number(in: 0...4.99))]
        place.latitude += generator.number(in: -stride...stride)
        place.longitude += generator.number(in: -stride...stride)
        if place.longitude > 180 { place.longitude -= 360 }
        if generator.number(in: 0...1) < 0.02 {
          present.remove(Int32(generator.number(in: 0...299)))
          neighbourhood.forget()
        }
        let vector = EarthVector(place)
        var expected = template
        catalog.index.search(from: vector, by: ranking, among: present, into: &expected)
        let chosen = neighbourhood.choose(
          from: vector, by: ranking, among: present, of: catalog, into: template)
        #expect(Array(chosen) == expected.regions)
        choices.insert(Array(chosen))
      }
      #expect(choices.count > 1 || kind == "one place")
    }
  }
}
