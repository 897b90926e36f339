/// A choice of the regions to register, as an audit shows it.
public struct Choice: Hashable, Sendable {
  public let time: Timestamp
  /// What asked for it; empty for the first.
  public let causes: Triggers
  public let place: Coordinate
  /// The region that ranked last of those chosen; `nil` where all were.
  public let lastSlot: RegionIdentifier?
  /// How far it was, metres, as the ranking counts.
  public let lastSlotDistance: Double
  let ranking: Ranking

  init(_ event: Event, _ reselection: Reselection, _ simulation: Simulation, by ranking: Ranking) {
    time = event.time
    causes = reselection.causes
    place = event.coordinate
    self.ranking = ranking
    var worst: (rank: Double, region: CircularRegion)?
    if reselection.registered < reselection.candidates {
      let vector = EarthVector(event.coordinate)
      for region in simulation.registered {
        let chord = vector.squaredChord(to: EarthVector(region.center)).squareRoot()
        let rank = ranking == .boundary ? chord - region.radius : chord
        if rank >= worst?.rank ?? -.infinity { worst = (rank, region) }
      }
    }
    lastSlot = worst?.region.identifier
    lastSlotDistance =
      worst.map { Self.distance(from: event.coordinate, to: $0.region, by: ranking) } ?? 0
  }

  /// How far `region` was then, metres, as the ranking counts.
  func distance(to region: CircularRegion) -> Double {
    Self.distance(from: place, to: region, by: ranking)
  }

  private static func distance(
    from place: Coordinate, to region: CircularRegion, by ranking: Ranking
  ) -> Double {
    let distance = Geodesic(from: place, to: region.center).distance
    return ranking == .boundary ? distance - region.radius : distance
  }
}

/// A registration.
struct Start: Hashable, Sendable {
  let time: Timestamp
  let causes: Triggers
}

/// The end of a registration, as an audit shows it.
public struct Stop: Hashable, Sendable {
  public let time: Timestamp
  /// Metres from the boundary, negative inside.
  public let distance: Double
  /// Whether the region was registered anew at once.
  public let isRestart: Bool
  /// The choice that ended it.
  public let choice: Choice?
}

/// What the device and its app were doing when an event would have come.
public struct Hindrance: Hashable, Sendable {
  public struct Action: Hashable, Sendable {
    public let time: Timestamp
    public let action: DeviceAction
  }

  public let device: DeviceState
  /// What had happened last.
  public let lastAction: Action
}

/// The moment that decided a loss.
public enum LossDetail: Hashable, Sendable {
  /// The pass itself was too short or too shallow; its numbers tell.
  case pass
  /// The device came back over a boundary that the monitor had not seen it cross.
  case uncertain
  /// The region was not among those chosen: how far it was then, and when the app chose next.
  case notChosen(Choice, distance: Double, next: Timestamp?)
  /// The system does not take a circle of this radius.
  case radiusAboveMaximum
  /// The region was registered when the boundary had been crossed already.
  case registered(Timestamp, because: Triggers)
  case stopped(Stop)
  case hindered(Hindrance?)
}
