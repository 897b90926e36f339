import GeofenceCore
import Synchronization

/// The managers of an app that lives in a `static let`, which an earlier start of it made.
///
/// They are the app's still, and do again what they did when they were made. But a process of tests may
/// hold several apps, and which of them was started does not show. A manager is taken to be of this one
///
/// - that was made when the same line of a test started the app;
/// - whose delegate is of a module that the app uses delegates of, or of any module where it has used
///   nothing since it was started, but not of the tests' own;
/// - whose delegate is of the tests' module, where the same file of tests made it and the app has used
///   nothing.
extension SimulatedDevice {
  func takeUpSurvivors() {
    guard let launch = app.withLock({ $0.launchSite }) else { return }
    let isInUse = app.withLock { $0.isInUse }
    let used = Set(system.withLock { $0.clients.compactMap(\.manager) }.compactMap(\.module))
    // One that is in use takes up nothing else.
    let survivors = isInUse ? CLLocationManager.staticSurvivors : CLLocationManager.survivors
    for manager in survivors.all {
      let origin = manager.origin
      let isApps =
        if origin.site?.place == launch.place {
          origin.isStatic || !isInUse
        } else if !origin.isStatic {
          false
        } else if let module = manager.module, module != launch.module {
          !isInUse || used.contains(module)
        } else {
          !isInUse && origin.site?.place.file == launch.place.file
        }
      if isApps { register(manager) }
    }
  }

  /// The call of `launch` that gave an app.
  struct LaunchSite: Hashable {
    let place: SimulationIssue.Place
    /// That of the tests.
    let module: String
  }
}

extension CLLocationManager {
  /// The name of the module that its delegate's class is of.
  fileprivate var module: String? {
    delegate.flatMap {
      String(reflecting: type(of: $0)).split(separator: ".").first.map(String.init)
    }
  }
}
