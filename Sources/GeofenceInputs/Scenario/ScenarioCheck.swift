import GeofenceCore

struct ScenarioCheck {
  private var names: Set<RegionIdentifier>
  private let alarms: Set<RegionIdentifier>
  /// The regions of reminders that were completed.
  private var completed: Set<RegionIdentifier> = []
  private var device: DeviceState
  /// True if the app has ended, and something may have started it again.
  private var mayRunAgain = false

  init(
    platform: DeviceState.Platform, names: Set<RegionIdentifier>,
    alarms: Set<RegionIdentifier> = []
  ) {
    device = DeviceState(platform: platform)
    (self.names, self.alarms) = (names, alarms)
  }

  /// Applies the next action, after `refusal`. Returns why it changes nothing, with what may have been
  /// meant, if it does.
  mutating func idleness(of action: DeviceAction) -> (problem: String, help: String)? {
    let before = device
    device.take(action)
    defer {
      let isStartable = device.platform == .android || device.reach == .relaunches
      mayRunAgain =
        device.app == .terminated && !device.isStopped && (mayRunAgain || isStartable)
    }
    guard device == before else { return nil }
    switch action {
    case .background:
      return (
        "the app is not in the foreground: a drive begins in the background",
        "did you mean \"force-quit\", by the user, or \"terminate\", by the system?"
      )
    case .launch where device.platform == .android:
      // An app that is opened adds its geofences again.
      return nil
    case .launch, .foreground:
      return ("the app is in the foreground already", "did you mean \"background\"?")
    case .terminate where !mayRunAgain, .forceQuitAsDocumented where !mayRunAgain:
      return ("the app does not run", "did you mean \"launch\"?")
    case .forceQuit, .forceStop:
      return ("the user has ended the app already", "did you mean \"launch\"?")
    case .authorize(let authorization):
      let others = DeviceState.Authorization.allCases.filter { $0 != authorization }
      return (
        "the authorization is \(authorization.rawValue) already",
        "did you mean \(others.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))?"
      )
    case .accuracy(let isFull):
      return (
        "the accuracy is \(isFull ? "full" : "reduced") already",
        "did you mean \"\(isFull ? "reduced" : "full")\"?"
      )
    case .backgroundRefresh(let isOn), .location(let isOn):
      return ("it is \(isOn ? "on" : "off") already", "did you mean \"\(isOn ? "off" : "on")\"?")
    case .determine where device.reach != .delivered:
      return (
        "the app could not receive the answer", "did you mean \"launch\" before it?"
      )
    case .complete(_, let regions):
      defer { completed.formUnion(regions) }
      guard regions.allSatisfy({ completed.contains($0) }) else { return nil }
      return (
        "it has no alarm that is watched: it is completed, or has no place to fire at",
        "did you mean another reminder?"
      )
    default: return nil
    }
  }

  private func unknown(_ identifier: RegionIdentifier) -> (problem: String, help: String) {
    (
      "there is no region \(identifier.rawValue.quotedExcerpt())",
      "name a region of --regions or one that was added before"
    )
  }

  /// Returns the hint for an action that the device cannot take.
  private func help(with action: DeviceAction) -> String {
    switch (action, device.platform) {
    case (.reboot, _), (.rebootLosingRegistrations, _): "put \"unlock\" between"
    case (.unlock, _): "put \"reboot\" before it, or leave it out"
    case (.sleep, .ios), (.wake, .ios): "leave it out, or pass --platform macos"
    case (.backgroundRefresh, .macos): "leave it out, or pass --platform ios"
    case (.sleep, _), (.wake, _), (.backgroundRefresh, _): "leave it out"
    default: "put \"unlock\" before it"
    }
  }

  /// Applies the next action. Returns why it is impossible, with a hint, if it is.
  mutating func refusal(of action: DeviceAction) -> (problem: String, help: String)? {
    if let problem = device.obstacle(to: action) { return (problem, help(with: action)) }
    switch action {
    case .forceQuitAsDocumented where device.platform == .android:
      return (
        "on Android no event starts an app that the user has ended",
        "leave out \"relaunch\", or write \"terminate\" for the system, which starts it again"
      )
    case .update, .clearData, .location:
      guard device.platform == .android else {
        return (
          "only Android has it", "leave it out, or play Android alone: --api geofencingclient"
        )
      }
      if case .location = action { return nil }
      return device.isLocked ? ("the device is locked", "put \"unlock\" before it") : nil
    case .add(let region):
      let name = region.identifier
      guard !alarms.contains(name) else {
        return (
          "a reminder has the name \(name.rawValue.quotedExcerpt())",
          "give the region another identifier"
        )
      }
      names.insert(name)
    case .remove(let identifier):
      guard !alarms.contains(identifier) else {
        return (
          "\(identifier.rawValue.quotedExcerpt()) is a reminder, and no region of the app",
          "did you mean \"complete\"?"
        )
      }
      guard names.remove(identifier) != nil else { return unknown(identifier) }
    case .determine(let identifier):
      if device.platform == .android {
        return (
          "Android tells an app no state that it asks for",
          "leave it out: an add tells the first state, as --initial-trigger says"
        )
      }
      if let identifier, !names.contains(identifier) { return unknown(identifier) }
    default: break
    }
    return nil
  }
}
