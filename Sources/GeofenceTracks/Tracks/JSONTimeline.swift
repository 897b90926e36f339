import GeofenceBase
import GeofenceBytes

/// The points of a history's paths, and visits' and trips' ends, which fill the other times.
struct JSONTimeline {
  private var paths = WaitingQueue<TrackPoint>()
  private var stays: [TrackPoint] = []
  private var covered: [ClosedRange<Int64>] = []
  private var points = 0

  mutating func take(ofPath point: TrackPoint) {
    paths.append(point)
    points += 1
  }

  mutating func take(ofStay point: TrackPoint) { stays.append(point) }

  mutating func endSegment(from start: Timestamp, to end: TimeReading) {
    guard points > 0 else { return }
    points = 0
    if case .at(let end) = end, start <= end {
      covered.append(start.milliseconds...end.milliseconds)
    }
  }

  /// Passes on the points of the paths and, in the order of time, the ends outside them; without a
  /// path none, as they count by themselves. O(n log n) for n ends, O(m) for m points.
  mutating func deliver(to points: inout RankedPoints) {
    guard paths.count > 0 else { return }
    covered.sort { $0.lowerBound < $1.lowerBound }
    var ends = stays.filter { !isCovered($0.time.milliseconds) }
      .sorted { $0.time.milliseconds > $1.time.milliseconds }
    points.filter.report.droppedWaypoints -= ends.count
    func take(_ point: TrackPoint) -> Bool {
      points.take(point, .trackPoint) { $0 == .time ? nil : "" }
    }
    do throws(InputError) {
      while let point = try paths.popFirst() {
        while let end = ends.last, end.time.milliseconds < point.time.milliseconds {
          ends.removeLast()
          guard take(end) else { return }
        }
        guard take(point) else { return }
      }
      while let end = ends.popLast() { guard take(end) else { return } }
    } catch {
      _ = points.filter.fail(error)
    }
  }

  private func isCovered(_ time: Int64) -> Bool {
    // The paths' times hardly overlap: the one that begins last before this time decides.
    let next = covered.partitioningIndex { $0.lowerBound > time }
    return covered[..<next].suffix(2).contains { $0 ~= time }
  }
}
