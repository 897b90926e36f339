package import GeofenceCore

/// What to do about losses of one cause.
package struct Advice {
  private let cause: LossCause
  private let settings: Settings
  /// How many of the losses are of regions above the maximum radius, and of how many.
  private let tooLarge: (count: Int, of: Int)

  package init(_ cause: LossCause, on strategy: AuditReport.Strategy) {
    self.cause = cause
    settings = strategy.settings
    let losses = strategy.crossings.compactMap(\.crossing.loss).filter { $0.cause == cause }
    tooLarge = (losses.count { $0.moment == .radiusAboveMaximum }, losses.count)
  }

  package var text: String {
    let smaller =
      "radii above the maximum of \(settings.maximumRadius.plain) m: draw smaller circles"
    guard tooLarge.count > 0 else { return remedy }
    return tooLarge.count == tooLarge.of ? smaller : "\(remedy); \(tooLarge.count) with \(smaller)"
  }

  private var remedy: String {
    switch cause {
    case .dwell:
      return "the stay is shorter than the dwell of \(settings.crossing.dwell.seconds.plain) s: "
        + "draw a larger circle"
    case .cushion:
      return "the pass is shallower than the cushion: draw a larger circle, or do not wait for it"
    case .accuracy: return "draw circles larger than the fixes are uncertain"
    case .notRegistered, .registeredLate:
      if settings.triggers.contains(.fix) { return crowded }
      return "choose more often: --reselect-on \(moreTriggers)"
    case .evicted:
      if settings.ranking == .centre {
        return "keep the circles that the device is in: --rank boundary"
      }
      return settings.triggers.contains(.fix)
        ? crowded : "choose more often: --reselect-on \(moreTriggers)"
    case .resetByRenewal: return "stop and start only what changed: --renew changed"
    case .suspended: return "no strategy helps: see what the scenario does"
    }
  }

  private var crowded: String {
    "more circles lie near than \(settings.limit) slots hold: merge some or drop some"
  }

  /// The triggers with the one added that is likely to help most.
  private var moreTriggers: String {
    let next: Triggers =
      !settings.triggers.contains(.event)
      ? .event : !settings.triggers.contains(.sentinel) ? .sentinel : .fix
    return settings.triggers.union(next).names.joined(separator: ",")
  }
}
