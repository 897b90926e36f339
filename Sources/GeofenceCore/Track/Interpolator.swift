/// Adds fixes at a fixed interval along the geodesic between two fixes of a track, as Xcode and
/// `simctl location start` do between waypoints.
public struct Interpolator: Sendable {
  private let interval: Interval
  /// The fix from which the next way starts.
  public private(set) var last: Fix?

  /// - Parameter interval: the time between added fixes; positive.
  ///   The way to the first fix starts at `last`, where there is one.
  public init(every interval: Interval, from last: Fix? = nil) {
    precondition(interval.milliseconds > 0, "fixes are added at a positive interval")
    self.interval = interval
    self.last = last
  }

  /// Passes on the fixes between the last one and `fix`, then `fix` itself, until `body` is false.
  ///
  /// An added fix has a time, a place and the worse accuracy of the two it lies between. Its
  /// coordinates are rounded to 1e-9° (0.1 mm), so that they are the same on every platform.
  ///
  /// - Returns: whether every call of `body` was true.
  public mutating func advance(to fix: Fix, _ body: (Fix) -> Bool) -> Bool {
    defer { last = fix }
    guard let last, fix.time - last.time > interval else { return body(fix) }
    let way = Geodesic(from: last.coordinate, to: fix.coordinate)
    let duration = Double((fix.time - last.time).milliseconds)
    let accuracy = [last.horizontalAccuracy, fix.horizontalAccuracy].compactMap { $0 }.max()
    var time = last.time + interval
    while time < fix.time {
      let elapsed = Double((time - last.time).milliseconds)
      let place = way.coordinate(at: way.distance * elapsed / duration).rounded
      guard body(Fix(time: time, coordinate: place, horizontalAccuracy: accuracy)) else {
        return false
      }
      time = time + interval
    }
    return body(fix)
  }
}

extension Coordinate {
  /// To 1e-9° (0.1 mm), so that what was computed is the same on every platform.
  var rounded: Coordinate {
    Coordinate(
      latitude: (latitude * 1e9).rounded() / 1e9, longitude: (longitude * 1e9).rounded() / 1e9)
  }
}
