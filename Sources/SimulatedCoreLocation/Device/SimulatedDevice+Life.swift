import GeofenceCore

/// What happens to a device and its app; each returns when the app has handled what follows.
extension SimulatedDevice {
  /// The user opens the app again, or brings it to the front.
  public func foreground(isolation: isolated (any Actor)? = #isolation) async {
    let wasRunning = system.withLock { system in
      defer { system.apply(.foreground) }
      return system.core.device.app != .terminated
    }
    if !wasRunning { await start() }
    system.withLock { $0.core.tellWaiting() }
    await settle()
  }

  public func background(isolation: isolated (any Actor)? = #isolation) async {
    await change(.background)
  }

  /// Switches Background App Refresh.
  public func setBackgroundRefresh(
    _ isOn: Bool, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.backgroundRefresh(isOn: isOn))
  }

  /// Restarts the device; nothing is watched or delivered until `unlock`.
  public func reboot() {
    terminate()
    system.withLock { $0.apply(.reboot) }
  }

  /// The first unlock after a restart: what was registered is watched again, from unknown.
  public func unlock(isolation: isolated (any Actor)? = #isolation) async {
    await change(.unlock)
  }

  /// The user changes what the app may do; it hears of it if it runs.
  public func authorize(
    _ status: CLAuthorizationStatus, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.authorize(.init(status)))
  }

  /// Switches Precise Location.
  public func setAccuracy(
    _ accuracy: CLAccuracyAuthorization, isolation: isolated (any Actor)? = #isolation
  ) async {
    await change(.accuracy(isFull: accuracy == .fullAccuracy))
  }

  /// A Mac falls asleep.
  public func sleep() { system.withLock { $0.apply(.sleep) } }

  public func wake(isolation: isolated (any Actor)? = #isolation) async { await change(.wake) }

  /// Does what the user or the system does, and lets the app hear what follows.
  private func change(
    _ action: DeviceAction, isolation: isolated (any Actor)? = #isolation
  ) async {
    system.withLock { system in
      system.apply(action)
      system.core.tellWaiting()
    }
    await settle()
  }
}

extension DeviceState.Authorization {
  fileprivate init(_ status: CLAuthorizationStatus) {
    self =
      switch status {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .authorizedAlways: .always
      case .authorizedWhenInUse: .whenInUse
      }
  }
}
