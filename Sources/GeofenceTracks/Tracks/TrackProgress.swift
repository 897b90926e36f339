import GeofenceBytes
import GeofenceCore

/// The progress of the reading of a track, which determines what becomes of the points that follow.
///
/// Earlier devices are asked for by name, so that no values have to be made for a million of them.
package struct TrackProgress: Sendable {
  struct Path: Sendable {
    var last: Coordinate?
    var length = 0.0
  }

  /// True if the track's own times count, if known.
  package var isTimed: Bool?
  private var earlier: @Sendable ([UInt8]) -> DeviceProgress? = { _ in nil }
  private var hadFixes = false
  private var names = NameIndex()
  private var lastTimes: [Int64] = []
  private var paths: [Path] = []

  package init() {}

  /// Creates an earlier reading's progress; several threads may ask for a `device`, by name, at
  /// once.
  package init(
    isTimed: Bool?, hasFixes: Bool, device: @escaping @Sendable ([UInt8]) -> DeviceProgress?
  ) {
    self.isTimed = isTimed
    hadFixes = hasFixes
    earlier = device
  }

  /// Creates the progress after `earlier`.
  ///
  /// - Parameter lastTimes: the times of the devices' last points, in milliseconds; `Int64.min` for
  ///   none.
  init(
    after earlier: TrackProgress, isTimed: Bool?, _ names: NameIndex, lastTimes: [Int64],
    paths: [Path]
  ) {
    self.isTimed = isTimed
    self.earlier = { earlier.device(named: $0) }
    hadFixes = earlier.hasFixes
    (self.names, self.lastTimes, self.paths) = (names, lastTimes, paths)
  }

  var hasFixes: Bool {
    hadFixes || lastTimes.contains { $0 != .min } || paths.contains { $0.last != nil }
  }

  package subscript(device: Int) -> DeviceProgress {
    var reached = DeviceProgress()
    reached.lastTime = lastTimes[device] == .min ? nil : lastTimes[device]
    if device < paths.count, let last = paths[device].last {
      reached.latitude = last.latitude
      reached.longitude = last.longitude
      reached.travelled = paths[device].length
    }
    return reached
  }

  /// Returns a device's progress, if any, by the bytes of its name, empty for none.
  package func device(named name: [UInt8]) -> DeviceProgress? {
    names.index(ofKnown: name.span).map { self[$0] } ?? earlier(name)
  }
}
