import Foundation
import SimulatedCoreLocation
import Synchronization

/// The log of the run, which a singleton finds as it would find a file.
enum Journal {
  private static let current = Mutex<Log?>(nil)

  static func begin(_ log: Log) { current.withLock { $0 = log } }

  static func write(_ line: String) { current.withLock { $0 }?.write(line) }

  /// Lets an app live as long as the run's log.
  static func keep(_ app: some Sendable) { current.withLock { $0 }?.keep(app) }
}

/// Watches a circle around home through a location manager, and writes down what it crosses.
class RegionApp: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  let name: String
  let manager: CLLocationManager

  init(_ name: String, manager: CLLocationManager = CLLocationManager()) {
    self.name = name
    self.manager = manager
    super.init()
    manager.delegate = self
  }

  static func circle(_ name: String) -> CLCircularRegion {
    CLCircularRegion(center: .home, radius: 100, identifier: name)
  }

  func watch() { manager.startMonitoring(for: Self.circle(name)) }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    Journal.write("\(name) exits \(region.identifier)")
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
}

/// Watches as soon as it knows that it may.
final class AskingApp: RegionApp, @unchecked Sendable {
  override func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    if manager.authorizationStatus == .authorizedAlways { watch() }
  }
}

/// Makes the manager that watches when the first one hears of its authorization.
final class ChainingApp: RegionApp, @unchecked Sendable {
  private var next: RegionApp?

  override func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    guard next == nil else { return }
    next = RegionApp(name)
    next?.watch()
  }

  override func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}
}

/// Makes its manager when it first needs one.
final class LazyApp: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  private let name: String
  private lazy var manager: CLLocationManager = {
    let manager = CLLocationManager()
    manager.delegate = self
    return manager
  }()

  init(_ name: String) { self.name = name }

  func watch() { manager.startMonitoring(for: RegionApp.circle(name)) }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    Journal.write("\(name) exits \(region.identifier)")
  }
}
