import Foundation
import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

/// A reader at one end of a pipe, with the test at the other.
private final class PipedTrack: @unchecked Sendable {
  private let pipe = Pipe()
  private let changed = DispatchSemaphore(value: 0)
  private let lock = NSLock()
  // These variables are guarded by the lock.
  private var times: [Int64] = []
  private var end: (report: TrackReport, error: InputError?)?

  init(isInterrupted: Bool = false) {
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    Thread.detachNewThread { [self] in
      var reader = TrackReader(path: path, interrupted: { isInterrupted })
      var failure: InputError?
      do throws(InputError) {
        try reader.read { fix, _ in
          lock.withLock { times.append(fix.time.milliseconds) }
          changed.signal()
          return true
        }
      } catch {
        failure = error
      }
      let ended = (reader.report, failure)
      lock.withLock { end = ended }
      changed.signal()
    }
  }

  func write(_ text: String) throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Waits for the next fix, and returns the times of all fixes in milliseconds since 1970.
  func timesAfterNextFix() -> [Int64] {
    // The timeout is long enough for a busy machine; a reader that wants more bytes never signals.
    _ = changed.wait(timeout: .now() + 20)
    return lock.withLock { times }
  }

  func close() throws { try pipe.fileHandleForWriting.close() }

  /// Waits for the end of the reader, and returns its report and error.
  func outcome() -> (report: TrackReport?, error: InputError?) {
    _ = changed.wait(timeout: .now() + 20)
    return lock.withLock { (end?.report, end?.error) }
  }
}

@Suite struct `A track from a pipe` {
  @Test func `gives a fix as soon as its row has ended`() throws {
    let track = PipedTrack()
    try track.write("t,l")
    try track.write("at,lon\n1,4")
    try track.write("6,14\n")
    #expect(track.timesAfterNextFix() == [1000])
    try track.write("2,46,14\r\n3,46,")
    #expect(track.timesAfterNextFix() == [1000, 2000])
    try track.write("14\n")
    #expect(track.timesAfterNextFix() == [1000, 2000, 3000])
    try track.write("\"4\",46,\"1")
    try track.write("4\"\n")
    #expect(track.timesAfterNextFix() == [1000, 2000, 3000, 4000])
    try track.close()
    #expect(track.outcome().error == nil)
  }

  @Test func `gives a row without a line feed when the pipe is closed`() throws {
    let track = PipedTrack()
    try track.write("t,lat,lon\n1,46,14\n")
    #expect(track.timesAfterNextFix() == [1000])
    try track.write("2,46,14")
    try track.close()
    #expect(track.timesAfterNextFix() == [1000, 2000])
  }

  @Test func `gives a fix as soon as its trkpt has ended`() throws {
    let track = PipedTrack()
    for character in "<gpx>" { try track.write(String(character)) }
    try track.write("<trk><trkseg><trkpt lat='1' lon='2'><time>1</time></trkpt>")
    #expect(track.timesAfterNextFix() == [1000])
    try track.write("\n<trkpt lat='1' ")
    try track.write("lon='2'>\n<time>1970-01-01T")
    try track.write("00:00:02Z</time></trkpt")
    try track.write(">")
    #expect(track.timesAfterNextFix() == [1000, 2000])
    try track.write("\n<trkpt lat='1' lon='2'><time>3</time></trkpt>\n")
    #expect(track.timesAfterNextFix() == [1000, 2000, 3000])
    try track.write("</trkseg></trk></gpx>")
    try track.close()
    let end = track.outcome()
    #expect(end.error == nil)
    #expect(end.report?.fixesKept == 3)
  }

  @Test(arguments: [
    "t,lat,lon\n1,46,14\n2,46,", "<gpx><trkpt lat='1' lon='2'><time>1</time></trkpt><trkp",
  ])
  func `ends without an error where it is interrupted`(text: String) throws {
    try withFile(text.utf8) { path in
      var reader = TrackReader(path: path, interrupted: countdown(from: 1))
      var count = 0
      try reader.read { _, _ in
        count += 1
        return true
      }
      #expect(count == 1)
      #expect(reader.report.wasStopped)
    }
  }

  @Test func `ends without an error where it is interrupted at once`() throws {
    let end = PipedTrack(isInterrupted: true).outcome()
    #expect(end.error == nil)
    #expect(end.report?.wasStopped == true)
  }

  @Test(arguments: ["t,la", "t,lat,lon\n", "# x", "\"t", "<", "<?xml", "<gpx><trkp"])
  func `ends without an error where it is interrupted early`(text: String) throws {
    try withFile(text.utf8) { path in
      var reader = TrackReader(path: path, interrupted: countdown(from: 1))
      try reader.read { _, _ in true }
      #expect(reader.report.wasStopped)
    }
  }

  /// Returns a function that returns `false` `count` times, then `true`.
  private func countdown(from count: Int) -> () -> Bool {
    var left = count
    return {
      left -= 1
      return left < 0
    }
  }
}
