import GeofenceCore

/// The states of a device that decide which actions can happen, in the order of their times.
struct ScenarioCheck {
  private let platform: DeviceState.Platform
  private var names: Set<RegionIdentifier>
  private var isLocked = false
  private var isAsleep = false

  /// - Parameter names: of the app's regions at the start.
  init(platform: DeviceState.Platform, names: Set<RegionIdentifier>) {
    self.platform = platform
    self.names = names
  }

  /// Takes the next action.
  ///
  /// - Returns: why it is impossible, and what to do about it; `nil` when it is not.
  mutating func refusal(of action: DeviceAction) -> (problem: String, help: String)? {
    switch action {
    case .launch, .foreground, .background:
      return isLocked ? ("the device is locked", "put \"unlock\" before it") : nil
    case .reboot, .rebootLosingRegistrations:
      if isLocked { return ("the device is locked after a restart", "put \"unlock\" between") }
      isLocked = true
    case .unlock:
      guard isLocked else {
        return ("the device has not restarted", "put \"reboot\" before it, or leave it out")
      }
      isLocked = false
    case .sleep, .wake:
      guard platform == .macos else {
        return ("only a Mac sleeps", "leave it out, or pass --platform macos")
      }
      guard isAsleep == (action == .wake) else {
        return (isAsleep ? "the device is asleep" : "the device is awake", "leave it out")
      }
      isAsleep.toggle()
    case .backgroundRefresh:
      guard platform == .ios else {
        return ("a Mac has no Background App Refresh", "leave it out, or pass --platform ios")
      }
    case .add(let region): names.insert(region.identifier)
    case .remove(let identifier):
      guard names.remove(identifier) != nil else {
        return (
          "there is no region \(identifier.rawValue.quotedExcerpt())",
          "name a region of --regions or one that was added before"
        )
      }
    case .terminate, .authorize, .accuracy, .complete: break
    }
    return nil
  }
}
