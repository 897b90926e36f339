public import Foundation
import GeofenceCore
import GeofenceFormats

/// One thing that happened in a run, for a test to look at.
public struct TimelineEntry: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// The app was started, by the test or by the system.
    case launch
    /// A fix that something followed from.
    case fix
    /// The app registered a region or a condition, or gave one up.
    case registration
    /// The app received something.
    case delivery
    /// An event waits: nobody has asked for it yet.
    case waiting
    /// The user or the system did something.
    case action
    case warning
    case error
  }

  /// On the device's clock, which shows 1970 before the first fix.
  public let date: Date
  public let kind: Kind
  public let text: String
  /// Whether a fix had come, and with it the time.
  let isOnTrack: Bool
}

extension TimelineEntry: CustomStringConvertible {
  public var description: String {
    "\(isOnTrack ? Timestamp(date).rfc3339 : "before the first fix")  \(kind.rawValue.padding(toLength: 12, withPad: " ", startingAt: 0))  \(text)"
  }
}
