import GeofenceCore

struct SimulatedLocationService {
  private let positioning: Positioning
  private var positioner: Positioner?
  private var odometer = Odometer()

  init(_ positioning: Positioning) { self.positioning = positioning }

  /// Returns the location update of a fix; `nil` if there is none at this fix.
  ///
  /// - Parameters:
  ///   - device: The name of the device, which the first fix gives; each name has random numbers of
  ///     its own.
  ///   - monitor: The conditions that are monitored at the fix.
  mutating func see(_ fix: Fix, of device: String?, beside monitor: Monitor) -> Fix? {
    var positioner =
      self.positioner
      ?? Positioner(positioning.model, Draws(seed: positioning.seed, device: device))
    defer { self.positioner = positioner }
    positioner.settle { place, metres in monitor.isBoundary(within: metres, of: place) }
    return positioner.see(odometer.read(fix))
  }
}
