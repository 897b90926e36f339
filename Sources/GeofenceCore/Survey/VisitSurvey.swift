/// Finds the visits of devices to a few regions, by plain geometry over the whole track, each in the
/// circle that the region has then.
///
///     var survey = VisitSurvey(of: regions, schedule)
///     for fix in track { survey.visit(fix, ofDevice: 0) }
///
/// - Complexity: a fix costs O(n) for n circles; memory is O(v) for v visits.
package struct VisitSurvey: Sendable {
  /// A stay of a device in a circle, from its first fix there to its last.
  package struct Visit: Hashable, Sendable {
    package let device: Int32
    package let start: Timestamp
    package fileprivate(set) var end: Timestamp
    /// The time of the first fix outside; `nil` where the track ends inside.
    package fileprivate(set) var leftAt: Timestamp?
    package fileprivate(set) var fixes = 1
    /// Metres inside of the boundary at the deepest fix.
    package fileprivate(set) var depth: Double
    /// True if the device was inside at its first fix.
    package let isFromStart: Bool
  }

  fileprivate struct Watched {
    var region: CircularRegion
    var circle: Circle
    /// The circles that the region has later, in the order of time.
    var later: ArraySlice<(from: Timestamp, region: CircularRegion)>
    var visits: [Visit] = []
    var open: [Int32: Int] = [:]
  }

  private var watched: [Watched]
  private var devices: Set<Int32> = []

  /// - Parameter schedule: the actions by which regions become other circles.
  package init(of regions: [CircularRegion], _ schedule: Schedule) {
    watched = regions.map {
      Watched(region: $0, circle: Circle($0), later: schedule.circles(after: $0)[...])
    }
  }

  package mutating func visit(_ fix: Fix, ofDevice device: Int32) {
    let vector = EarthVector(fix.coordinate)
    let isFirst = devices.insert(device).inserted
    for index in watched.indices {
      watched[index].replaceCircle(at: fix.time)
      watched[index].visit(fix, vector, device, isFirst: isFirst)
    }
  }

  package func visits(at index: Int) -> [Visit] { watched[index].visits }
}

extension VisitSurvey.Watched {
  /// Takes the circle that the region has from a time on.
  fileprivate mutating func replaceCircle(at time: Timestamp) {
    guard let next = later.prefix(while: { $0.from <= time }).last else { return }
    later = later.drop { $0.from <= time }
    (region, circle) = (next.region, Circle(next.region))
    for visit in open.values { visits[visit].leftAt = time }
    open = [:]
  }

  fileprivate mutating func visit(
    _ fix: Fix, _ vector: EarthVector, _ device: Int32, isFirst: Bool
  ) {
    guard circle.contains(fix.coordinate, vector), region.shape?.contains(vector) != false else {
      if let visit = open.removeValue(forKey: device) { visits[visit].leftAt = fix.time }
      return
    }
    let depth = -region.distance(to: fix.coordinate)
    guard let visit = open[device] else {
      open[device] = visits.count
      visits.append(
        .init(
          device: device, start: fix.time, end: fix.time, depth: depth, isFromStart: isFirst))
      return
    }
    visits[visit].end = fix.time
    visits[visit].fixes += 1
    visits[visit].depth = max(visits[visit].depth, depth)
  }
}
