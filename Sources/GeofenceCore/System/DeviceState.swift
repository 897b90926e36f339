/// Everything about a device and its app that decides whether conditions are watched and whether
/// the app hears of it.
public struct DeviceState: Hashable, Sendable {
  public enum Platform: String, CaseIterable, Hashable, Sendable {
    case ios, macos
  }

  public enum App: String, Hashable, Sendable {
    case foreground, background, terminated
  }

  public enum Authorization: String, CaseIterable, Hashable, Sendable {
    case always
    case whenInUse = "when-in-use"
    case denied, restricted
    case notDetermined = "not-determined"
  }

  /// Why conditions are not watched, in the words of `CLMonitor.Event`.
  public enum Diagnostic: String, Hashable, Sendable {
    case authorizationDenied, authorizationRestricted, authorizationRequestInProgress
    case accuracyLimited
    /// The app is not in the foreground, and may use locations only there.
    case insufficientlyInUse
    /// The app watches as many conditions as it may already.
    case conditionLimitExceeded
  }

  public var platform = Platform.ios
  public var app = App.foreground
  /// Background App Refresh.
  public var refreshesInBackground = true
  /// Restarted and not yet unlocked.
  public var isLocked = false
  public var isAsleep = false
  public var authorization = Authorization.always
  /// Precise Location.
  public var hasFullAccuracy = true

  public init(platform: Platform) {
    self.platform = platform
  }

  /// Whether locations reach the system's location services for this app.
  ///
  /// Apple, of a Mac: monitoring "works only while the app is running … and the user's system is
  /// awake".
  public var isLocated: Bool {
    !isLocked && !isAsleep && (authorization == .always || authorization == .whenInUse)
      && (platform == .ios || app != .terminated)
  }

  /// Whether conditions are watched. Apple: none are with reduced accuracy, nor between a restart
  /// and the first unlock.
  public var monitors: Bool { isLocated && hasFullAccuracy }

  /// What a monitor shows of the authorization and the accuracy; `nil` when all is well.
  public var diagnostic: Diagnostic? {
    switch authorization {
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

  /// What happens to news for the app.
  public enum Reach: Hashable, Sendable {
    case delivered
    /// The app is started in the background, then told.
    case relaunches
    case waits
  }

  /// How news reaches the app now.
  ///
  /// Apple: an event relaunches a terminated app on iOS while Background App Refresh is on; with it
  /// off nothing reaches an app outside the foreground. On macOS nothing happens without the app.
  public var reach: Reach {
    guard isLocated else { return .waits }
    if app == .foreground { return .delivered }
    guard refreshesInBackground, authorization == .always else { return .waits }
    return app == .background ? .delivered : .relaunches
  }
}
