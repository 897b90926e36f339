public import Foundation
import GeofenceCore
import Synchronization

/// A phone for tests: it plays a track on a virtual clock, and moves on when the app has come to rest.
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
/// clock. How that is known: `AppExecutor`.
///
/// One device is simulated at a time in a process; runs of parallel tests wait for each other.
public final class SimulatedDevice: Sendable {
  let system: Mutex<SimulatedSystem>
  let app = Mutex(AppState())
  /// Counted through the process, from 1.
  let number = count.wrappingAdd(1, ordering: .relaxed).newValue
  let patience: Duration
  let positioning: Positioning?
  /// The call that began the run.
  let site: SimulationIssue.Place

  private static let count = Atomic<UInt64>(0)

  /// What there is of the app, and of the device's dealings with it.
  struct AppState: @unchecked Sendable {
    var launch: (@Sendable () async -> Void)?
    var task: Task<Void, Never>?
    /// By name.
    var sessions: [String: MonitorSession] = [:]
    /// How often the app was started or terminated; what an earlier start still does is not the app's
    /// any more.
    var starts = 0
    var terminations = 0
    /// Whether the device has moved since the app was started.
    var hasMoved = false
    /// What the code of the last start runs in.
    var context: (start: Int, value: AppContext)?
    var hasEnded = false

    /// How many calls of the test are under way that let time pass by fixes.
    var operations = 0
    var sleepers = Sleepers()
    var rest: Rest?
    /// What is being waited for, to be named if it lasts.
    var occasion = "the app has not come to rest"
    /// Each reader of live updates.
    var liveUpdates: [Int: AsyncStream<CLLocationUpdate>.Continuation] = [:]
    var lastReader = 0

    var hearing = RegionHearing()

    var onMisuse: (@Sendable (String) -> Void)?
    /// Errors that nobody was told of yet.
    var mistakes: [SimulationIssue] = []
    /// Warnings that were given; each is given once.
    var warnings: Set<String> = []
    var timeline: [TimelineEntry] = []
    /// When the last fix was written into the timeline.
    var loggedFix: Timestamp?
  }

  init(_ configuration: SimulatedDeviceConfiguration, at site: SimulationIssue.Place) {
    system = Mutex(SimulatedSystem(configuration))
    patience = .seconds(configuration.patience)
    positioning = configuration.positioning.model.map { Positioning($0, seed: configuration.seed) }
    self.site = site
  }

  /// The device of the code that asks: of its task, or else the one that is simulated now.
  public static var current: SimulatedDevice? {
    if let context = AppContext.current { return context.run }
    return AppExecutor.device
  }

  /// The device that is simulated now, for a test that expects one.
  ///
  /// - Throws: where there is none.
  public static var running: SimulatedDevice {
    get throws {
      if let current { return current }
      throw SimulationIssue(
        .error, "no device is simulated here",
        help:
          "use it in the body of SimulatedDevice.run, or give the test the trait .simulatedDevice")
    }
  }

  /// The time of the last fix, or that to which sleeps have moved on since; 1970 before.
  public var now: Date { system.withLock { $0.clock.date } }

  /// What the app has registered now: regions and conditions that have a slot, by identifier.
  public var monitored: [MonitoredCondition] { system.withLock { $0.monitored } }

  /// What has happened: fixes that mattered, registrations, deliveries, and what was done to the
  /// device.
  public var timeline: [TimelineEntry] { app.withLock { $0.timeline } }

  /// The timeline for people, what is registered, and why crossings were not delivered; `nil` where
  /// nothing has happened.
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

  /// Whether code of the app's `start` (the test's own for `nil`) is a thing of the past.
  func isOver(start: Int?) -> Bool {
    app.withLock { state in state.hasEnded || start != nil && start != state.starts }
  }

  /// What the app's code runs in.
  var appContext: AppContext {
    app.withLock { state in
      if let context = state.context, context.start == state.starts { return context.value }
      let context = AppContext(device: self, start: state.starts)
      state.context = (state.starts, context)
      return context
    }
  }
}
