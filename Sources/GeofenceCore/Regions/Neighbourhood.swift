/// The regions around a place, among which those nearest to another place not far off are found
/// without a search of all.
///
/// Twice as many are held as are chosen. A rank changes by at most the metres that the device moves,
/// so that no other region can be chosen while the last of the chosen ranks before all that may have
/// gained as much.
///
/// - Complexity: memory is O(k) for k chosen regions. A choice costs O(1) while the device is sure to
///   make the last one again, O(k) where it does, O(k log k) otherwise, and a search where the device
///   has left the neighbourhood.
struct Neighbourhood: Sendable {
  private var place = EarthVector(x: 0, y: 0, z: 0)
  /// The positions of the regions held, with those of the last choice first.
  private var positions: [Int32] = []
  /// The rank, in metres, that every other region has at least at the place.
  private var edge = -Double.infinity
  private var choice = PositionSet(of: 0)
  private var anchor = EarthVector(x: 0, y: 0, z: 0)
  /// The squared metres that the device may be from `anchor` without another choice.
  private var squaredSlack = 0.0

  /// The metres by which a difference of ranks may be wrong.
  private static let rounding = 1e-3

  /// Forgets the regions, because others are to be chosen from.
  mutating func forget() { (edge, squaredSlack) = (-.infinity, 0) }

  /// Returns whether the place is so near to that of the last choice that the same one is sure.
  func isSure(at vector: EarthVector) -> Bool { vector.squaredChord(to: anchor) < squaredSlack }

  /// Returns the regions nearest to a place, as many as there is room for in `nearest`, which is empty.
  ///
  /// - Parameter present: the regions to choose from, the same ones until they are forgotten.
  mutating func choose(
    from vector: EarthVector, by ranking: Ranking, among present: PositionSet,
    of catalog: RegionCatalog, into nearest: Nearest
  ) -> PositionSet {
    if isSure(at: vector) { return choice }
    let others = edge - vector.squaredChord(to: place).squareRoot() - Self.rounding
    let slack = slack(from: vector, by: ranking, of: catalog, nearest, before: others)
    (anchor, squaredSlack) = (vector, max(0, slack) * slack)
    if slack > 0 { return choice }
    if !choose(from: vector, by: ranking, of: catalog, into: nearest, before: others) {
      var around = Nearest(capacity: 2 * min(nearest.capacity, present.count))
      catalog.index.search(from: vector, by: ranking, among: present, into: &around)
      (place, positions, edge) = (vector, around.regions, around.worstRank ?? .infinity)
      _ = choose(from: vector, by: ranking, of: catalog, into: nearest, before: .infinity)
    }
    return choice
  }

  /// Returns the metres that the device may move from a place without another choice than the last
  /// one; not positive where it is another one already.
  ///
  /// - Parameter others: the rank, in metres, that every region that is not held has at least.
  private func slack(
    from vector: EarthVector, by ranking: Ranking, of catalog: RegionCatalog, _ nearest: Nearest,
    before others: Double
  ) -> Double {
    let circles = catalog.circles
    var (last, next) = (-Double.infinity, others)
    for index in positions.indices {
      let rank = circles[Int(positions[index])].rank(from: vector, by: ranking)
      if index < choice.count { last = max(last, rank) } else { next = min(next, rank) }
      if last >= next { return 0 }
    }
    let isFull = choice.count == nearest.capacity
    return min(isFull ? (next - last) / 2 : next - nearest.greatest, nearest.greatest - last)
      - Self.rounding
  }

  /// Chooses from the regions that are held; nothing where one that is not may have to be chosen.
  ///
  /// - Parameter others: the rank, in metres, that every region that is not held has at least.
  private mutating func choose(
    from vector: EarthVector, by ranking: Ranking, of catalog: RegionCatalog,
    into nearest: Nearest, before others: Double
  ) -> Bool {
    var nearest = nearest
    for position in positions {
      let circle = catalog.circles[Int(position)]
      nearest.offer(circle.rank(from: vector, by: ranking), position)
    }
    guard nearest.worstRank ?? nearest.greatest <= others else { return false }
    let chosen = nearest.regions
    choice = PositionSet(chosen, of: catalog.regions.count)
    positions = chosen + positions.filter { !choice.contains($0) }
    return true
  }
}
