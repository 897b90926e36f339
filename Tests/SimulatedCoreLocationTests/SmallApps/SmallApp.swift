import Foundation
import SimulatedCoreLocation

/// The places where apps make their managers and monitors; each app watches home under its own name.
enum SmallApp: String, CaseIterable, Sendable {
  case heldByTheTest, heldFromOutside, injected, injectedFromOutside
  case madeInLaunch, madeOnTheMainActor, madeInAHop, madeInADetachedTask, madeInAQueue
  case madeInADelegateCall, madeWhenNeeded
  case staticWatches, staticIsAsked, staticWaitsForAuthorization, staticMakesItWhenNeeded
  case staticOnTheMainActor, staticWithinAnother, staticReplacedByTheTest, global
  case keepsItsMonitor, keepsItsListener, startsItself

  /// What it registers and writes down on the way from home out, in a process of its own.
  var expected: [String] {
    switch self {
    case .madeInADetachedTask, .madeInAQueue:
      [
        "the app has made the location manager of RegionApp on a thread without a run loop, so that it "
          + "never calls its delegate", "watches \(rawValue) unknown",
      ]
    case .keepsItsMonitor, .keepsItsListener, .startsItself:
      ["watches \(rawValue) unknown in monitor \(rawValue)", "\(rawValue) exits \(rawValue)"]
    default: ["watches \(rawValue) unknown", "\(rawValue) exits \(rawValue)"]
    }
  }

  func outcome() async -> [String] {
    let log = Log()
    let outside = makeOutside()
    await SimulatedDevice.run { device in
      device.onMisuse { log.write($0) }
      Journal.begin(log)
      let held = makeInRun() ?? outside
      await device.launch { await start(held) }
      log.write("watches \(device.monitored.map(\.description).joined(separator: ", "))")
      for place: CLLocationCoordinate2D in [.home, .away, .away] {
        await device.move(to: place, after: 30)
      }
    }
    return log.lines
  }

  private func makeOutside() -> RegionApp? {
    switch self {
    case .heldFromOutside: RegionApp(rawValue)
    case .injectedFromOutside: RegionApp(rawValue, manager: CLLocationManager())
    default: nil
    }
  }

  private func makeInRun() -> RegionApp? {
    switch self {
    case .heldByTheTest: return RegionApp(rawValue)
    case .injected: return RegionApp(rawValue, manager: CLLocationManager())
    case .staticReplacedByTheTest:
      Statics.replaceable = RegionApp(rawValue)
      return nil
    default: return nil
    }
  }

  nonisolated(nonsending) private func start(_ held: RegionApp?) async {
    switch self {
    case .heldByTheTest, .heldFromOutside, .injected, .injectedFromOutside: held?.watch()
    case .madeInLaunch: makeAndWatch()
    case .madeOnTheMainActor: await MainActor.run { makeAndWatch() }
    case .madeInAHop: Task { @MainActor in Task { makeAndWatch() } }
    case .madeInADetachedTask: Task.detached { makeAndWatch() }
    case .madeInAQueue: DispatchQueue(label: "app").async { makeAndWatch() }
    case .madeInADelegateCall: Journal.keep(ChainingApp(rawValue))
    case .madeWhenNeeded:
      let app = LazyApp(rawValue)
      Journal.keep(app)
      app.watch()
    case .staticWatches: _ = Statics.watching
    case .staticIsAsked: Statics.asked.watch()
    case .staticWaitsForAuthorization: _ = Statics.waiting
    case .staticMakesItWhenNeeded: Statics.lazy.watch()
    case .staticOnTheMainActor: await MainActor.run { _ = MainStatics.watching }
    case .staticWithinAnother: _ = Statics.outer
    case .staticReplacedByTheTest: Statics.replaceable.watch()
    case .global: globalApp.watch()
    case .keepsItsMonitor:
      await Statics.keeper.start()
      await Statics.keeper.watch()
    case .keepsItsListener:
      await Statics.listener.start()
      await Statics.listener.watch()
    case .startsItself: _ = SelfStartingService.shared
    }
  }

  private func makeAndWatch() {
    let app = RegionApp(rawValue)
    Journal.keep(app)
    app.watch()
  }
}

private let globalApp = RegionApp(SmallApp.global.rawValue)

private func watching(_ app: SmallApp) -> RegionApp {
  let app = RegionApp(app.rawValue)
  app.watch()
  return app
}

/// Singletons, as apps have them.
private enum Statics {
  static let watching = SimulatedCoreLocationTests.watching(.staticWatches)
  static let asked = RegionApp(SmallApp.staticIsAsked.rawValue)
  static let waiting = AskingApp(SmallApp.staticWaitsForAuthorization.rawValue)
  static let lazy = LazyApp(SmallApp.staticMakesItWhenNeeded.rawValue)
  static let inner = RegionApp(SmallApp.staticWithinAnother.rawValue)
  /// Knows of location services through another one only.
  static let outer = [inner].map { app in
    app.watch()
    return app
  }
  nonisolated(unsafe) static var replaceable = RegionApp("replaced")
  static let keeper = MonitoringService(SmallApp.keepsItsMonitor.rawValue)
  static let listener = MonitoringService(SmallApp.keepsItsListener.rawValue)
}

@MainActor private enum MainStatics {
  static let watching = SimulatedCoreLocationTests.watching(.staticOnTheMainActor)
}
