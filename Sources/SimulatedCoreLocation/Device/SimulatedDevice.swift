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
  /// Read wherever a job or a singleton begins, where the system may be locked already.
  let life = Mutex(Life())
  /// The number of the device in the process, from 1.
  package let number = count.wrappingAdd(1, ordering: .relaxed).newValue
  /// The nanoseconds that have passed on the device's clock, read wherever a clock is.
  let uptime = Atomic<Int64>(0)
  let configuration: SimulatedDeviceConfiguration
  let site: SimulationIssue.Place

  private static let count = Atomic<UInt64>(0)

  struct Life {
    /// The number of starts and terminations of the app; the code of an earlier start no longer
    /// belongs to the app.
    var starts = 0
    var terminations = 0
    var hasEnded = false
    var context: (start: Int, value: AppContext)?
  }

  init(_ configuration: SimulatedDeviceConfiguration, at site: SimulationIssue.Place) {
    system = Mutex(SimulatedSystem(configuration))
    (self.configuration, self.site) = (configuration, site)
    let service = Self.serviceMaker.withLock { $0 }?(self)
    system.withLock { $0.service = service }
  }

  /// The real time that the device waits for the app before it reports what keeps it.
  var patience: Duration { .seconds(min(configuration.patience, Self.longest)) }

  package var remindersAccess: RemindersAccess { configuration.reminders }

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
      if let current {
        AppExecutor.noteBody()
        return current
      }
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
  public var timeline: [TimelineEntry] { system.withLock { $0.timeline } }

  package var timelineText: String? { timelineText(about: "") }

  /// Returns what has happened and what became of each registration, first of those that a text names;
  /// `nil` if nothing has happened.
  package func timelineText(about text: String) -> String? {
    let timeline = timeline
    guard !timeline.isEmpty else { return nil }
    let (asked, others) = accountLines(about: text)
    var entries = timeline.prefix(Self.shownAtFirst).map(\.description)
    let rest = timeline.dropFirst(Self.shownAtFirst)
    let left = rest.count - Self.shownAtLast
    if left > 0 { entries.append("(\(left) entries are left out; the device's timeline has them)") }
    entries += rest.suffix(Self.shownAtLast).map(\.description)
    let lines =
      (Self.isExact ? [] : [Self.inexactness]) + asked + entries
      + ["monitored now: \(monitored)"] + others
    return lines.joined(separator: "\n")
  }

  /// The numbers of entries that an issue shows of a long timeline, from its begin and its end.
  private static let (shownAtFirst, shownAtLast) = (100, 400)

  var hasEnded: Bool { life.withLock { $0.hasEnded } }

  /// Returns true if code of a start of the app (the test's for `nil`) can no longer have an effect.
  func isOver(start: Int?) -> Bool {
    life.withLock { $0.hasEnded || start != nil && start != $0.starts }
  }

  var appContext: AppContext {
    life.withLock { life in
      if let context = life.context, context.start == life.starts { return context.value }
      let context = AppContext(device: self, start: life.starts)
      life.context = (life.starts, context)
      return context
    }
  }

  /// Lets a manager receive what the device delivers to it.
  ///
  /// - Returns: `true` if the app had not used the manager since it was started.
  @discardableResult
  func register(_ manager: CLLocationManager) -> Bool {
    system.withLock { system in
      let isNew = system.register(manager)
      if isNew, manager.delegate != nil { system.greet(manager) }
      return isNew
    }
  }
}
