import Testing

@testable import GeofenceTracks

/// The names of fields.
struct FieldNamesTests {
  @Test func `a field has the name of its case in options and messages`() {
    #expect(TrackColumn.allCases.map(\.word) == TrackColumn.allCases.map { "\($0)" })
    #expect(RegionColumn.allCases.map(\.word) == RegionColumn.allCases.map { "\($0)" })
  }
}
