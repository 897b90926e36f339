/// One crossing by plain geometry, and what each set of rules made of it.
struct LoggedCrossing: Sendable {
  let region: CircularRegion
  /// The new side.
  let side: RegionState
  let time: Timestamp
  /// The region's crossing before this one.
  let previous: Int?
  var pass = Excursion()
  /// What each set of rules held the state to be before; `nil` where the region is not watched.
  let held: [RegionState?]
  /// When each set of rules confirmed it.
  var confirmed: [Timestamp?]

  /// Whether the app wants to hear of it.
  var isWanted: Bool { side == .satisfied ? region.notifyOnEntry : region.notifyOnExit }

  /// Metres from the boundary to `place`, towards the new side.
  func depth(at place: Coordinate) -> Double {
    let distance = Geodesic(from: place, to: region.center).distance - region.radius
    return side == .satisfied ? -distance : distance
  }
}
