import TestSupport
import Testing

@testable import GeofenceCore

struct RegionSetTests {
  @Test func `regions are kept in the scalar order of their identifiers`() throws {
    let names = ["b", "a", "Z", "\u{E9}", "e\u{301}", "10", "9", "\u{1F600}", "\u{FFFD}"]
    let set = try RegionSet(names.map { Line.region($0, at: 0, radius: 1) })
    #expect(
      set.map(\.identifier.rawValue.unicodeScalars.first)
        == ["1", "9", "Z", "a", "b", "e", "\u{E9}", "\u{FFFD}", "\u{1F600}"])
  }

  @Test func `the order in which regions were given is known, and makes no other set`() throws {
    let names = ["b", "d", "a", "c"]
    let set = try RegionSet(names.map { Line.region($0, at: 0, radius: 1) })
    #expect(set.asGiven.map(\.identifier.rawValue) == names)
    #expect(set == (try RegionSet(names.sorted().map { Line.region($0, at: 0, radius: 1) })))
    let catalog = RegionCatalog(set, maximumRadius: 1)
    #expect(
      catalog.initialAsGiven.map { catalog.regions[Int($0)].identifier.rawValue } == names)
  }

  @Test func `a region above the maximum has no place in the order`() throws {
    let regions = [("b", 1.0), ("d", 9), ("a", 9), ("c", 1)].map {
      Line.region($0, at: 0, radius: $1)
    }
    let catalog = RegionCatalog(try RegionSet(regions), maximumRadius: 5)
    #expect(
      catalog.initialAsGiven.map { catalog.regions[Int($0)].identifier.rawValue } == ["b", "c"])
  }

  @Test func `two spellings of one letter are two identifiers`() throws {
    let set = try RegionSet(["\u{E9}", "e\u{301}"].map { Line.region($0, at: 0, radius: 1) })
    #expect(set.count == 2)
    #expect(Set(set.map(\.identifier)).count == 2)
  }

  @Test func `an identifier comes once`() {
    #expect(throws: RegionSet.DuplicateIdentifier(identifier: "a")) {
      try RegionSet(["a", "b", "a"].map { Line.region($0, at: 0, radius: 1) })
    }
  }
}
