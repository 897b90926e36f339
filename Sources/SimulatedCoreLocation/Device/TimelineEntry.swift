import GeofenceCore

/// An entry of a run's timeline, for a test to examine.
public struct TimelineEntry: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Hashable, Sendable {
    /// The app was started, by the test or by the system.
    case launch
    /// The device got a fix from which something followed.
    case fix
    /// The app registered a region or a condition, or ended a registration.
    case registration
    /// The app received something.
    case delivery
    /// An event waits because nobody has asked for it yet.
    case waiting
    /// The user or the system did something.
    case action
    /// An alarm of a reminder fired; the app is not called.
    case alarm
    case warning
    case error
  }

  /// The time on the device's clock, which shows 1970 before the first fix of a run that starts at no
  /// other time.
  public let date: Date
  public let kind: Kind
  public let text: String
  let isOnTrack: Bool

  public var description: String {
    "\(isOnTrack ? Timestamp(date).rfc3339 : "before the first fix")  \(kind.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0))  \(text)"
  }
}

extension SimulatedDevice {
  package func log(_ kind: TimelineEntry.Kind, _ text: @autoclosure () -> String) {
    let text = text()
    system.withLock { system in
      if kind == .delivery || kind == .launch, let fix = system.core.lastFix,
        system.loggedFix != fix.time
      {
        system.loggedFix = fix.time
        system.timeline.append(
          TimelineEntry(
            date: fix.time.date, kind: .fix,
            text: "\(fix.coordinate.latitude),\(fix.coordinate.longitude)", isOnTrack: true))
      }
      system.timeline.append(
        TimelineEntry(date: system.clock.date, kind: kind, text: text, isOnTrack: system.hasTime))
    }
  }
}
