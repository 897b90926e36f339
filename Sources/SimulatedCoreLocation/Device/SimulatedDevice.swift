public import Foundation
import GeofenceCore
import Synchronization

/// A phone for tests, which plays a track on a virtual clock and moves on when the app has come to
/// rest.
///
/// ```swift
/// try await SimulatedDevice.run { device in
///   await device.launch { await PlacesApp().run() }
///   try await device.play("drive.gpx")
/// }
/// ```
///
/// The app has come to rest when the calls to its delegates have returned and all of its tasks wait
/// for something that the device, or nobody, can give them. A sleeping task waits for the device's
/// clock. `AppExecutor` explains how the device knows this.
///
/// One device is simulated at a time in a process; runs of parallel tests wait for each other.
public final class SimulatedDevice: Sendable {
  let system: Mutex<SimulatedSystem>
  let app = Mutex(AppState())
  /// The number of the device in the process, from 1.
  package let number = count.wrappingAdd(1, ordering: .relaxed).newValue
  /// The real time that the device waits for the app before it reports what keeps it.
  let patience: Duration
  let positioning: Positioning?
  /// The places that `CLGeocoder` finds, by their addresses; `nil` without a network.
  let places: [String: CLLocation]?
  let site: SimulationIssue.Place
  package let remindersAccess: RemindersAccess

  private static let count = Atomic<UInt64>(0)

  struct AppState: @unchecked Sendable {
    var launch: (@Sendable () async -> Void)?
    var task: Task<Void, Never>?
    var sessions: [String: MonitorSession] = [:]
    /// The number of starts and terminations of the app; the code of an earlier start no longer
    /// belongs to the app.
    var starts = 0
    var terminations = 0
    var hasMoved = false
    var context: (start: Int, value: AppContext)?
    var hasEnded = false

    /// The number of calls of the test under way that let time pass by fixes.
    var operations = 0
    var sleepers = Sleepers()
    var hasReadEarly = false
    var isRestless = false
    var rest: Rest?
    var occasion = "the app has not come to rest"
    var liveUpdates: [Int: AsyncStream<CLLocationUpdate>.Continuation] = [:]
    var lastReader = 0

    var standings: [Int: Standing] = [:]

    var hearing = RegionHearing()
    var lacksDelegate = false
    var isListening: Bool { launch == nil || task != nil }
    var service: (any DeviceService)?

    var onMisuse: (@Sendable (String) -> Void)?
    var mistakes: [SimulationIssue] = []
    var warnings: Set<String> = []
    var timeline: [TimelineEntry] = []
    var loggedFix: Timestamp?
  }

  init(_ configuration: SimulatedDeviceConfiguration, at site: SimulationIssue.Place) {
    system = Mutex(SimulatedSystem(configuration))
    patience = .seconds(configuration.patience)
    positioning = configuration.positioning.model.map { Positioning($0, seed: configuration.seed) }
    places = configuration.places
    self.site = site
    remindersAccess = configuration.reminders
    let service = Self.serviceMaker.withLock { $0 }?(self)
    app.withLock { $0.service = service }
  }

  /// The device of the calling code: that of its task, or else the one that is simulated now.
  public static var current: SimulatedDevice? {
    if let context = AppContext.current { return context.run }
    return AppExecutor.device
  }

  /// The device that is simulated now, for a test that expects one.
  ///
  /// - Throws: A `SimulationIssue` if there is none.
  public static var running: SimulatedDevice {
    get throws {
      if let current { return current }
      throw SimulationIssue(
        .error, "no device is simulated here",
        help:
          "use it in the body of SimulatedDevice.run, or give the test the trait .simulatedDevice")
    }
  }

  /// The device's time: that of the last fix, or the one that sleeps have reached since; before, the
  /// one that the run starts at, or 1970 where it does not start at one.
  public var now: Date { system.withLock { $0.clock.date } }

  /// The regions and conditions that have a slot now, by identifier.
  public var monitored: [MonitoredCondition] { system.withLock { $0.monitored } }

  /// The entries of what has happened: fixes that mattered, registrations, deliveries, and the
  /// actions on the device.
  public var timeline: [TimelineEntry] { app.withLock { $0.timeline } }

  package var timelineText: String? {
    let timeline = timeline
    guard !timeline.isEmpty else { return nil }
    let lines =
      (Self.isExact ? [] : [Self.inexactness]) + timeline.map(\.description) + [
        "monitored now: \(monitored)"
      ] + accountLines
    return lines.joined(separator: "\n")
  }

  var hasEnded: Bool { app.withLock { $0.hasEnded } }

  /// A Boolean value that indicates whether code of a start of the app (the test's for `nil`) can
  /// no longer have an effect.
  func isOver(start: Int?) -> Bool {
    app.withLock { state in state.hasEnded || start != nil && start != state.starts }
  }

  var appContext: AppContext {
    app.withLock { state in
      if let context = state.context, context.start == state.starts { return context.value }
      let context = AppContext(device: self, start: state.starts)
      state.context = (state.starts, context)
      return context
    }
  }
}
