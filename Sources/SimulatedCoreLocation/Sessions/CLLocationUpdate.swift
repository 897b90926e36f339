import GeofenceCore

/// One of the places that `liveUpdates` tells of, or why there is none.
public struct CLLocationUpdate: Sendable {
  /// `nil` where the update tells of a change of what the app may do.
  public let location: CLLocation?
  private let device: DeviceState

  init(location: CLLocation?, device: DeviceState) {
    self.location = location
    self.device = device
  }

  /// Always false: the simulated device does not guess at rest.
  public var stationary: Bool { false }
  public var isStationary: Bool { stationary }
  public var accuracyLimited: Bool { !device.hasFullAccuracy }
  public var authorizationDenied: Bool { device.authorization == .denied }
  /// Always false: the simulated device has no switch for all apps.
  public var authorizationDeniedGlobally: Bool { false }
  public var authorizationRequestInProgress: Bool { device.authorization == .notDetermined }
  public var authorizationRestricted: Bool { device.authorization == .restricted }
  public var insufficientlyInUse: Bool { device.isInsufficientlyInUse }
  public var locationUnavailable: Bool { location == nil && device.isLocated }
  /// Always false: no session is asked for.
  public var serviceSessionRequired: Bool { false }

  /// What the updates are for; without effect.
  public enum LiveConfiguration: Int, Hashable, Sendable {
    case `default` = 0
    case automotiveNavigation = 1
    case otherNavigation = 2
    case fitness = 3
    case airborne = 4
  }

  /// The place that is known, and every fix from now on.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    Updates()
  }

  /// Ends when the app is terminated.
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
    let (stream, continuation) = AsyncStream<CLLocationUpdate>.makeStream()
    let number = app.withLock { state in
      state.lastReader += 1
      state.liveUpdates[state.lastReader] = continuation
      return state.lastReader
    }
    log(.registration, "CLLocationUpdate.liveUpdates()")
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      let isOne = app.withLock { $0.liveUpdates.removeValue(forKey: number) != nil }
      if isOne { system.withLock { $0.liveReaders -= 1 } }
    }
    let first = system.withLock { system in
      system.liveReaders += 1
      let fix = system.core.device.isLocated && system.hears ? system.core.lastFix : nil
      return fix == nil && system.core.device.isLocated ? nil : system.liveUpdate(fix)
    }
    if let first { continuation.yield(first) }
    return stream
  }
}
