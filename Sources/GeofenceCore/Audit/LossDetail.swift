/// The moment that decided a loss.
package enum LossDetail: Hashable, Sendable {
  /// The stay on the new side was too short, too shallow or too uncertain.
  case stay(Excursion, Needs)
  /// No fix had decided where the device was before.
  case unknownState
  /// The region was not among those chosen: how far it was then, and when the app chose next.
  case notChosen(Choice, distance: Double, next: Timestamp?)
  /// The app had not chosen yet.
  case nothingChosen
  /// The region was registered when the boundary had been crossed already.
  case registered(Timestamp, because: Triggers)
  case stopped(Stop)
  /// An outage, which the verdict names, or the app registered the region again then.
  case hindered(registeredAgain: Timestamp?)
  /// The system had no registration of the region, from that time at the latest.
  case removed(since: Timestamp?)
  /// The phone did not see the stay, the last fix of which was then.
  case unseen(until: Timestamp?)
  /// Every location update during the stay put the device elsewhere, or put the crossing before
  /// there was one.
  case mislocated(looks: Int)
  /// The system does not take a circle of this radius, metres.
  case radiusAboveMaximum(Double)
  /// The circle that is watched instead, metres, was not crossed then.
  case hidden(byRadius: Double)

  /// The dwell and the cushion that the rules ask for.
  package struct Needs: Hashable, Sendable {
    package let dwell: Interval
    /// Metres past the boundary.
    package let cushion: Double
    package let dwellOrigin: CrossingRules.DwellOrigin
  }
}

/// A choice of the regions to register, as an audit shows it.
package struct Choice: Hashable, Sendable {
  package let time: Timestamp
  /// The triggers of the choice; empty for the first.
  package let causes: Triggers
  package let place: Coordinate
  /// The number of the region that ranked last of those chosen; `nil` where all were, or none by
  /// its rank.
  package let lastSlot: RegionNumber?
  /// The distance to that region in metres, as the ranking counts.
  package let lastSlotDistance: Double

  /// - Parameters:
  ///   - simulation: the one that has just selected, which is lent.
  ///   - numbers: of the regions, by the positions of their circles.
  init(
    _ event: Event, _ reselection: Reselection, _ simulation: inout Simulation,
    _ numbers: [RegionNumber]
  ) {
    time = event.time
    causes = reselection.causes
    place = event.coordinate
    var worst: (rank: Double, position: Int32)?
    let (catalog, settings) = (simulation.app.plan.catalog, simulation.app.plan.settings)
    let ranking = settings.ranking
    if reselection.registered < reselection.candidates, !settings.triggers.isEmpty {
      let vector = EarthVector(event.coordinate)
      for position in simulation.system.monitor.members {
        let rank = catalog.circles[Int(position)].rank(from: vector, by: ranking)
        if rank >= worst?.rank ?? -.infinity { worst = (rank, position) }
      }
    }
    lastSlot = worst.map { numbers[Int($0.position)] }
    lastSlotDistance =
      worst.map {
        ranking.distance(from: event.coordinate, to: catalog.regions[Int($0.position)])
      } ?? 0
  }
}

extension Ranking {
  /// Returns the metres from `place` to `region`, as the ranking counts.
  package func distance(from place: Coordinate, to region: CircularRegion) -> Double {
    let distance = Geodesic(from: place, to: region.center).distance
    return self == .boundary ? distance - region.radius : distance
  }
}

/// The end of a registration, as an audit shows it.
package struct Stop: Hashable, Sendable {
  /// Metres from the boundary, negative inside.
  package let distance: Double
  /// Whether the region was registered again at once.
  package let isRestart: Bool
  package let choice: Choice
}
