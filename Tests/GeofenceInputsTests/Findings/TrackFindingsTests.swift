import GeofenceBytes
import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceInputs
@testable import GeofenceTracks

@Suite struct `What is plausible of a track` {
  @Test func `a jump has the time of the longest one, however far a flight goes`() throws {
    // A flight of five hours from 14° to 74° east, and one fix at 20° east in ten seconds.
    var rows = (0..<30).map { "\(1_714_546_800 + $0 * 10),46,\($0 == 7 ? 20 : 14)" }
    rows += (0..<5).map { "\(1_714_565_090 + $0 * 10),46,74" }
    try withFile("time,lat,lon\n\(rows.joined(separator: "\n"))\n".utf8) { path in
      var vicinity = Vicinity()
      let findings = Finding.about(
        track: path, .init(), dwell: Interval(milliseconds: 20_000), width: nil,
        vicinity: &vicinity,
        interrupted: { false })
      let jumps = findings.map(\.message.problem).filter { $0.contains("jumps more than 100 km") }
      #expect(jumps.count == 1)
      #expect(jumps.first?.contains("the longest up to 2024-05-01T07:01:10Z") == true)
    }
  }

  @Test func `a single point crosses nothing`() throws {
    for (points, count) in [(1, 1), (2, 0)] {
      let rows = (0..<points).map { "\(1_714_546_800 + $0 * 10),46,14" }
      try withFile("time,lat,lon\n\(rows.joined(separator: "\n"))\n".utf8) { path in
        var vicinity = Vicinity()
        let findings = Finding.about(
          track: path, .init(), dwell: Interval(milliseconds: 20_000), width: nil,
          vicinity: &vicinity, interrupted: { false })
        #expect(findings.count { $0.message.problem.hasPrefix("a single point") } == count)
      }
    }
  }
}
