import GeofenceBytes

/// A filter of a document's points by their kinds: those of the best kind become fixes at once,
/// those of lesser kinds when the document has ended without any of a better one.
struct RankedPoints {
  var filter: PointFilter
  private var held = WaitingQueue<TrackPoint>()
  private var bestKind = TrackReport.PointKind.linePoint

  init(_ filter: PointFilter) { self.filter = filter }

  mutating func device(_ name: [UInt8]) -> Int {
    filter.report.names.find(name.span) ?? filter.addDevice(name.span)
  }

  mutating func take(
    _ point: TrackPoint, _ kind: TrackReport.PointKind, text: (PointFilter.Culprit) -> String?
  ) -> Bool { take(point, kind, line: { point.line }, text: text) }

  /// Takes a point whose line is counted only where a message may name it.
  @inline(__always)
  mutating func take(
    _ point: TrackPoint, _ kind: TrackReport.PointKind, line: () -> Int,
    text: (PointFilter.Culprit) -> String?
  ) -> Bool {
    if kind != bestKind {
      guard kind.rawValue < bestKind.rawValue else {
        drop(1, kind)
        return true
      }
      drop(held.count, bestKind)
      held = WaitingQueue()
      bestKind = kind
    }
    filter.report.pointKind = bestKind
    if bestKind == .trackPoint {
      return filter.take(point, to: filter.body, line: line, text: text)
    }
    var point = point
    point.line = line()
    held.append(point)
    return !filter.isDone
  }

  mutating func end() {
    do throws(InputError) {
      while !filter.isDone, let point = try held.popFirst() {
        _ = filter.take(point) { _ in nil }
      }
      held = WaitingQueue()
      if !filter.isDone { filter.end() }
    } catch {
      _ = filter.fail(error)
    }
  }

  private mutating func drop(_ count: Int, _ kind: TrackReport.PointKind) {
    switch kind {
    case .trackPoint: break
    case .routePoint, .linePoint: filter.report.droppedRoutePoints += count
    case .waypoint: filter.report.droppedWaypoints += count
    }
  }
}
