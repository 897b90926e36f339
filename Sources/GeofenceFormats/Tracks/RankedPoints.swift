import GeofenceCore

/// Turns the points of a document into fixes: those of the best kind at once; the lesser kinds when
/// the document has ended without any of a better one.
struct RankedPoints {
  var filter: PointFilter
  /// What is wrong with a point, where that ends the reading.
  private(set) var error: InputError?
  /// Whether `body` wants no more fixes, or a point was an error.
  private(set) var isDone = false

  private let newDevice: (Int, String?) -> Void
  private let body: TrackReader.Body
  private var held = HeldPoints()
  private var bestKind = TrackReport.PointKind.waypoint

  private init(
    _ filter: PointFilter, _ newDevice: @escaping (Int, String?) -> Void,
    _ body: @escaping TrackReader.Body
  ) {
    self.filter = filter
    self.newDevice = newDevice
    self.body = body
  }

  /// Reads with points that go through `filter` to `body`.
  ///
  /// - Parameter read: gives the points back, and what is wrong with the document.
  /// - Throws: what is wrong with a point, else with the document.
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

  /// The index of the device of a name; an empty one is that of a device without a name.
  mutating func device(_ name: [UInt8]) -> Int {
    let key = NameKey(name.span)
    return filter.report.names.find(key, name.span)
      ?? filter.addDevice(key, name.span, newDevice)
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
      held = HeldPoints()
      bestKind = kind
    }
    filter.report.pointKind = bestKind
    if bestKind == .trackPoint { deliver(point, text: text) } else { held.append(point) }
    return !isDone
  }

  /// Delivers what was held back. The document has ended, or goes on in a way that cannot be read.
  mutating func end() {
    do throws(InputError) {
      while held.count > 0, !isDone { deliver(try held.removeFirst()) { _ in nil } }
      held = HeldPoints()
      if !isDone { try filter.end(body) }
    } catch {
      _ = fail(error)
    }
  }

  /// Ends the reading.
  ///
  /// - Returns: `false`: there is no reason to read on.
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
