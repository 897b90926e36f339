/// The rules by which one interface registers an app's regions and delivers their events.
///
/// An interface is one value of this type, and everything that two interfaces do differently is one
/// of its properties: the location system and the app ask for a rule, never for the interface. So a
/// new interface is a case of `API`, its value here, and its tests.
///
///     if owner.rules.undelivered == .waits { keep(report) }
package struct InterfaceRules: Hashable, Sendable {
  /// The interface's name in a sentence.
  package let name: String
  /// The number of regions that one app may register where no setting gives another.
  package let limit: Int
  /// The first states of a region that the app receives, as `initial`; others are taken silently.
  package let initialStates: InitialStates
  package let notifyFlags: NotifyFlags
  package let sameIdentifier: SameIdentifier
  package let beyondLimit: BeyondLimit
  package let undelivered: Undelivered
  package let records: Records
  package let refusals: Refusals
  /// A Boolean value that indicates whether Apple documents that a radius above the maximum fails,
  /// which otherwise is assumed.
  package let documentsMaximumRadius: Bool

  /// First states of a region.
  package struct InitialStates: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let inside = Self(rawValue: 1)
    package static let outside = Self(rawValue: 2)

    /// Returns whether a first state `state` is one of them.
    func contains(_ state: RegionState) -> Bool {
      contains(state == .satisfied ? .inside : .outside)
    }
  }

  /// The side that applies a region's `notifyOnEntry` and `notifyOnExit`.
  package enum NotifyFlags: Hashable, Sendable {
    /// The app receives every event; the flags are its own filter.
    case appliedByApp
    /// The system delivers no event that a flag rules out.
    case appliedBySystem
  }

  /// The effect of a registration whose identifier is taken.
  package enum SameIdentifier: Hashable, Sendable {
    /// An equal circle changes nothing; another one starts over.
    case keepsEqualCircle
    /// Every circle starts over.
    case replaces
  }

  /// The fate of a region for which there is no slot.
  package enum BeyondLimit: Hashable, Sendable {
    /// It stays listed, and is monitored when a slot frees.
    case waitsForSlot
    /// It has failed, and is forgotten.
    case fails
  }

  /// The fate of an event that cannot be delivered to the app.
  package enum Undelivered: Hashable, Sendable {
    case waits
    case isLost
  }

  /// The system's records of the states that the app has received.
  package enum Records: Hashable, Sendable {
    /// There are none that outlast a registration or a restart.
    case notKept
    /// They outlast a restart, and an app may have one assumed when it registers a region.
    case kept
  }

  /// The form in which the app learns that a region is not monitored.
  package enum Refusals: Hashable, Sendable {
    /// An event that names the diagnostic.
    case events
    /// An error; diagnostics without an entry are not reported.
    ///
    /// A region for which there is no slot has an error of its own.
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
    limit: 20,
    initialStates: [.inside, .outside],
    notifyFlags: .appliedByApp,
    sameIdentifier: .keepsEqualCircle,
    beyondLimit: .waitsForSlot,
    undelivered: .waits,
    records: .kept,
    refusals: .events,
    documentsMaximumRadius: false)

  /// `CLLocationManager`'s region monitoring, which delivers crossings alone.
  ///
  /// Apple documents the limit of 20, the silent first state, the flags, the replacement of a region
  /// by one of its identifier, and the errors. That an undelivered event is lost is our assumption.
  static let clLocationManager = Self(
    name: "CLLocationManager",
    limit: 20,
    initialStates: [],
    notifyFlags: .appliedBySystem,
    sameIdentifier: .replaces,
    beyondLimit: .fails,
    undelivered: .isLost,
    records: .notKept,
    refusals: .errors([
      .authorizationDenied: .monitoringDenied, .authorizationRestricted: .monitoringDenied,
    ]),
    documentsMaximumRadius: true)
}

// MARK: answers that follow from them

extension InterfaceRules {
  /// Returns whether the system delivers a state of a region to the app.
  ///
  /// - Parameter isInitial: whether nothing was known of the region before.
  func delivers(_ state: RegionState, of region: CircularRegion, isInitial: Bool) -> Bool {
    if isInitial, !initialStates.contains(state) { return false }
    switch notifyFlags {
    case .appliedByApp: return true
    case .appliedBySystem:
      return state == .satisfied ? region.notifyOnEntry : region.notifyOnExit
    }
  }

  /// The event by which the app learns that a region is not monitored; `nil` where it does not.
  ///
  /// - Parameter limit: the number of regions that the app may register.
  func refusal(
    of region: RegionIdentifier, _ diagnostic: DeviceState.Diagnostic, limit: Int
  ) -> Event.Kind? {
    switch refusals {
    case .events: .unmonitored(region, diagnostic)
    case .errors where diagnostic == .conditionLimitExceeded:
      .failed(region, .limitExceeded(limit: limit))
    case .errors(let errors): errors[diagnostic].map { .failed(region, $0) }
    }
  }
}
