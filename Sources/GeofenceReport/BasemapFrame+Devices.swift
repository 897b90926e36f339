public import GeofenceFormats

extension BasemapFrame {
  /// Creates the frame around the tracks of `devices`.
  public init(around devices: [DeviceRecord]) {
    self.init(around: devices.flatMap { $0.path.vertices.map(\.coordinate) })
  }
}
