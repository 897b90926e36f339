/// A way to watch regions, as an audit compares it with others.
package struct AuditStrategy: Hashable, Sendable {
  package var settings: Settings
  /// The name of the positioning model, where several are compared.
  package var model: String?
  /// True if nothing happens but that the app's set changes.
  private(set) var isUndisturbed = false
  /// True if the phone sees every fix as recorded, whatever the plan's model.
  private(set) var seesEveryFix = false

  package init(_ settings: Settings) {
    self.settings = settings
  }

  /// The smallest circle that the app registers, metres.
  package var minimumRadius: Double {
    get { settings.minimumRadius }
    set { settings.minimumRadius = newValue }
  }

  func without(_ obstacles: Obstacles) -> AuditStrategy {
    var other = self
    for obstacle in obstacles.elements {
      switch obstacle {
      case .accuracy: other.settings.crossing.ignoresAccuracy = true
      case .dwell:
        other.settings.crossing.dwell = Interval(milliseconds: 0)
        other.settings.crossing.outwardDwell = nil
      case .cushion:
        (other.settings.crossing.cushion, other.settings.crossing.inwardCushion) = (0, 0)
      case .slot: (other.settings.limit, other.settings.within) = (.max, nil)
      case .renewal: other.settings.renewal = .changed
      case .suspended: other.isUndisturbed = true
      case .removed:
        other.settings.keepsRegistrations = true
        other.settings.request.expiration = nil
      case .positioning:
        other.seesEveryFix = true
        other.settings.crossing.responsiveness = Interval(milliseconds: 0)
      }
    }
    return other
  }

  /// Returns the strategy where a rule demands the least of what was published for it.
  func with(least rule: Obstacle) -> AuditStrategy {
    var other = self
    other.settings.crossing.demandLeast(of: rule)
    return other
  }

  /// Returns the strategy without the choices that change nothing, so that strategies that differ in
  /// nothing else are equal.
  ///
  /// Where every region has a slot from the first selection on, and nothing happens to the device or
  /// the set, the app never selects again.
  ///
  /// - Parameter count: how many regions there are at most.
  package func simplified(_ count: Int, _ timeline: Timeline) -> AuditStrategy {
    guard count <= settings.limit, settings.within == nil, timeline.entries.isEmpty,
      settings.request.expiration == nil
    else { return self }
    var other = self
    (other.settings.limit, other.settings.ranking, other.settings.renewal) =
      (.max, .centre, .changed)
    // Only significant changes are a service of the system.
    if !settings.triggers.isEmpty {
      other.settings.triggers = settings.triggers.contains(.significant) ? .significant : .event
    }
    return other
  }

  /// Returns the actions on the device, as far as they happen.
  func effective(_ timeline: Timeline) -> Timeline {
    isUndisturbed ? timeline.filter { $0.changesSet } : timeline
  }

  /// Returns the model of the phone's location updates; `nil` where it sees every fix as recorded,
  /// and no rule is drawn.
  func positioning(_ model: Positioning?) -> Positioning? {
    // A least time between location updates hides fixes as a model does.
    if settings.crossing.responsiveness.milliseconds > 0 { return model ?? Positioning(.recorded) }
    guard let model, seesEveryFix else { return model }
    return settings.crossing.spreads == .init() ? nil : Positioning(.recorded, seed: model.seed)
  }

  /// Returns whether the deliveries of a region are the same whatever other regions there are: each
  /// has a slot, and no event can start the app for another, or cause a location update sooner.
  ///
  /// - Parameter count: how many regions there are at most.
  func keepsApart(_ count: Int, _ timeline: Timeline, positioning: Positioning?) -> Bool {
    // A change of the set restarts all regions where the app renews all of them.
    count <= settings.limit && settings.within == nil
      && (settings.renewal == .changed || timeline.entries.isEmpty)
      && !effective(timeline).disturbsDevice && self.positioning(positioning) == nil
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
        case .slot: regions > settings.limit || settings.within != nil
        case .renewal: settings.renewal == .all
        case .suspended: timeline.disturbsDevice
        case .removed:
          settings.api.rules.losesRegistrations
            && (timeline.disturbsDevice || settings.request.expiration != nil)
        case .positioning: isPositioned || rules.responsiveness.milliseconds > 0
        }
      })
  }
}

extension Timeline {
  /// True if more happens to the device than that the app's set changes.
  package var disturbsDevice: Bool { contains { $0.actsOnDevice } }
}

extension DeviceAction {
  /// True if it is about the app's regions, not about the device.
  var changesSet: Bool {
    switch self {
    case .add, .remove, .complete: true
    default: false
    }
  }

  /// True if something happens to the device or the app; otherwise the app's regions change, or it
  /// asks for their states.
  var actsOnDevice: Bool {
    if case .determine = self { return false }
    return !changesSet
  }
}
