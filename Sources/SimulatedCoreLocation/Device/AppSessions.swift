import GeofenceCore

/// The sessions that an app holds, and what follows from them.
///
/// An app with a background activity counts as in use in the background; the core sees it in the
/// foreground then. One that needs a service session gets no events of monitors and no live updates
/// without one.
struct AppSessions {
  let isRequired: Bool
  private var services: Set<Int> = []
  private var activities: Set<Int> = []
  private var last = 0
  private var isKeptInUse = false
  private var mayResume = false

  init(isRequired: Bool) { self.isRequired = isRequired }

  var areMissing: Bool { isRequired && services.isEmpty }

  /// Returns `false` if the action changes nothing, since the app is kept in use.
  mutating func letsThrough(_ action: DeviceAction) -> Bool {
    switch action {
    case .background where !activities.isEmpty:
      isKeptInUse = true
      return false
    case .foreground, .launch: isKeptInUse = false
    case .terminate, .reboot:
      mayResume = !activities.isEmpty
      (services, activities, isKeptInUse) = ([], [], false)
    default: break
    }
    return true
  }

  fileprivate mutating func beginService() -> Int {
    last += 1
    services.insert(last)
    return last
  }

  /// `nil` if an app may not begin one where it is.
  fileprivate mutating func beginActivity(_ app: DeviceState.App) -> (number: Int, isResumed: Bool)?
  {
    guard app == .foreground || mayResume else { return nil }
    last += 1
    activities.insert(last)
    let isResumed = app == .background
    isKeptInUse = isKeptInUse || isResumed
    return (last, isResumed)
  }

  fileprivate mutating func end(_ number: Int) -> Bool {
    services.remove(number)
    activities.remove(number)
    defer { isKeptInUse = isKeptInUse && !activities.isEmpty }
    return isKeptInUse && activities.isEmpty
  }
}

extension SimulatedSystem {
  mutating func setReceiving(_ monitor: String, _ isReceiving: Bool) {
    core.setReceiving(Self.owner(monitor), isReceiving && !sessions.areMissing)
  }

  mutating func beginServiceSession(_ monitors: some Sequence<String>) -> Int {
    let wereMissing = sessions.areMissing
    let number = sessions.beginService()
    if wereMissing {
      for monitor in monitors { setReceiving(monitor, true) }
      core.deliverWaiting()
      if liveReaders > 0 { news.append(.update(liveUpdate(core.lastFix))) }
    }
    return number
  }

  mutating func beginActivity() -> Int? {
    guard let begun = sessions.beginActivity(core.device.app) else { return nil }
    if begun.isResumed { change(.foreground) }
    return begun.number
  }

  mutating func endSession(_ number: Int, _ monitors: some Sequence<String>) {
    let wereMissing = sessions.areMissing
    if sessions.end(number) { change(.background) }
    guard sessions.areMissing, !wereMissing else { return }
    for monitor in monitors.sorted() {
      setReceiving(monitor, false)
      for identifier in (self.monitors[monitor] ?? [:]).keys.sorted() {
        diagnose(identifier, .sessionRequired, monitor)
      }
    }
    if liveReaders > 0 { news.append(.update(liveUpdate(nil))) }
  }

  private mutating func change(_ action: DeviceAction) {
    record.append(action, at: clock)
    core.apply(action)
    core.deliverWaiting()
  }
}

/// An app's hold on a session, which ends with it or before.
final class SessionHold: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter begin: Returns the session's number; `nil` if it has no effect.
  init(
    on device: SimulatedDevice, _ begin: (inout SimulatedSystem, [String]) -> Int?
  ) {
    let monitors = device.openMonitors
    guard let number = device.system.withLock({ begin(&$0, monitors) }) else {
      end = {}
      return
    }
    end = { [weak device] in
      guard let device, !device.hasEnded else { return }
      let monitors = device.openMonitors
      device.system.withLock { $0.endSession(number, monitors) }
    }
  }

  func invalidate() { end() }

  deinit { end() }
}

extension SimulatedDevice {
  fileprivate var openMonitors: [String] { app.withLock { $0.sessions.keys.sorted() } }
}
