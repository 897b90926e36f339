import GeofenceCore

/// The sessions that an app holds, and what follows from them.
///
/// An app with a background activity counts as in use in the background; the core sees it in the
/// foreground then. One that needs a service session gets no events of monitors and no live updates
/// without one; the latest event of each condition waits for it.
struct AppSessions {
  let isRequired: Bool
  fileprivate var services: Set<Int> = []
  fileprivate var activities: Set<Int> = []
  fileprivate var isKeptInUse = false
  fileprivate var mayResume = false

  init(isRequired: Bool) { self.isRequired = isRequired }

  var areMissing: Bool { isRequired && services.isEmpty }

  /// Returns `false` if the action changes nothing, since the app is kept in use.
  mutating func letsThrough(_ action: DeviceAction) -> Bool {
    switch action {
    case .background where !activities.isEmpty:
      isKeptInUse = true
      return false
    case .foreground, .launch: isKeptInUse = false
    case .terminate, .forceQuit, .reboot:
      mayResume = !activities.isEmpty
      (services, activities, isKeptInUse) = ([], [], false)
    default: break
    }
    return true
  }
}

extension SimulatedSystem {
  mutating func beginServiceSession() -> Int {
    let wereMissing = sessions.areMissing
    let number = newNumber()
    sessions.services.insert(number)
    if wereMissing {
      core.deliverWaiting()
      showLive(core.lastFix)
    }
    return number
  }

  /// `nil` if an app may not begin one where it is.
  mutating func beginActivity() -> Int? {
    let isResumed = core.device.app == .background
    guard core.device.app == .foreground || sessions.mayResume else { return nil }
    let number = newNumber()
    sessions.activities.insert(number)
    if isResumed {
      sessions.isKeptInUse = true
      change(.foreground)
    }
    return number
  }

  mutating func endSession(_ number: Int) {
    let wereMissing = sessions.areMissing
    sessions.services.remove(number)
    sessions.activities.remove(number)
    if sessions.isKeptInUse, sessions.activities.isEmpty {
      sessions.isKeptInUse = false
      change(.background)
    }
    guard sessions.areMissing, !wereMissing else { return }
    for monitor in channels.keys.sorted() {
      for identifier in (monitors[monitor] ?? [:]).keys.sorted() {
        diagnose(identifier, .sessionRequired, monitor)
      }
    }
    showLive(nil)
  }

  private mutating func change(_ action: DeviceAction) {
    record.append(action, at: clock)
    let before = core.device
    core.apply(action)
    showUse(since: before)
    core.deliverWaiting()
  }
}

/// An app's hold on a session, which ends with it or before.
final class SessionHold: Sendable {
  private let number: Int?
  private let device: WeakDevice

  /// - Parameter begin: Returns the session's number; `nil` if it has no effect.
  init(on device: SimulatedDevice, _ begin: (inout SimulatedSystem) -> Int?) {
    number = device.system.withLock { begin(&$0) }
    self.device = WeakDevice(device: device)
  }

  var hasBegun: Bool { number != nil }

  func invalidate() {
    guard let number, let device = device.device, !device.hasEnded else { return }
    device.system.withLock { $0.endSession(number) }
  }

  deinit { invalidate() }
}

struct WeakDevice: @unchecked Sendable { weak var device: SimulatedDevice? }
