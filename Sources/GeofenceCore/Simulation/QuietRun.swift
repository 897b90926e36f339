/// A run of fixes of one device that change nothing for those who follow it, and are only counted.
///
/// Whoever receives a fix may begin a run. The reader of the track then counts the fixes of the
/// device that lie in the zone, and hands the run back with the first one that does not, or of
/// another device.
@usableFromInline package struct QuietRun: Sendable {
  /// The number that the reader of the track gives to the device; negative where there is no run.
  @usableFromInline package let device: Int
  @usableFromInline let zone: UnpackedZone
  /// The number of fixes that were counted.
  @usableFromInline package internal(set) var count = 0
  /// The time of the last one.
  @usableFromInline package internal(set) var last = Timestamp(milliseconds: .min)

  /// The largest number of fixes in a run, after which progress is shown and interruptions count.
  @inlinable static var longest: Int { 4096 }

  /// Creates a run that takes no fix.
  @inlinable package init() { self.init(-1, UnpackedZone(QuietZone())) }

  /// Creates a run of a device, which takes no fix where the zone reaches a pole or the
  /// antimeridian.
  ///
  /// - Parameters:
  ///   - device: the number that the reader of the track gives to the device.
  ///   - zone: the places and the time in which its fixes change nothing.
  @inlinable package init(of device: Int, in zone: QuietZone) {
    let zone = UnpackedZone(zone)
    if zone.isWithinWorld { self.init(device, zone) } else { self.init() }
  }

  @inlinable init(_ device: Int, _ zone: UnpackedZone) { (self.device, self.zone) = (device, zone) }

  /// Returns whether a fix belongs to the run; the place of one that does is valid.
  @inlinable @inline(__always)
  package func covers(_ device: Int, _ time: Timestamp, _ place: Coordinate) -> Bool {
    device == self.device && count < Self.longest && zone.covers(time, place)
  }

  /// Counts a fix that belongs to the run.
  ///
  /// - Precondition: the fix is not earlier than the device's last one.
  @inlinable @inline(__always)
  package mutating func count(_ time: Timestamp) {
    count &+= 1
    last = time
  }
}
