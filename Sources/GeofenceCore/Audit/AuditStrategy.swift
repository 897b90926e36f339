/// A way to watch regions, as an audit compares it with others.
package struct AuditStrategy: Hashable, Sendable {
  package var settings: Settings
  /// The obstacles that the run does without, to find out whether a crossing is delivered then.
  package var removed: Obstacles = []

  /// The rule that the run has at an end of what was published for it; `nil` for none.
  var ruleEnd: RuleRange.End?

  package init(_ settings: Settings) {
    self.settings = settings
  }

  /// The smallest circle that the app registers, metres.
  package var minimumRadius: Double {
    get { settings.minimumRadius }
    set { settings.minimumRadius = newValue }
  }

  /// The settings without what is removed.
  var effectiveSettings: Settings {
    var settings = settings
    if removed.contains(.accuracy) { settings.crossing.ignoresAccuracy = true }
    if removed.contains(.dwell) {
      (settings.crossing.dwell, settings.crossing.outwardDwell) = (Interval(milliseconds: 0), nil)
    }
    if removed.contains(.cushion) {
      (settings.crossing.cushion, settings.crossing.inwardCushion) = (0, 0)
    }
    ruleEnd?.apply(to: &settings.crossing)
    if removed.contains(.slot) { settings.limit = .max }
    if removed.contains(.renewal) { settings.renewal = .changed }
    if removed.contains(.removed) {
      settings.keepsRegistrations = true
      settings.request.expiration = nil
    }
    if removed.contains(.positioning) {
      settings.crossing.responsiveness = Interval(milliseconds: 0)
    }
    return settings
  }

  /// Returns the actions on the device without those that are removed.
  func effective(_ timeline: Timeline) -> Timeline {
    removed.contains(.suspended) ? timeline.filter(\.changesSet) : timeline
  }

  /// Returns whether the deliveries of a region are the same whatever other regions there are: each
  /// has a slot, and no event can start the app for another, or cause a location update sooner.
  func keepsRegionsApart(_ timeline: Timeline, isPositioned: Bool) -> Bool {
    removed.contains(.slot) && !effective(timeline).disturbsDevice
      && (!isPositioned || removed.contains(.positioning))
  }

  /// Returns the obstacles that could stand in the way of a crossing.
  ///
  /// - Parameters:
  ///   - timeline: what happens to the device.
  ///   - regions: how many there are at most.
  ///   - hasAccuracies: whether a fix has an accuracy.
  ///   - isPositioned: whether the phone does not see every fix as recorded.
  package func obstacles(
    _ timeline: Timeline, regions: Int, hasAccuracies: Bool, isPositioned: Bool
  ) -> Obstacles {
    let rules = settings.crossing
    return Obstacles(
      Obstacle.allCases.filter { obstacle in
        switch obstacle {
        case .accuracy: !rules.ignoresAccuracy && (hasAccuracies || isPositioned)
        case .dwell: rules.dwell.milliseconds > 0 || rules.outwardDwell != nil
        case .cushion: rules.cushion > 0 || rules.inwardCushion > 0
        case .slot: regions > settings.limit
        case .renewal: settings.renewal == .all
        case .suspended: timeline.disturbsDevice
        case .removed:
          settings.api.rules.registrations == .endSilently
            && (timeline.disturbsDevice || settings.request.expiration != nil)
        case .positioning: isPositioned || rules.responsiveness.milliseconds > 0
        }
      })
  }
}

extension Timeline {
  /// A Boolean value that indicates whether more happens to the device than that the app's set
  /// changes.
  package var disturbsDevice: Bool { contains { !$0.changesSet } }
}

extension DeviceAction {
  /// A Boolean value that indicates whether it is about the app's regions, not about the device.
  var changesSet: Bool {
    switch self {
    case .add, .remove, .complete: true
    default: false
    }
  }
}
