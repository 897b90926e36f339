import GeofenceBytes
import GeofenceCore

/// A filter of a document's points by their kinds: those of the best kind become fixes at once,
/// those of lesser kinds when the document has ended without any of a better one.
struct RankedPoints {
  var filter: PointFilter
  private(set) var error: InputError?
  private(set) var isDone = false

  private let newDevice: (Int, String?) -> Void
  private let body: TrackReader.Body
  private var held = WaitingQueue<TrackPoint>()
  private var bestKind = TrackReport.PointKind.waypoint

  private init(
    _ filter: PointFilter, _ newDevice: @escaping (Int, String?) -> Void,
    _ body: @escaping TrackReader.Body
  ) {
    self.filter = filter
    self.newDevice = newDevice
    self.body = body
  }

  /// Calls `read` with points that pass through `filter` to `body`.
  static func withPoints(
    of filter: inout PointFilter, newDevice: (Int, String?) -> Void, _ body: TrackReader.Body,
    _ read: (RankedPoints) -> (RankedPoints, failure: InputError?)
  ) throws(InputError) {
    let taken = filter
    var failure: InputError?
    filter = withoutActuallyEscaping(newDevice) { newDevice in
      withoutActuallyEscaping(body) { body in
        let (points, fault) = read(RankedPoints(taken, newDevice, body))
        failure = points.error ?? (points.isDone ? nil : fault)
        return points.filter
      }
    }
    if let failure { throw failure }
  }

  mutating func device(_ name: [UInt8]) -> Int {
    filter.report.names.find(name.span) ?? filter.addDevice(name.span, newDevice)
  }

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
      held = WaitingQueue()
      bestKind = kind
    }
    filter.report.pointKind = bestKind
    if bestKind == .trackPoint { deliver(point, text: text) } else { held.append(point) }
    return !isDone
  }

  mutating func end() {
    do throws(InputError) {
      while !isDone, let point = try held.popFirst() { deliver(point) { _ in nil } }
      held = WaitingQueue()
      if !isDone { try filter.end(body) }
    } catch {
      _ = fail(error)
    }
  }

  mutating func fail(_ error: InputError) -> Bool {
    self.error = error
    isDone = true
    return false
  }

  @inline(__always)
  private mutating func deliver(_ point: TrackPoint, text: (PointFilter.Culprit) -> String?) {
    do throws(InputError) {
      isDone = try !filter.take(point, text: text, body)
    } catch {
      _ = fail(error)
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
