import TestSupport
import Testing

@testable import GeofenceCore
@testable import GeofenceTracks

@Suite struct `The fixes of a table` {
  /// Returns the times in seconds of the fixes that are delivered, and the number of those that the
  /// report counts.
  private func read(
    _ rows: [String], options: TrackReader.Options = TrackReader.Options()
  ) throws -> (times: [Int64], kept: Int) {
    let text = "time,lat,lon,device\n" + rows.joined(separator: "\n") + "\n"
    return try withFile(text.utf8) { path in
      var reader = TrackReader(path: path, options: options)
      var times: [Int64] = []
      try reader.read { fix, _ in
        times.append(fix.time.milliseconds / 1000 - 1_700_000_000)
        return true
      }
      return (times, reader.report.fixesKept)
    }
  }

  private func row(_ second: Int, _ latitude: Double, _ device: String = "a") -> String {
    "\(1_700_000_000 + second),\(latitude),14,\(device)"
  }

  @Test func `are delivered one by one, also where the device stands still`() throws {
    let found = try read([row(1, 46), row(2, 46.001), row(3, 46), row(4, 46.5), row(5, 46)])
    #expect(found.times == [1, 2, 3, 4, 5])
    #expect(found.kept == 5)
  }

  @Test func `are delivered in the order of the rows, whichever device they are of`() throws {
    let found = try read([row(1, 46), row(2, 46), row(2, 46, "b"), row(3, 46), row(4, 46)])
    #expect(found.times == [1, 2, 2, 3, 4])
    #expect(found.kept == 5)
  }

  @Test func `are none of the points that are too early or have no time`() throws {
    let found = try read([row(5, 46), row(4, 46), row(6, 46), "x,46,14,a", row(7, 46)])
    #expect(found.times == [5, 6, 7])
    #expect(found.kept == 3)
  }

  @Test func `go on after a point that is skipped`() throws {
    let found = try read([row(1, 46), row(2, 46), "3,100,14,a", row(4, 46), row(5, 46.5)])
    #expect(found.times == [1, 2, 4, 5])
    #expect(found.kept == 4)
  }

  @Test func `have times by their distances where those of the table are ignored`() throws {
    var options = TrackReader.Options()
    (options.ignoresTimes, options.speed) = (true, 1)
    options.start = Timestamp(milliseconds: 1_700_000_000_000)
    let found = try read((0..<4).map { row($0, 46 + Double($0 % 2) / 1000) }, options: options)
    #expect(found.times == [0, 111, 222, 333])
    #expect(found.kept == 4)
  }
}
