import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceInputs
import GeofenceReminders
import GeofenceWriting

struct SimulatedTrack: Sendable {
  let options: SimulateOptions
  let plan: SimulationPlan
  let remindersPlan: SimulationPlan?
  let scenario: Scenario
  let reminders: ReminderAlarms?
  let formatter: any EventFormatter
  let state: StateSession?
  let loop: TrackLoop

  let width: Int

  struct Outcome: Sendable {
    var track: TrackLoop.Outcome
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
    options.isQuiet ? "" : formatter.line(for: record)
  }

  func run() -> Outcome {
    let keepsTape = isTaped || state == nil && !options.isQuiet
    var playback = LanedPlayback(
      of: self, keepsTape ? .init(.empty, of: loop.input.path) : nil, isTapeOfSilence: !isTaped)
    let track = loop.run(&playback, after: state?.earlier(loop.input.name) ?? .init())
    playback.finish()
    return Outcome(
      track: track, lanes: playback.outcome, log: playback.log,
      tape: playback.tape.flatMap { .init(startingAt: track.start, $0) })
  }

  /// Whether fixes are kept, as explanations may need them.
  private var isTaped: Bool {
    options.expectations != nil && !options.updatesExpectations && state == nil
      && !loop.input.isRepeatable
  }

  /// Whether threads share the devices, which is not paced.
  var isLaned: Bool { width > 1 && options.rate == nil }
}
