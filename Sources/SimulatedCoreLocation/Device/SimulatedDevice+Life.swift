import GeofenceCore

/// What happens to a device and its app; each returns when the app has handled what follows.
extension SimulatedDevice {
  /// The user opens the app again, or brings it to the front.
  public func foreground(isolation: isolated (any Actor)? = #isolation) async {
    await comeToFront()
  }

  public func background(isolation: isolated (any Actor)? = #isolation) async {
    await change { if $0.app != .terminated { $0.app = .background } }
  }

  /// Switches Background App Refresh.
  public func setBackgroundRefresh(
    _ isOn: Bool, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change { $0.refreshesInBackground = isOn }
  }

  /// Restarts the device; nothing is watched or delivered until `unlock`.
  public func reboot() {
    terminate()
    system.withLock {
      $0.device.isLocked = true
      $0.monitor.forgetStates()
    }
  }

  /// The first unlock after a restart: what was registered is watched again, from unknown.
  public func unlock(isolation: isolated (any Actor)? = #isolation) async {
    await change { $0.isLocked = false }
  }

  /// The user changes what the app may do; it hears of it if it runs.
  public func authorize(
    _ status: CLAuthorizationStatus, isolation: isolated (any Actor)? = #isolation
  ) async {
    system.withLock { $0.news.append(.authorization) }
    await change {
      $0.authorization =
        switch status {
        case .notDetermined: .notDetermined
        case .restricted: .restricted
        case .denied: .denied
        case .authorizedAlways: .always
        case .authorizedWhenInUse: .whenInUse
        }
    }
  }

  /// Switches Precise Location.
  public func setAccuracy(
    _ accuracy: CLAccuracyAuthorization, isolation: isolated (any Actor)? = #isolation
  ) async {
    system.withLock { $0.news.append(.authorization) }
    await change { $0.hasFullAccuracy = accuracy == .fullAccuracy }
  }

  /// A Mac falls asleep.
  public func sleep() { system.withLock { $0.device.isAsleep = true } }

  public func wake(isolation: isolated (any Actor)? = #isolation) async {
    await change { $0.isAsleep = false }
  }
}
