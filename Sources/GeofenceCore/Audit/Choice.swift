/// A selection of regions by an app, as an audit shows it; journals name selections by number.
package struct Choice: Hashable, Sendable {
  package let time: Timestamp
  package let place: Coordinate
  /// True if regions of the app's set were left out.
  package let leavesOut: Bool
  /// The number of the region that ranked last of those chosen; `nil` where all were, or none by
  /// its rank.
  package let lastSlot: RegionNumber?
  /// The distance to that region in metres, as the ranking counts.
  package let lastSlotDistance: Double

  /// - Parameters:
  ///   - simulation: the one that has just selected; `inout` avoids a copy, and nothing changes.
  ///   - numbers: of the regions, by the positions of their circles.
  init(
    _ event: Event, _ reselection: Reselection, _ simulation: inout Simulation,
    _ numbers: [RegionNumber]
  ) {
    time = event.time
    place = event.coordinate
    let isFull = reselection.chosen < reselection.candidates
    var worst: (rank: Double, position: Int32)?
    let (catalog, settings) = (simulation.app.plan.catalog, simulation.app.plan.settings)
    let ranking = settings.ranking
    leavesOut = isFull || settings.within != nil
    if isFull, !settings.triggers.isEmpty {
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
