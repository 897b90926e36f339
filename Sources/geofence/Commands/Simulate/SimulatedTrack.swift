import GeofenceCore
import GeofenceInputs
import GeofenceReminders
import GeofenceWriting

/// One track of a run, and what is done with it; it never changes.
final class SimulatedTrack: Sendable {
  let plan: SimulationPlan
  let remindersPlan: SimulationPlan?
  let scenario: Scenario
  let reminders: ReminderAlarms?
  let formatter: any EventFormatter
  let state: StateSession?
  let loop: TrackLoop

  let width: Int

  init(
    plan: SimulationPlan, remindersPlan: SimulationPlan?, scenario: Scenario,
    reminders: ReminderAlarms?, formatter: any EventFormatter, state: StateSession?,
    loop: TrackLoop, width: Int
  ) {
    (self.plan, self.remindersPlan, self.scenario) = (plan, remindersPlan, scenario)
    (self.reminders, self.formatter, self.state) = (reminders, formatter, state)
    (self.loop, self.width) = (loop, width)
  }

  struct Run: Sendable {
    var track: TrackLoop.ReadTrack
    /// The lanes that hold the devices: one, or several if several threads worked on the track.
    var lanes: [Lane]
    var log: EventLog
    /// The fixes of the track, if they are kept to be played again.
    var tape: TapedTracks.Track?

    /// Returns the coding of a device's simulation, given its place in the order of the first fixes.
    func simulation(of number: Int, in fleet: KeyPath<Lane, Fleet?>) -> CodedSimulation? {
      lanes[number % lanes.count][keyPath: fleet]?.saved(number / lanes.count)
    }

    var deviceNames: [String?] { track.order.devices.map { track.report.deviceName($0) } }
  }

  /// The simulations of some devices; `nil` before the first fix.
  struct Lane: Sendable {
    var fleet: Fleet?
    var reminders: Fleet?
  }

  func line(for record: EventRecord) -> String {
    loop.options.isQuiet ? "" : formatter.line(for: record)
  }

  func run() -> Run {
    let keepsTape = isTaped || state == nil && !loop.options.isQuiet
    var playback = LanedPlayback(
      of: self, keepsTape ? .init(.empty, of: loop.input.path) : nil, isTapeOfSilence: !isTaped)
    let track = loop.run(&playback, after: state?.earlier(loop.input.name) ?? .init())
    playback.pause()
    return Run(
      track: track, lanes: playback.outcome, log: playback.log,
      tape: playback.tape.flatMap { .init(startingAt: track.start, $0) })
  }

  /// True if fixes are kept, as explanations may need them.
  private var isTaped: Bool {
    loop.options.expectations != nil && !loop.options.updatesExpectations && state == nil
      && !loop.input.isRepeatable
  }

  /// True if threads share the devices, which is not paced.
  var isLaned: Bool { width > 1 && loop.options.rate == nil }
}
