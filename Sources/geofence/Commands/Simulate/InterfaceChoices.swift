import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting

/// The user's choices of what interfaces differ in; `nil` for the interface's own value.
struct InterfaceChoices: Sendable {
  var platform: DeviceState.Platform?
  var limit: Int?
  var triggers: Triggers?
  /// In metres.
  var maximumRadius: Double?
  var dwell: Interval?
  var outwardDwell: Interval?
  var dwellOrigin: CrossingRules.DwellOrigin?
  /// The cushion on entry in metres.
  var inwardCushion: Double?
  var ignoresAccuracy = false
  var overlap: Overlap?
  var initialTriggers: GeofenceRequest.InitialTriggers?
  var loitering: Interval?
  var responsiveness: Interval?
  var expiration: Interval?
  var broadcasts: GeofenceRequest.Broadcasts?
}

extension SimulateOptions {
  /// Returns the options with the interface's settings, and the user's choices instead.
  func resolved() throws(UsageError) -> SimulateOptions {
    if let refusal = refusal(under: settings.api) { throw UsageError(refusal) }
    var options = self
    options.settings = settings(under: settings.api)
    return options
  }

  /// Returns the settings under an interface: the user's choices, and where there is none what is
  /// usual with the interface.
  ///
  /// A choice that the interface refuses is left out.
  func settings(under api: API) -> Settings {
    let usual = Settings(api)
    var settings = settings
    settings.api = api
    settings.platform = choices.platform.flatMap { usual.knows($0) ? $0 : nil } ?? usual.platform
    settings.limit =
      choices.limit.flatMap { $0 <= usual.mostRegions ? $0 : nil } ?? usual.limit
    settings.triggers =
      choices.triggers.flatMap { usual.knows($0) ? $0 : nil } ?? usual.triggers
    settings.maximumRadius = choices.maximumRadius ?? usual.maximumRadius
    settings.crossing = usual.crossing
    if usual.isJudgedByOverlap {
      settings.crossing.overlap = choices.overlap ?? usual.crossing.overlap
      settings.crossing.responsiveness =
        choices.responsiveness ?? usual.crossing.responsiveness
      settings.request = request
    } else {
      settings.request = GeofenceRequest()
      settings.crossing.dwell = choices.dwell ?? usual.crossing.dwell
      settings.crossing.outwardDwell = choices.outwardDwell
      settings.crossing.dwellOrigin = choices.dwellOrigin ?? usual.crossing.dwellOrigin
      settings.crossing.inwardCushion = choices.inwardCushion ?? usual.crossing.inwardCushion
      settings.crossing.ignoresAccuracy = choices.ignoresAccuracy
    }
    return settings
  }

  private var request: GeofenceRequest {
    var request = GeofenceRequest()
    request.initialTriggers = choices.initialTriggers ?? request.initialTriggers
    request.loitering = choices.loitering
    request.expiration = choices.expiration
    request.broadcasts = choices.broadcasts ?? request.broadcasts
    return request
  }

  /// Returns a message about the first option that an interface refuses, if any, with a hint.
  func refusal(under api: API) -> String? { refusals(under: api).first?.message }

  /// Returns the options an interface refuses, as the help orders them, with message and hint.
  func refusals(under api: API) -> [(option: String, message: String)] {
    let usual = Settings(api)
    var refusals = refusedOptions(under: api).map { option in
      (
        option: option,
        message: usual.isJudgedByOverlap
          ? "'--api \(api.rawValue)' has no '\(option)': Android judges a fix by '--overlap', "
            + "without dwell and cushions, on a platform of its own"
          : "'\(option)' is an option of Android's geofences: it needs '--api geofencingclient'"
      )
    }
    if let triggers = choices.triggers, !usual.knows(triggers) {
      refusals.append(
        (
          "--reselect-on",
          "'--api \(api.rawValue)' has no significant changes: pass '--reselect-on sentinel', or "
            + "event or fix"
        ))
    }
    if let limit = choices.limit, limit > usual.mostRegions {
      refusals.append(
        (
          "--limit",
          "'--limit \(limit)' is above the \(usual.mostRegions) geofences that Android takes from "
            + "one app"
        ))
    }
    return refusals
  }

  /// Returns the options given that an interface does not have, in the order of the help.
  func refusedOptions(under api: API) -> [String] {
    var usual = SimulateOptions()
    usual.settings = Settings(api)
    return Self.settings.filter { $0.isGiven(self) && $0.setting?.value(usual) == nil }
      .map { "--\($0.parameter.name)" }
  }
}

extension Settings {
  /// A Boolean value that indicates whether fixes are judged by a share of their circle.
  var isJudgedByOverlap: Bool { api.rules.crossing.overlap != nil }

  /// Returns whether the interface is one of a platform that the user may choose.
  fileprivate func knows(_ platform: DeviceState.Platform) -> Bool {
    !isJudgedByOverlap && api.rules.platforms.contains(platform)
  }

  /// Returns whether the interface has the triggers.
  func knows(_ triggers: Triggers) -> Bool {
    !isJudgedByOverlap || !triggers.contains(.significant)
  }

  /// The greatest number of regions that `limit` may give one app.
  var mostRegions: Int { isJudgedByOverlap ? api.rules.limit : .max }
}

extension SimulateOptions {
  /// The options of Android's geofences.
  static let androidOptions: [Option<SimulateOptions>] = [
    .value(
      "overlap", "in,out",
      "Shares of a fix's circle of accuracy within the region that decide: inside from the first, "
        + "outside up to the second.",
      \.choices.overlap, .overlap
    )
    .setting(.strategy) {
      $0.settings.crossing.overlap.map { .numbers([$0.inside, $0.outside]) }
    },
    .value(
      "initial-trigger", "list",
      "First states that are delivered: a comma list of enter, exit, dwell, or none.",
      \.choices.initialTriggers, .names
    )
    .setting(.strategy) {
      $0.settings.ofOverlap.map { .list($0.request.initialTriggers.optionNames) }
    },
    .value(
      "loitering", "s", "Deliver a dwell so long after an enter.",
      \.choices.loitering, .seconds
    )
    .setting(.strategy, absent: "no dwell") {
      $0.settings.ofOverlap.map { .seconds($0.request.loitering) }
    },
    .value(
      "responsiveness", "s", "Least time between two location updates.",
      \.choices.responsiveness, .seconds
    )
    .setting(.strategy) {
      $0.settings.ofOverlap.map { .number($0.crossing.responsiveness.seconds) }
    },
    .value(
      "expire", "s", "Geofences end so long after they were added.",
      \.choices.expiration, .positiveSeconds
    )
    .setting(.strategy, absent: "never") {
      $0.settings.ofOverlap.map { .seconds($0.request.expiration) }
    },
    .value(
      "reregister", "list",
      "Broadcasts after which the app adds its geofences again: a comma list of boot, update.",
      \.choices.broadcasts, .names
    )
    .setting(.strategy) { $0.settings.ofOverlap.map { .list($0.request.broadcasts.optionNames) } },
  ]
}
