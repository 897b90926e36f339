public import Foundation
import GeofenceCore
import GeofenceFormats

extension SimulatedDevice {
  /// Plays a GPX or CSV file; the content tells the format.
  ///
  /// Points that cannot be used are skipped, as `geofence simulate` does. The fixes of every device in
  /// the file are played in the order of the file.
  ///
  /// - Throws: what is wrong with the file, after the fixes before it were played.
  /// - Complexity: O(n) time and memory for n fixes.
  public func play(_ path: String, isolation: isolated (any Actor)? = #isolation) async throws {
    var fixes: [Fix] = []
    var reader = TrackReader(path: path)
    var failure: InputError?
    do throws(InputError) {
      try reader.read { fix, _ in
        fixes.append(fix)
        return true
      }
    } catch {
      failure = error
    }
    for fix in fixes { await step(to: fix) }
    if let failure { throw failure }
  }

  /// Plays fixes made in code, in order.
  public func play(_ locations: [CLLocation], isolation: isolated (any Actor)? = #isolation) async {
    for location in locations { await step(to: Fix(location)) }
  }

  /// Moves to a place, so many seconds after the last fix.
  ///
  /// - Parameters:
  ///   - accuracy: metres; `nil` when unknown, which always decides.
  ///   - seconds: not negative.
  public func move(
    to coordinate: CLLocationCoordinate2D, accuracy: CLLocationAccuracy? = nil,
    after seconds: TimeInterval, isolation: isolated (any Actor)? = #isolation
  ) async {
    let time = Timestamp(now.addingTimeInterval(seconds))
    await step(to: Fix(time: time, coordinate: coordinate.core, horizontalAccuracy: accuracy))
  }
}

extension Fix {
  /// - Parameter location: an accuracy of 0 is an unknown one.
  fileprivate init(_ location: CLLocation) {
    self.init(
      time: Timestamp(location.timestamp), coordinate: location.coordinate.core,
      horizontalAccuracy: location.horizontalAccuracy > 0 ? location.horizontalAccuracy : nil,
      altitude: location.altitude, speed: location.speed >= 0 ? location.speed : nil,
      course: location.course >= 0 ? location.course : nil)
  }
}
