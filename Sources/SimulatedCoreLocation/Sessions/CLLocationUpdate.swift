import GeofenceCore

/// The name of the purpose of live updates in Objective-C.
public typealias CLLiveUpdateConfiguration = CLLocationUpdate.LiveConfiguration

/// An update of `liveUpdates`: a location, or the reason why there is none.
public struct CLLocationUpdate: Sendable {
  /// The location; `nil` if the update reports a change of the app's authorization or use.
  public let location: CLLocation?
  private let device: DeviceState
  /// True if the app needs a `CLServiceSession` and holds none.
  public let serviceSessionRequired: Bool

  init(location: CLLocation?, device: DeviceState, serviceSessionRequired: Bool) {
    self.location = location
    self.device = device
    self.serviceSessionRequired = serviceSessionRequired
  }

  /// A Boolean value that is always false: the simulated device does not guess whether it is at
  /// rest.
  public var stationary: Bool { false }
  public var isStationary: Bool { stationary }
  public var accuracyLimited: Bool { !device.hasFullAccuracy }
  public var authorizationDenied: Bool { device.authorization == .denied }
  /// True if Location Services are off for all apps.
  public var authorizationDeniedGlobally: Bool { !device.isLocationOn }
  public var authorizationRequestInProgress: Bool { device.authorization == .notDetermined }
  public var authorizationRestricted: Bool { device.authorization == .restricted }
  public var insufficientlyInUse: Bool { device.isInsufficientlyInUse }
  public var locationUnavailable: Bool {
    location == nil && device.isLocated && !serviceSessionRequired && !insufficientlyInUse
  }

  /// The purpose of the updates; it has no effect.
  public enum LiveConfiguration: Int, Hashable, Sendable {
    case `default`, automotiveNavigation, otherNavigation, fitness, airborne
  }

  /// Returns the last known location and every location update from now on.
  ///
  /// ```swift
  /// for try await update in CLLocationUpdate.liveUpdates() {
  ///   if let location = update.location { show(location) }
  /// }
  /// ```
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    Updates()
  }

  /// A sequence of updates that ends when the app is terminated.
  public struct Updates: AsyncSequence, Sendable {
    public typealias Element = CLLocationUpdate

    public func makeAsyncIterator() -> Iterator {
      let device = SimulatedDevice.called("CLLocationUpdate.liveUpdates()")
      return Iterator(updates: (device?.liveUpdates() ?? .init { $0.finish() }).makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var updates: AsyncStream<CLLocationUpdate>.Iterator

      public mutating func next() async throws -> CLLocationUpdate? { await updates.next() }
    }
  }
}

extension SimulatedDevice {
  fileprivate func liveUpdates() -> AsyncStream<CLLocationUpdate> {
    log(.registration, "CLLocationUpdate.liveUpdates()")
    return stream { system, continuation in
      let fix = system.core.device.isLocated && system.hears ? system.core.lastFix : nil
      let update = system.liveUpdate(fix)
      if !update.locationUnavailable { continuation.yield(update) }
      return Reader(update: { continuation.yield($0) }, finish: { continuation.finish() })
    }
  }
}
