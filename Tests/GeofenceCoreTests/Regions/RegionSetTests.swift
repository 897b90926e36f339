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
