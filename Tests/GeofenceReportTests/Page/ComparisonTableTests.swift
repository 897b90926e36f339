import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceReport

/// Two interfaces on one page: a table of what they did not deliver alike, and one map.
struct ComparisonTableTests {
  @Test func `a row has what each interface made of a crossing, and why`() throws {
    let html = StrategyTable(try Slots.interfaces()).html
    print(html)
  }
}
