import GeofenceCore

/// The location service of a phone that does not see every fix, or not exactly.
struct SimulatedLocationService {
  private let positioning: Positioning
  private var positioner: Positioner?
  private var odometer = Odometer()

  init(_ positioning: Positioning) { self.positioning = positioning }

  /// What the service sees of a fix; `nil` where it does not look, or finds nothing.
  ///
  /// - Parameters:
  ///   - device: its name, which the first fix gives; what is random is another for each.
  ///   - monitor: what is watched when the fix comes.
  mutating func see(_ fix: Fix, of device: String?, beside monitor: Monitor) -> Fix? {
    var positioner =
      self.positioner
      ?? Positioner(positioning.model, Draws(seed: positioning.seed, device: device))
    defer { self.positioner = positioner }
    positioner.settle { place, metres in monitor.isBoundary(within: metres, of: place) }
    return positioner.see(odometer.read(fix))
  }
}
