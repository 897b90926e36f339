import GeofenceCore
import TestSupport
import Testing

@testable import GeofenceBytes
@testable import GeofenceTracks

@Suite(.slow) struct HeldPointsTests {
  @Test(arguments: [10, 1000, 300_000])
  func `times that wait come back in their order, however many they are`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    var held = WaitingQueue<TimeReading>()
    var time: Int64 = 0
    let expected = (0..<count).map { _ -> TimeReading in
      let jump = Int64.random(in: -1_000_000...1_000_000, using: &random)
      time += [1000, 1, -5000, jump].randomElement(using: &random) ?? 0
      return switch Int.random(in: 0..<50, using: &random) {
      case 0: .missing
      case 1: .unreadable
      default: .at(Timestamp(milliseconds: time))
      }
    }
    for time in expected { held.append(time) }
    #expect(try expected.allSatisfy { try held.popFirst() == $0 })
    #expect(held.count == 0)
    #expect(try held.popFirst() == nil)
  }

  @Test(arguments: [10, 200_000])
  func `points come back as they were, however many they are and whenever`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    var held = WaitingQueue<TrackPoint>()
    var waiting: [[UInt64]] = []
    var taken = 0
    for number in 0..<count {
      var point = TrackPoint()
      point.latitude = .random(in: -90...90, using: &random)
      point.longitude = .random(in: -180...180, using: &random)
      point.time = .at(Timestamp(milliseconds: .random(in: 0...1_000_000_000, using: &random)))
      if number % 3 == 0 { point.accuracy = .random(in: -1...100, using: &random) }
      if number % 5 == 0 { point.speed = .infinity }
      if number % 7 == 0 { point.latitude = .nan }
      point.course = -0.0
      point.device = number % 200
      point.line = .random(in: 0...1_000_000, using: &random)
      held.append(point)
      waiting.append(bits(of: point))
      // Some points are removed before the last one is appended.
      guard number % 4 == 0 else { continue }
      #expect(try held.popFirst().map(bits) == waiting[taken])
      taken += 1
    }
    #expect(held.count == count - taken)
    #expect(try waiting[taken...].allSatisfy { try held.popFirst().map(bits) == $0 })
  }

  /// The bits of everything that a point holds, by which one number that is none equals another.
  private func bits(of point: TrackPoint) -> [UInt64] {
    [
      point.latitude, point.longitude, point.accuracy, point.altitude, point.speed, point.course,
    ].map(\.bitPattern)
      + [point.time.milliseconds, Int64(point.device), Int64(point.line)].map(
        UInt64.init(bitPattern:))
  }
}
