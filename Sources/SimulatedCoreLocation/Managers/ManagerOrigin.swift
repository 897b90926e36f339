import GeofenceCore
import Synchronization

/// How a location manager came to be: in which start of which app, and what it was told to do there
/// and then.
///
/// A `static let` is made once in a process, but simulated apps start often. What a manager was told
/// in the same stretch of code as it was made is what every new process would do.
final class ManagerOrigin: Sendable {
  enum Service: @unchecked Sendable {
    case region(CLRegion)
    case significantChanges, updates, visits
    case always, whenInUse
  }

  /// The call of `SimulatedDevice.launch` that it was made by; `nil` outside of all.
  let site: SimulatedDevice.LaunchSite?
  /// Whether it lives in a `static let`, or in what one holds.
  let isStatic: Bool
  private let start: (device: ObjectIdentifier, number: Int)?
  private let turn: Int?
  private let services = Mutex<[Service]>([])

  init() {
    isStatic = StaticInitialization.isRunning
    turn = AppExecutor.turn
    guard case .device(let device) = SimulatedDevice.callee else {
      (site, start) = (nil, nil)
      return
    }
    let (site, number) = device.app.withLock { ($0.launchSite, $0.starts) }
    self.site = site
    start = (ObjectIdentifier(device), number)
  }

  func note(_ service: Service) {
    if turn != nil, turn == AppExecutor.turn { services.withLock { $0.append(service) } }
  }

  func forget(_ region: CLRegion) {
    services.withLock { services in
      services.removeAll { if case .region(region) = $0 { true } else { false } }
    }
  }

  /// What is to be done again on `device`; nothing in the start that it was made in.
  func services(toRepeatOn device: SimulatedDevice) -> [Service] {
    if let start, start.device == ObjectIdentifier(device),
      start.number == device.app.withLock({ $0.starts })
    {
      return []
    }
    return services.withLock { $0 }
  }
}

extension CLLocationManager {
  /// The managers that were made.
  static let survivors = WeakManagers()
  /// Those that live in a `static let`: few, while an app may leave any number of others behind.
  static let staticSurvivors = WeakManagers()

  /// Does again what it was told to do when it was made, if that was for another start of the app.
  func repeatSetUp(on device: SimulatedDevice) {
    for service in origin.services(toRepeatOn: device) {
      switch service {
      case .region(let region): startMonitoring(for: region)
      case .significantChanges: startMonitoringSignificantLocationChanges()
      case .updates: startUpdatingLocation()
      case .visits: startMonitoringVisits()
      case .always: requestAlwaysAuthorization()
      case .whenInUse: requestWhenInUseAuthorization()
      }
    }
  }
}

/// Location managers, as long as they live.
final class WeakManagers: Sendable {
  private struct Entry: @unchecked Sendable { weak var manager: CLLocationManager? }

  private struct State {
    var entries: [Entry] = []
    /// At how many entries those of managers that are gone are removed.
    var limit = 64
  }

  private let state = Mutex(State())

  /// O(1) on average.
  func append(_ manager: CLLocationManager) {
    state.withLock { state in
      if state.entries.count >= state.limit {
        state.entries.removeAll { $0.manager == nil }
        state.limit = max(64, state.entries.count * 2)
      }
      state.entries.append(Entry(manager: manager))
    }
  }

  /// In the order in which they were made.
  var all: [CLLocationManager] { state.withLock { $0.entries.compactMap(\.manager) } }
}
