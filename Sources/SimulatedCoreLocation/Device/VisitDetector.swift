import Foundation
import GeofenceCore

/// Finds the places where a device stays.
///
/// Apple does not say what a visit is. Ours begins with the first fix of a stay of at least five
/// minutes within 100 metres of it, is told when these are over, and again when the device has gone
/// farther: our assumption.
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
