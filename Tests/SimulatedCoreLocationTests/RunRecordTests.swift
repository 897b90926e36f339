import GeofenceCore
import Testing

@testable import SimulatedCoreLocation

struct RunRecordTests {
  @Test func `a registration costs as much whatever was registered before`() {
    var record = RunRecord()
    let times = (0..<20).map { batch in
      ContinuousClock().measure {
        for number in 0..<500 {
          let identifier = RegionIdentifier("\(batch) \(number)")
          let id = ConditionID(identifier, of: SimulatedSystem.managers)
          let region = CircularRegion(
            identifier: identifier, center: Coordinate(latitude: 46, longitude: 14.5), radius: 100)
          record.register(id, region, isBeyondLimit: false)
          record.end(id)
        }
      }
    }
    #expect(record.registrations.allSatisfy { $0.end == 0 })
    // One of several batches is not slowed down by anything else.
    let (first, last) = (times.prefix(5).min(), times.suffix(5).min())
    #expect(last ?? .zero < (first ?? .zero) * 8)
  }
}
