import Dispatch

/// A timer that reports what keeps a device waiting for longer than its patience, and lets it move
/// on.
final class Watchdog: @unchecked Sendable {
  // None of the app's timers, which fire on the device's clock.
  private let timer = WallClock.outsideOfRun { DispatchSource.makeTimerSource(queue: .global()) }

  init(_ device: SimulatedDevice, patience: Duration) {
    let interval = max(.milliseconds(1), min(.seconds(1), patience / 4))
    timer.schedule(
      deadline: .now(), repeating: .milliseconds(Int(interval / .milliseconds(1))))
    timer.setEventHandler { [weak device] in
      guard let device, let rest = device.app.withLock({ $0.rest }),
        rest.becomesOverdue(after: patience)
      else { return }
      device.nameWhatLasts()
      // A job that blocks the main thread still stops the device; other waits end here.
      rest.end()
    }
    timer.activate()
  }

  func stop() { timer.cancel() }
}
