import GeofenceCore

/// Refuses actions that cannot happen, whatever the track: the device's states in the order of the
/// list.
struct ScenarioCheck {
  private let platform: DeviceState.Platform
  private var names: Set<RegionIdentifier>
  private var isLocked = false
  private var isAsleep = false

  init(platform: DeviceState.Platform, regions: RegionSet) {
    self.platform = platform
    names = Set(regions.lazy.map(\.identifier))
  }

  mutating func take(_ action: DeviceAction, at path: String) throws(RegionJSON.Misplaced) {
    func refuse(_ problem: String, _ help: String) -> RegionJSON.Misplaced {
      RegionJSON.Misplaced(
        path: path,
        mistake: .init(nil, "\"\(action.name)\" is impossible here: \(problem)", help: help))
    }
    switch action {
    case .launch, .foreground, .background:
      if isLocked { throw refuse("the device is locked", "put \"unlock\" before it") }
    case .reboot:
      if isLocked { throw refuse("the device is locked after a restart", "put \"unlock\" between") }
      isLocked = true
    case .unlock:
      guard isLocked else {
        throw refuse("the device has not restarted", "put \"reboot\" before it, or leave it out")
      }
      isLocked = false
    case .sleep, .wake:
      guard platform == .macos else {
        throw refuse("only a Mac sleeps", "leave it out, or pass --platform macos")
      }
      guard isAsleep == (action == .wake) else {
        throw refuse(
          isAsleep ? "the device is asleep" : "the device is awake", "leave it out")
      }
      isAsleep.toggle()
    case .add(let region): names.insert(region.identifier)
    case .remove(let identifier):
      guard names.remove(identifier) != nil else {
        throw refuse(
          "there is no region \(identifier.rawValue.quotedExcerpt())",
          "name a region of --regions or one that was added before")
      }
    case .terminate, .backgroundRefresh, .authorize, .accuracy, .complete: break
    }
  }
}
