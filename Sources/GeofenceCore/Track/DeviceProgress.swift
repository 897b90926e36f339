/// The progress of the reading of one device's points, from which a later reading continues.
package struct DeviceProgress: Hashable, Sendable {
  package var lastTime: Int64?
  /// The marks of the fixes at the last time, by which those that are read again are recognised;
  /// numbers of 24 bits.
  package var lastMarks: [UInt32] = []
  /// The latitude of the last place on an untimed track, in degrees.
  package var latitude: Double?
  /// The longitude of the last place on an untimed track, in degrees.
  package var longitude: Double?
  /// The metres travelled along an untimed track.
  package var travelled: Double?

  package init() {}
}
