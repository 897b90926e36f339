/// The state of a device and its app that decides whether conditions are monitored and their events
/// delivered.
package struct DeviceState: Hashable, Sendable {
  package enum Platform: String, CaseIterable, Hashable, Sendable {
    case ios, macos, android
  }

  package enum App: String, CaseIterable, Hashable, Sendable {
    case foreground, background, terminated
  }

  package enum Authorization: String, CaseIterable, Hashable, Sendable {
    case always
    case whenInUse = "when-in-use"
    case denied, restricted
    case notDetermined = "not-determined"
  }

  /// The reason for which a condition is not monitored, in the words of `CLMonitor.Event`.
  package enum Diagnostic: String, Hashable, Sendable {
    case authorizationDenied, authorizationRestricted, authorizationRequestInProgress
    case accuracyLimited
    /// The app is not in the foreground, and may use locations only there.
    case insufficientlyInUse
    /// The app already monitors as many conditions as it may.
    case conditionLimitExceeded
    case locationOff
  }

  package var platform = Platform.ios
  /// The app is in the background when a track begins, as it is on a drive.
  package var app = App.background
  package var refreshesInBackground = true
  /// True if the device has restarted and was not unlocked since.
  package var isLocked = false
  package var isAsleep = false
  package var authorization = Authorization.always
  /// Precise Location.
  package var hasFullAccuracy = true
  package var isLocationOn = true
  /// True if the user has ended the app, which nothing starts then until the user opens it.
  package var isStopped = false

  package init(platform: Platform) {
    self.platform = platform
  }

  /// True if the system's location services work for this app.
  ///
  /// Apple, of a Mac: monitoring "works only while the app is running … and the user's system is
  /// awake".
  package var isLocated: Bool {
    !isLocked && !isAsleep && isLocationOn
      && (authorization == .always || authorization == .whenInUse)
      && (platform != .macos || app != .terminated)
  }

  /// True if conditions are monitored.
  ///
  /// Apple: none are with reduced accuracy, nor between a restart and the first unlock. Google: a
  /// geofence needs the permission for the background, whether or not the app is in front.
  package var monitors: Bool {
    isLocated && hasFullAccuracy && (platform != .android || authorization == .always)
  }

  /// True if an event could reach the app now.
  package var canReceive: Bool { monitors && reach != .waits }

  /// The diagnostic that a monitor shows of the authorization and the accuracy; `nil` where both
  /// suffice, and on Android, where only adds fail.
  package var diagnostic: Diagnostic? {
    if platform == .android { return nil }
    if !isLocationOn { return .locationOff }
    return switch authorization {
    case .denied: .authorizationDenied
    case .restricted: .authorizationRestricted
    case .notDetermined: .authorizationRequestInProgress
    case .always, .whenInUse:
      if !hasFullAccuracy {
        .accuracyLimited
      } else if authorization == .whenInUse && app != .foreground {
        .insufficientlyInUse
      } else {
        nil
      }
    }
  }

  /// The diagnostic with which an add fails at once; `nil` where it does not.
  ///
  /// Google: a geofence needs the permissions for a fine location and for the background, and is not
  /// available while location is off.
  package var diagnosticOfAdds: Diagnostic? {
    guard platform == .android else { return nil }
    if authorization != .always || !hasFullAccuracy { return .authorizationDenied }
    return isLocationOn ? nil : .locationOff
  }

  /// The way in which a notice reaches the app.
  package enum Reach: Hashable, Sendable {
    case delivered
    /// The app is started in the background, and receives the notice then.
    case relaunches
    case waits
  }

  /// The way in which a notice reaches the app now.
  ///
  /// Apple: an event relaunches a terminated app on iOS while Background App Refresh is on; with it
  /// off nothing reaches an app outside the foreground. On macOS nothing happens without the app.
  package var reach: Reach {
    guard isLocated else { return .waits }
    if app == .foreground { return .delivered }
    guard refreshesInBackground || platform == .android, authorization == .always else {
      return .waits
    }
    return app == .background ? .delivered : isStopped ? .waits : .relaunches
  }

  /// Returns the reason why an action cannot happen to the device as it is; `nil` if it can.
  package func obstacle(to action: DeviceAction) -> String? {
    switch action {
    case .launch, .foreground, .background, .forceQuit, .forceQuitAsDocumented, .forceStop:
      return isLocked ? "the device is locked" : nil
    case .reboot, .rebootLosingRegistrations:
      return isLocked ? "the device is locked after a restart" : nil
    case .unlock: return isLocked ? nil : "the device has not restarted"
    case .sleep, .wake:
      if platform != .macos { return "only a Mac sleeps" }
      if isAsleep == (action == .wake) { return nil }
      return isAsleep ? "the device is asleep" : "the device is awake"
    case .backgroundRefresh:
      return switch platform {
      case .ios: nil
      case .macos: "a Mac has no Background App Refresh"
      case .android: "Android has no Background App Refresh"
      }
    default: return nil
    }
  }

  /// - Parameter action: what happens; those on the app's set change nothing here.
  package mutating func take(_ action: DeviceAction) {
    switch action {
    case .terminate, .forceQuitAsDocumented: app = .terminated
    // Bringing an app to the front that does not run starts it.
    case .launch, .foreground:
      app = .foreground
      isStopped = false
    case .background: if app != .terminated { app = .background }
    case .backgroundRefresh(let isOn): refreshesInBackground = isOn
    case .reboot, .rebootLosingRegistrations:
      isLocked = true
      app = .terminated
    case .unlock: isLocked = false
    case .authorize(let authorization): self.authorization = authorization
    case .accuracy(let isFull): hasFullAccuracy = isFull
    case .sleep: isAsleep = true
    case .wake: isAsleep = false
    case .update, .clearData: app = .terminated
    case .forceQuit, .forceStop:
      app = .terminated
      isStopped = true
    case .location(let isOn): isLocationOn = isOn
    case .determine, .add, .remove, .complete, .moveOn: break
    }
  }
}
