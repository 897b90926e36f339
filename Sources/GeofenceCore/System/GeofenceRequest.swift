/// The options that an Android app gives with its geofences, and the broadcasts that it answers.
///
/// Core Location has no such options; its interfaces make no use of them.
package struct GeofenceRequest: Hashable, Sendable {
  /// The first states that are delivered, as `GeofencingRequest.Builder` takes them.
  ///
  /// Google documents enter and dwell as the default.
  package var initialTriggers: InitialTriggers = [.enter, .dwell]
  /// The time after an enter at which a dwell is delivered; `nil` where no dwell is asked for.
  package var loitering: Interval?
  /// The time after which a geofence expires; `nil` where it never does.
  package var expiration: Interval?
  package var broadcasts: Broadcasts = []

  package init() {}

  /// The events that a region may begin with.
  package struct InitialTriggers: NamedOptions, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let enter = Self(rawValue: 1)
    package static let exit = Self(rawValue: 2)
    package static let dwell = Self(rawValue: 4)

    package static let named: [(name: String, option: Self)] = [
      ("enter", .enter), ("exit", .exit), ("dwell", .dwell),
    ]

    /// The first states that are delivered.
    ///
    /// Developers observed that no exit is delivered where enters are asked for, too.
    var states: InterfaceRules.InitialStates {
      contains(.enter) ? .inside : contains(.exit) ? .outside : []
    }
  }

  /// The broadcasts of the system that an app may receive.
  package struct Broadcasts: NamedOptions, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The device has restarted and was unlocked.
    package static let boot = Self(rawValue: 1)
    package static let update = Self(rawValue: 2)

    package static let named: [(name: String, option: Self)] = [
      ("boot", .boot), ("update", .update),
    ]
  }
}
