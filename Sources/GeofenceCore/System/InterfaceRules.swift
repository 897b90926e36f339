/// The rules by which one interface registers an app's regions and delivers their events.
///
/// An interface is one value of this type, and everything that two interfaces do differently is one
/// of its properties: the location system and the app ask for a rule, never for the interface. So a
/// new interface is a case of `API`, its value here, and its tests.
///
///     if owner.rules.keepsUndelivered { keep(report) }
package struct InterfaceRules: Hashable, Sendable {
  package let name: String
  /// The platforms that have the interface, the usual one first.
  package let platforms: [DeviceState.Platform]
  /// The number of regions that one app may register where no setting gives another.
  package let limit: Int
  /// The greatest radius in metres where no setting gives another.
  package let maximumRadius: Double
  /// The rules of crossings where no setting gives others.
  package let crossing: CrossingRules
  /// The triggers of reselection where no setting gives others.
  package let triggers: Triggers
  package let firstStates: FirstStates
  /// True if the system delivers no event that a region's `notifyOnEntry` or `notifyOnExit` rules
  /// out; otherwise they are the app's own filter.
  package let appliesNotifyFlags: Bool
  /// True if a registration with the identifier and the circle of another changes nothing;
  /// otherwise every circle starts over.
  package let keepsEqualCircles: Bool
  /// True if a region for which there is no slot stays listed, and is monitored when a slot frees;
  /// otherwise it has failed, and is forgotten.
  package let keepsRefused: Bool
  /// True if an event that cannot be delivered to the app waits; otherwise it is lost.
  package let keepsUndelivered: Bool
  /// True if a restart, an update, a forced stop, cleared data and location off end an app's
  /// registrations; the app learns of it from a broadcast, or registers its regions again when the
  /// user opens it. Otherwise registrations end only with a restart that the scenario says to lose
  /// them, and the app knows.
  package let losesRegistrations: Bool
  /// True if the system's records of the states that the app has received outlast a registration or
  /// a restart, and an app may have one assumed when it registers a region.
  package let keepsRecords: Bool
  package let refusals: Refusals
  /// True if Apple documents that a radius above the maximum fails, which otherwise is assumed.
  package let documentsMaximumRadius: Bool

  /// First states of a region.
  package struct InitialStates: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let inside = Self(rawValue: 1)
    package static let outside = Self(rawValue: 2)

    package func contains(_ state: RegionState) -> Bool {
      contains(state == .satisfied ? .inside : .outside)
    }
  }

  /// The first states of a region that the app receives, as `initial`; others are taken silently.
  package enum FirstStates: Hashable, Sendable {
    /// Every first state; an outside one is not an exit.
    case all
    case none
    /// The first states that the app has asked for; an outside one is an exit.
    case asRequested
  }

  /// The form in which the app learns that a region is not monitored.
  package enum Refusals: Hashable, Sendable {
    /// An event that names the diagnostic.
    case events
    /// An error; diagnostics without an entry are not reported.
    ///
    /// Without an entry, a region for which there is no slot has an error that names the limit.
    case errors([DeviceState.Diagnostic: RegistrationFailure])
  }
}

// MARK: the interfaces

extension API {
  /// The rules of the interface: the one place that tells interfaces apart.
  package var rules: InterfaceRules {
    switch self {
    case .clMonitor: .clMonitor
    case .clLocationManager: .clLocationManager
    case .geofencingClient: .geofencingClient
    }
  }
}

extension InterfaceRules {
  /// `CLMonitor`, which delivers every state and keeps a record of each condition.
  ///
  /// Apple documents the limit of 20 and `CLMonitor.Event`'s diagnostics. Developers observed that an
  /// equal circle keeps its record and that a condition beyond the limit revives. That an event waits
  /// for its app is our assumption, and so is the failure above the maximum radius.
  static let clMonitor = Self(
    name: "CLMonitor",
    platforms: [.ios, .macos],
    limit: 20,
    maximumRadius: 100_000,
    crossing: CrossingRules(),
    triggers: .significant,
    firstStates: .all,
    appliesNotifyFlags: false,
    keepsEqualCircles: true,
    keepsRefused: true,
    keepsUndelivered: true,
    losesRegistrations: false,
    keepsRecords: true,
    refusals: .events,
    documentsMaximumRadius: false)

