/// Finds where devices came nearest to regions, over the whole track, whether or not the app's set
/// has a region then.
///
/// The survey takes the path twice. The first pass notes which cells of a grid the path goes through.
/// Then the cells that can hold the nearest fix are found for each region, and the second pass measures
/// only the fixes in these.
///
/// - Complexity: a fix costs O(1), and the second time O(m) for the m regions that its cell may be the
///   nearest for. Memory is O(r + c) for r regions and c cells of about 100 m that are visited.
package struct ApproachSurvey: Sendable {
  /// A circle of a region, with the time for which it is in the app's set.
  package struct Place: Sendable {
    package let region: RegionNumber
    let circle: CircularRegion
    let center: EarthVector
    package let from: Timestamp
    package let until: Timestamp
    /// True if it leaves the set as its reminder is completed.
    let isCompleted: Bool

    func absence(at time: Timestamp) -> Approach.Absence? {
      if time < from { return .notAdded(until: from) }
      if time < until { return nil }
      return isCompleted ? .completed(until) : .removed(until)
    }
  }

  /// A cell of a thousandth of a degree each way, so that it is found without trigonometry.
  private struct Cell: Hashable {
    /// The greatest distance, in metres, from the centre: half of a diagonal at the equator is 79 m.
    static let reach = 80.0

    let latitude: Int32
    let longitude: Int32

    init(_ place: Coordinate) {
      latitude = Int32((place.latitude * 1000).rounded(.down))
      longitude = Int32((place.longitude * 1000).rounded(.down))
    }

    var center: EarthVector {
      EarthVector(
        Coordinate(
          latitude: (Double(latitude) + 0.5) / 1000, longitude: (Double(longitude) + 0.5) / 1000))
    }
  }

  private let places: [Place]
  private let centers: [EarthVector]
  /// The places in question in each cell that was visited.
  private var cells: [Cell: [Int32]] = [:]
  private var last: (cell: Cell, places: [Int32])?
  /// The nearest fix to each place so far, and its squared chord.
  private var nearest: [Sighting?]
  private var squaredChords: [Double]

  private struct Sighting {
    let fix: Coordinate
    let time: Timestamp
    let device: Int32
  }

  /// A step of more than five minutes, with the ends of its line.
  private struct Step {
    let from: Sighting
    let to: Sighting
    let start: EarthVector
    let end: EarthVector

    init(_ from: Sighting, _ to: Sighting) {
      (self.from, self.to) = (from, to)
      (start, end) = (EarthVector(from.fix), EarthVector(to.fix))
    }

    /// Returns true if the line may be in a circle at a share of it.
    func mayReach(_ place: Place, at share: Double) -> Bool {
      let nearest = EarthVector(
        x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y),
        z: start.z + share * (end.z - start.z))
      // The line runs below the ground: of 30 km by less than 18 m.
      let reach = place.circle.radius + start.squaredChord(to: end) / 5e7 + 1
      return place.center.squaredChord(to: nearest) <= reach * reach
    }
  }

  /// The last fix of the device whose fixes come, and of each other one.
  private var lastFix: Sighting?
  private var lastFixes: [Int32: Sighting] = [:]
  /// The longest steps of more than five minutes, the longest first.
  private var gaps: [Step] = []
  /// The largest number of gaps that are held against each region.
  private static let mostGaps = 64

  /// Returns the nearest approaches along a track.
  ///
  /// - Parameter play: passes on every fix of the track with the number of its device.
  package static func approaches<Failure: Error>(
    to places: [Place], _ play: ((Fix, Int32) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> [RegionNumber: Approach] {
    var survey = ApproachSurvey(places)
    try play { fix, _ in survey.visit(fix) }
    survey.prepare()
    try play { fix, device in survey.hold(fix, ofDevice: device) }
    return survey.approaches
  }

  init(_ places: [Place]) {
    self.places = places
    centers = places.map { $0.center }
    nearest = Array(repeating: nil, count: places.count)
    squaredChords = Array(repeating: .infinity, count: places.count)
  }

  mutating func visit(_ fix: Fix) {
    let cell = Cell(fix.coordinate)
    if last?.cell == cell { return }
    last = (cell, [])
    cells[cell] = []
  }

  /// Finds the cells that can hold the nearest fix to each place.
  ///
  /// - Complexity: O(c log c + r (k + log c)) for k such cells of a place.
  mutating func prepare() {
    last = nil
    let visited = Array(cells.keys)
    let index = RegionIndex(centers: visited.map { $0.center })
    var best = Nearest(capacity: 1)
    for (number, place) in places.enumerated() {
      index.search(from: place.center, by: .centre, into: &best)
      let reach = (best.worstRank ?? 0) + 2 * Cell.reach
      var nearby: [Int32] = []
      index.find(within: reach, of: place.center, into: &nearby)
      for cell in nearby { cells[visited[Int(cell)], default: []].append(Int32(number)) }
    }
  }

  /// Holds a fix against the regions it may be the nearest to.
  mutating func hold(_ fix: Fix, ofDevice device: Int32) {
    noteGap(before: Sighting(fix: fix.coordinate, time: fix.time, device: device))
    let cell = Cell(fix.coordinate)
    if last?.cell != cell { last = (cell, cells[cell] ?? []) }
    guard let places = last?.places, !places.isEmpty else { return }
    let vector = EarthVector(fix.coordinate)
    for number in places {
      let number = Int(number)
      let chord = vector.squaredChord(to: centers[number])
      guard chord < squaredChords[number] else { continue }
      squaredChords[number] = chord
      nearest[number] = Sighting(fix: fix.coordinate, time: fix.time, device: device)
    }
  }

  private mutating func noteGap(before fix: Sighting) {
    if let lastFix, lastFix.device != fix.device {
      lastFixes[lastFix.device] = lastFix
      self.lastFix = lastFixes[fix.device]
    }
    defer { lastFix = fix }
    guard let lastFix, fix.time - lastFix.time > CrossingVerdict.soon else { return }
    let length = fix.time - lastFix.time
    let place = gaps.firstIndex { $0.to.time - $0.from.time < length } ?? gaps.count
    guard place < Self.mostGaps else { return }
    if gaps.count == Self.mostGaps { gaps.removeLast() }
    gaps.insert(Step(lastFix, fix), at: place)
  }

  /// Returns the longest gap whose straight line passes a circle, else the longest, of those in which
  /// a device may have entered it and left it again, at 100 metres a second at most (our assumption).
  private func gap(reaching place: Place) -> Approach.Gap? {
    var longest: Approach.Gap?
    for gap in gaps {
      let share = place.center.share(from: gap.start, to: gap.end)
      let mayPass = share > 0 && share < 1 && gap.mayReach(place, at: share)
      guard mayPass || longest == nil else { continue }
      let (from, to) = (gap.from, gap.to)
      let way =
        max(0, place.circle.distance(to: from.fix)) + max(0, place.circle.distance(to: to.fix))
      guard way <= 100 * (to.time - from.time).seconds,
        place.absence(at: from.time) == nil, place.absence(at: to.time) == nil
      else { continue }
      var passes = false
      if mayPass {
        let path = Geodesic(from: from.fix, to: to.fix)
        passes = place.circle.distance(to: path.coordinate(at: path.distance * share)) <= 0
      }
      let found = Approach.Gap(from: from.time, to: to.time, passes: passes)
      if passes { return found }
      longest = longest ?? found
    }
    return longest
  }

  /// The nearest approach to each region, by its number; of several equally near ones the first.
  var approaches: [RegionNumber: Approach] {
    var approaches: [RegionNumber: Approach] = [:]
    for (place, nearest) in zip(places, nearest) {
      guard let nearest else { continue }
      var approach = Approach(
        distance: place.circle.distance(to: nearest.fix), time: nearest.time,
        device: nearest.device,
        absence: place.absence(at: nearest.time))
      approach.gap = gap(reaching: place)
      approaches[place.region] = approaches[place.region].map { $0.nearer(approach) } ?? approach
    }
    return approaches
  }
}

extension DeviceAction {
  fileprivate var completes: Bool { if case .complete = self { true } else { false } }
}

extension Approach {
  /// The nearer of two; the earlier device's, and of one device the earlier, where they are equal.
  package func nearer(_ other: Approach) -> Approach {
    var nearer =
      (distance, device, time) <= (other.distance, other.device, other.time) ? self : other
    nearer.gap = [gap, other.gap].compactMap { $0 }.max {
      $0.passes == $1.passes ? $0.to - $0.from < $1.to - $1.from : $1.passes
    }
    return nearer
  }
}

extension AuditPlan {
  /// The circles of some regions, each for the time that it is in the app's set.
  ///
  /// - Parameters:
  ///   - start: the time of the track's first fix.
  ///   - isWanted: whether the region of a number is one of them.
  package func places(from start: Timestamp, where isWanted: (RegionNumber) -> Bool)
    -> [ApproachSurvey.Place]
  {
    let catalog = circles[0].all
    var open: [RegionNumber: (CircularRegion, from: Timestamp)] = [:]
    for position in catalog.initial {
      let region = catalog.regions[Int(position)]
      open[circles[0].numbers[Int(position)]] = (region, .distantPast)
    }
    var places: [ApproachSurvey.Place] = []
    func close(_ number: RegionNumber, at time: Timestamp, completed: Bool = false) {
      guard let (region, from) = open.removeValue(forKey: number), isWanted(number) else { return }
      places.append(
        ApproachSurvey.Place(
          region: number, circle: region, center: EarthVector(region.center), from: from,
          until: time, isCompleted: completed))
    }
    for change in Schedule(circles[0].setChanges, from: start).entries {
      let gone: [RegionIdentifier] =
        switch change.action {
        case .remove(let region): [region]
        case .complete(_, let regions): regions
        case .add(let region): [region.identifier]
        default: []
        }
      for number in gone.compactMap({ regions.numbers[$0] }) {
        close(number, at: change.time, completed: change.action.completes)
      }
      if case .add(let region) = change.action, let number = regions.numbers[region.identifier] {
        open[number] = (region, change.time)
      }
    }
    for number in open.keys.sorted() { close(number, at: .distantFuture) }
    return places + others.flatMap { $0.places(from: start, where: isWanted) }
  }
}
