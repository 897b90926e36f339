/// A generator of fixes at a fixed interval along the geodesic between two fixes of a track.
///
/// Xcode and `simctl location start` add fixes between waypoints in the same manner.
package struct Interpolator: Sendable {
  private let interval: Interval
  /// The last fix that was passed on, from which the next path starts.
  package private(set) var last: Fix?

  /// Creates an interpolator with a positive interval.
  /// - Parameter last: the start of the path to the first fix; `nil` where there is none.
  package init(every interval: Interval, from last: Fix? = nil) {
    precondition(interval.milliseconds > 0, "fixes are added at a positive interval")
    self.interval = interval
    self.last = last
  }

  /// Returns the time from the last fix to `fix`; zero before the first.
  package func gap(to fix: Fix) -> Interval {
    last.map { fix.time - $0.time } ?? Interval(milliseconds: 0)
  }

  /// Passes the fixes between the last one and `fix`, then `fix` itself, to `body` until it returns
  /// false.
  ///
  /// An added fix has a time, a place and the worse accuracy of the two fixes around it. Its
  /// coordinates are rounded to 1e-9° (0.1 mm), so that they are the same on every platform.
  ///
  /// - Returns: `true` if every call of `body` returned `true`.
  /// - Complexity: O(n) for n added fixes.
  package mutating func advance(to fix: Fix, _ body: (Fix) -> Bool) -> Bool {
    // The path goes on from what was passed on last.
    var passed = last ?? fix
    defer { last = passed }
    guard let last, fix.time - last.time > interval else {
      passed = fix
      return body(fix)
    }
    let way = Geodesic(from: last.coordinate, to: fix.coordinate)
    let duration = Double((fix.time - last.time).milliseconds)
    let accuracy = [last.horizontalAccuracy, fix.horizontalAccuracy].compactMap { $0 }.max()
    var time = last.time + interval
    while time < fix.time {
      let elapsed = Double((time - last.time).milliseconds)
      let place = way.coordinate(at: way.distance * elapsed / duration).rounded
      let added = Fix(time: time, coordinate: place, horizontalAccuracy: accuracy)
      guard body(added) else { return false }
      passed = added
      time = time + interval
    }
    passed = fix
    return body(fix)
  }
}

extension Coordinate {
  /// This place rounded to 1e-9° (0.1 mm), so that computed places are the same on every platform.
  var rounded: Coordinate {
    Coordinate(
      latitude: (latitude * 1e9).rounded() / 1e9, longitude: (longitude * 1e9).rounded() / 1e9)
  }
}
