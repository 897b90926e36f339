import GeofenceCore

extension BasemapFrame {
  /// Creates the frame around the tracks of `devices`.
  package init(around devices: [DeviceRecord]) {
    self.init(around: devices.flatMap { $0.path.vertices.map(\.coordinate) })
  }
}
