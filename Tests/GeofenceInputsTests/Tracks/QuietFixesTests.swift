import TestSupport
import Testing

@testable import GeofenceCore
@testable import GeofenceInputs

@Suite struct `Fixes that change nothing` {
  private let home = Coordinate(latitude: 46, longitude: 14)

  /// Returns the times in seconds of the fixes that are delivered, and the numbers of those that
  /// were only counted before each, and before the track's end.
  private func read(
    _ rows: [String], options: TrackReader.Options = TrackReader.Options()
  ) throws -> (times: [Int64], counts: [Int], kept: Int) {
    let zone = QuietZone(
      from: home, EarthVector(home),
      QuietZone.Allowance(distance: 1000, end: Timestamp(milliseconds: 2_000_000_000_000)))
    let text = "time,lat,lon,device\n" + rows.joined(separator: "\n") + "\n"
    return try withFile(text.utf8) { path in
      var reader = TrackReader(path: path, options: options)
      var times: [Int64] = []
      var counts: [Int] = []
      try reader.read(newDevice: { _, _ in }) { fix, device, _, quiet in
        times.append(fix.time.milliseconds / 1000 - 1_700_000_000)
        counts.append(quiet.count)
        quiet = device == 0 ? QuietRun(of: device, in: zone) : QuietRun()
        return true
      }
      return (times, counts + [reader.quiet.count], reader.report.fixesKept)
    }
  }

  private func row(_ second: Int, _ latitude: Double, _ device: String = "a") -> String {
    "\(1_700_000_000 + second),\(latitude),14,\(device)"
  }

  @Test func `are counted until one leaves the zone`() throws {
    let found = try read([row(1, 46), row(2, 46.001), row(3, 46), row(4, 46.5), row(5, 46)])
    #expect(found.times == [1, 4])
    #expect(found.counts == [0, 2, 1])
    #expect(found.kept == 5)
  }

  @Test func `are counted until another device has one`() throws {
    let found = try read([row(1, 46), row(2, 46), row(2, 46, "b"), row(3, 46), row(4, 46)])
    #expect(found.times == [1, 2, 3])
    #expect(found.counts == [0, 1, 0, 1])
    #expect(found.kept == 5)
  }

  @Test func `do not include points that are no fixes`() throws {
    let found = try read([row(5, 46), row(4, 46), row(6, 46), "x,46,14,a", row(7, 46)])
    #expect(found.times == [5])
    #expect(found.counts == [0, 2])
    #expect(found.kept == 3)
  }

  @Test func `do not end where a point is skipped`() throws {
    let found = try read([row(1, 46), row(2, 46), "3,100,14,a", row(4, 46), row(5, 46.5)])
    #expect(found.times == [1, 5])
    #expect(found.counts == [0, 2, 0])
    #expect(found.kept == 4)
  }

  @Test func `are no points whose distances decide their times`() throws {
    var options = TrackReader.Options()
    (options.ignoresTimes, options.speed) = (true, 1)
    options.start = Timestamp(milliseconds: 1_700_000_000_000)
    let found = try read((0..<4).map { row($0, 46 + Double($0 % 2) / 1000) }, options: options)
    #expect(found.times == [0, 111, 222, 333])
    #expect(found.counts == [0, 0, 0, 0, 0])
  }

  @Test func `lie where every place is valid`() {
    for (latitude, longitude) in [(90.0, 0.0), (-89.999, 0), (0, 180), (60, -179.999)] {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      let zone = QuietZone(
        from: place, EarthVector(place),
        QuietZone.Allowance(distance: 1000, end: Timestamp(milliseconds: 2_000_000_000_000)))
      let run = QuietRun(of: 0, in: zone)
      for device in -1...0 {
        #expect(!run.covers(device, Timestamp(milliseconds: 0), place))
      }
    }
  }
}
