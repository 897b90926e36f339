import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceInputs

/// The rows of a piece of a track, divided among lanes.
struct TrackRowsTests {
  /// Returns the rows of each lane, as the names of their devices.
  private func lanes(_ count: Int, _ text: String) throws -> [[String]] {
    var lanes: [[String]] = Array(repeating: [], count: count)
    try withFile(text.utf8) { path in
      var reader = TrackReader(path: path)
      guard var pieces = try reader.pieces() else {
        Issue.record("a timed table is read in pieces")
        return
      }
      while let piece = try pieces.next() {
        let rows = piece.rows(lanes: count)
        let bytes = rows.bytes
        for (lane, its) in rows.lanes.enumerated() {
          lanes[lane] += its.names.map { bytes.span.extracting($0.range).text }
        }
      }
    }
    return lanes
  }

  private func track(_ names: [String]) -> String {
    "time,lat,lon,device\n" + names.map { "1700000000,46,14.5,\($0)\n" }.joined()
  }

  @Test(arguments: ["d%", "vehicle of the fleet %"])
  func `each lane gets its share of the devices`(_ form: String) throws {
    let names = (0..<800).map { form.replacing("%", with: "\($0)") }
    for lane in try lanes(8, track(names)) { #expect((50...150).contains(lane.count)) }
  }

  @Test func `a device has one lane, and its rows their order there`() throws {
    let names = (0..<3000).map { "car \($0 * $0 % 101)" }
    let lanes = try lanes(4, track(names))
    for name in Set(names) { #expect(lanes.count { $0.contains(name) } == 1) }
    for lane in lanes { #expect(lane == names.filter(Set(lane).contains)) }
  }
}