  /// `CLLocationManager`'s region monitoring, which delivers crossings alone.
  ///
  /// Apple documents the limit of 20, the silent first state, the flags, the replacement of a region
  /// by one of its identifier, and the errors. That an undelivered event is lost is our assumption.
  static let clLocationManager = Self(
    name: "CLLocationManager",
    platforms: [.ios, .macos],
    limit: 20,
    maximumRadius: 100_000,
    crossing: CrossingRules(),
    triggers: .significant,
    firstStates: .none,
    appliesNotifyFlags: true,
    keepsEqualCircles: false,
    keepsRefused: false,
    keepsUndelivered: false,
    losesRegistrations: false,
    keepsRecords: false,
    refusals: .errors([
      .authorizationDenied: .monitoringDenied, .authorizationRestricted: .monitoringDenied,
    ]),
    documentsMaximumRadius: true)

  /// Google Play services' `GeofencingClient`.
  ///
  /// Google documents the limit of 100, the initial triggers, the replacement of a geofence by one
  /// of its identifier, the actions that end registrations, and the status codes. The shares of the
  /// overlap are Google's of 2013. That nothing waits for an app that cannot be started, and that
  /// registrations are suspended while a permission is missing, are our assumptions.
  static let geofencingClient = Self(
    name: "GeofencingClient",
    platforms: [.android],
    limit: 100,
    maximumRadius: .infinity,
    crossing: CrossingRules(Overlap()),
    triggers: .sentinel,
    firstStates: .asRequested,
    appliesNotifyFlags: true,
    keepsEqualCircles: false,
    keepsRefused: false,
    keepsUndelivered: false,
    losesRegistrations: true,
    keepsRecords: false,
    refusals: .errors([
      .authorizationDenied: .insufficientPermission, .conditionLimitExceeded: .tooManyGeofences,
      .locationOff: .notAvailable,
    ]),
    documentsMaximumRadius: false)
}

// MARK: answers that follow from them

extension InterfaceRules {
  /// Returns whether the app asks for a state, which is so unless it is a first one that it does not
  /// want.
  func asks(for report: CrossingReport, _ request: GeofenceRequest) -> Bool {
    !report.isInitial || initialStates(request).contains(report.state)
  }

  /// Returns whether the system keeps a state from the app, which asks for it, because of a flag of
  /// the region.
  func suppresses(_ report: CrossingReport, _ request: GeofenceRequest) -> Bool {
    let (isEnter, region) = (report.state == .satisfied, report.region)
    return appliesNotifyFlags && asks(for: report, request)
      && !(isEnter ? region.notifyOnEntry : region.notifyOnExit)
  }

  package func initialStates(_ request: GeofenceRequest) -> InitialStates {
    switch firstStates {
    case .all: [.inside, .outside]
    case .none: []
    case .asRequested: request.initialTriggers.states
    }
  }

  /// True if the app asks for exits of regions that the device is outside of at first.
  func tellsOutsideFirst(_ request: GeofenceRequest) -> Bool {
    firstStates == .asRequested && initialStates(request).contains(.outside)
  }

  func endsRegistrations(_ action: DeviceAction) -> Bool {
    switch action {
    case .rebootLosingRegistrations: true
    case .reboot, .update, .forceQuit, .forceStop, .clearData, .location(isOn: false):
      losesRegistrations
    default: false
    }
  }
}

/// The interface through which the app has its regions monitored.
package enum API: String, CaseIterable, Hashable, Sendable {
  case clMonitor = "clmonitor"
  case clLocationManager = "cllocationmanager"
  case geofencingClient = "geofencingclient"
}
