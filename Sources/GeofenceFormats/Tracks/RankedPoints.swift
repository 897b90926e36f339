import GeofenceCore

/// Turns the points of a document into fixes: those of the best kind at once; the lesser kinds when
/// the document has ended without any of a better one.
struct RankedPoints {
  var filter: PointFilter
  /// What is wrong with a point, where that ends the reading.
  private(set) var error: InputError?
  /// Whether `body` wants no more fixes, or a point was an error.
  private(set) var isDone = false

  private let body: (Fix, Int) -> Bool
  private var held: [TrackPoint] = []
  private var bestKind = TrackReport.PointKind.waypoint

  init(_ filter: PointFilter, _ body: @escaping (Fix, Int) -> Bool) {
    self.filter = filter
    self.body = body
  }

  /// Takes a point that has ended.
  ///
  /// - Parameter text: what the document has for a culprit.
  /// - Returns: whether there is a reason to read on.
  @inline(__always)
  mutating func take(
    _ point: TrackPoint, _ kind: TrackReport.PointKind, text: (PointFilter.Culprit) -> String?
  ) -> Bool {
    if kind != bestKind {
      guard kind.rawValue < bestKind.rawValue else {
        drop(1, kind)
        return true
      }
      drop(held.count, bestKind)
      held = []
      bestKind = kind
    }
    filter.report.pointKind = bestKind
    if bestKind == .trackPoint { deliver(point, text: text) } else { held.append(point) }
    return !isDone
  }

  /// Delivers what was held back. The document has ended, or goes on in a way that cannot be read.
  mutating func end() {
    for point in held where !isDone { deliver(point) { _ in nil } }
    held = []
  }

  @inline(__always)
  private mutating func deliver(_ point: TrackPoint, text: (PointFilter.Culprit) -> String?) {
    do throws(InputError) {
      guard let time = try filter.time(of: point, text: text), !body(point.fix(at: time), 0)
      else { return }
      filter.report.wasStopped = true
      isDone = true
    } catch {
      self.error = error
      isDone = true
    }
  }

  private mutating func drop(_ count: Int, _ kind: TrackReport.PointKind) {
    switch kind {
    case .trackPoint: break
    case .routePoint: filter.report.droppedRoutePoints += count
    case .waypoint: filter.report.droppedWaypoints += count
    }
  }
}
