import Foundation
import GeofenceCore

/// A detector of the places where a device stays.
///
/// Apple does not document what a visit is. Our assumption: a visit begins with the first fix of a
/// stay of at least five minutes within 100 metres of that fix, is delivered when the five minutes
/// are over, and again when the device has left the 100 metres.
struct VisitDetector {
  private static let radius = 100.0
  private static let stay = Interval(seconds: 300)

  private var anchor: Fix?
  private var isVisit = false

  mutating func take(_ fix: Fix) -> [CLVisit] {
    guard let anchor else {
      self.anchor = fix
      return []
    }
    if Geodesic(from: anchor.coordinate, to: fix.coordinate).distance <= Self.radius {
      guard !isVisit, fix.time - anchor.time >= Self.stay else { return [] }
      isVisit = true
      return [CLVisit(anchor, departure: .distantFuture)]
    }
    defer { (self.anchor, isVisit) = (fix, false) }
    return isVisit ? [CLVisit(anchor, departure: fix.time.date)] : []
  }
}
