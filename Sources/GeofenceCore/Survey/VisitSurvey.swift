/// Finds the visits of devices to a few circles, by plain geometry over the whole track.
///
///     var survey = VisitSurvey(of: circles)
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
    /// A Boolean value that indicates whether the device was inside at its first fix.
    package let isFromStart: Bool
  }

  fileprivate struct Watched {
    let region: CircularRegion
    let circle: Circle
    var visits: [Visit] = []
    var open: [Int32: Int] = [:]
  }

  private var watched: [Watched]
  private var devices: Set<Int32> = []

  package init(of regions: [CircularRegion]) {
    watched = regions.map {
      Watched(region: $0, circle: Circle($0))
    }
  }

  package mutating func visit(_ fix: Fix, ofDevice device: Int32) {
    let vector = EarthVector(fix.coordinate)
    let isFirst = devices.insert(device).inserted
    for index in watched.indices {
      watched[index].visit(fix, vector, device, isFirst: isFirst)
    }
  }

  package func visits(at index: Int) -> [Visit] { watched[index].visits }
}

extension VisitSurvey.Watched {
  fileprivate mutating func visit(
    _ fix: Fix, _ vector: EarthVector, _ device: Int32, isFirst: Bool
  ) {
    guard circle.contains(fix.coordinate, vector) else {
      if let visit = open.removeValue(forKey: device) { visits[visit].leftAt = fix.time }
      return
    }
    let depth = -region.boundary(from: fix.coordinate)
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

extension CircularRegion {
  /// Returns the metres from the boundary to a place, negative inside.
  fileprivate func boundary(from place: Coordinate) -> Double {
    Geodesic(from: place, to: center).distance - radius
  }
}
