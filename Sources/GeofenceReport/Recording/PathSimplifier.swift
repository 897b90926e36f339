import GeofenceCore

/// A finished track with fewer points than its fixes.
package struct TrackPath: Sendable {
  package struct Vertex: Hashable, Sendable {
    package let time: Timestamp
    package let coordinate: Coordinate
    /// True if the path from the previous vertex is unknown; see `GapFinder`.
    package var endsGap = false
  }

  package let vertices: [Vertex]
  /// The largest distance in metres between a fix and the line at the time of the fix.
  package let error: Double

  /// Returns this path with fewer points, at most `tolerance` metres away from this one.
  ///
  /// - Complexity: O(n) for n points.
  func thinned(by tolerance: Double) -> TrackPath {
    var simplifier = PathSimplifier(tolerance: tolerance, capacity: .max)
    simplifier.append(vertices)
    return TrackPath(vertices: simplifier.path.vertices, error: error + tolerance)
  }
}

/// A simplifier of tracks that keeps within a tolerance at every moment, not only in shape.
///
/// A device that moves evenly from one kept point to the next is never farther from a fix, at the
/// time of that fix, than the error. Each new point narrows the velocities that stay true to all
/// points since the last kept one; a point that needs another velocity begins a new stretch.
///
/// Both ends of a gap are kept.
///
/// - Complexity: O(1) amortized for each fix; memory is O(c) for a capacity of c points.
struct PathSimplifier: Sendable {
  typealias Vertex = TrackPath.Vertex

  /// The tolerance in metres, which doubles when there are too many points.
  private var tolerance: Double
  /// The largest deviation in metres of the kept points from the fixes, all thinning included.
  private var error: Double
  private let capacity: Int
  private var kept: [Vertex] = []
  private var stretch: Stretch?
  private var gaps = GapFinder()

  /// Creates a simplifier without points.
  ///
  /// - Parameters:
  ///   - tolerance: metres; above 0.
  ///   - capacity: the number of points to keep before the tolerance doubles.
  init(tolerance: Double = 0.5, capacity: Int = 250_000) {
    self.tolerance = tolerance
    self.capacity = capacity
    error = tolerance
  }

  var path: TrackPath {
    guard let last = stretch?.last, last != kept.last else {
      return TrackPath(vertices: kept, error: error)
    }
    return TrackPath(vertices: kept + [last], error: error)
  }

  /// Appends a fix.
  ///
  /// - Precondition: `time` is not earlier than the one before.
  mutating func append(_ coordinate: Coordinate, at time: Timestamp) {
    append(Vertex(time: time, coordinate: coordinate, endsGap: gaps.isGap(before: time)))
    if kept.count > capacity { thin() }
  }

  /// Appends a vertex, keeping the last one where a straight and even path would miss any.
  fileprivate mutating func append(_ vertex: Vertex) {
    let place = SIMD3(EarthVector(vertex.coordinate))
    if !vertex.endsGap, stretch?.extend(to: vertex, place, within: tolerance) == true { return }
    if let last = stretch?.last, last != kept.last {
      kept.append(last)
      var next = Stretch(from: last, SIMD3(EarthVector(last.coordinate)))
      if !vertex.endsGap, next.extend(to: vertex, place, within: tolerance) {
        stretch = next
        return
      }
    }
    // The vertex is the first of all, the end of a gap, or another place at the same time.
    kept.append(vertex)
    stretch = Stretch(from: vertex, place)
  }

  /// Appends the vertices of a path, keeping those gaps in which the device moved.
  fileprivate mutating func append(_ vertices: [Vertex]) {
    var before: EarthVector?
    for var vertex in vertices {
      let place = EarthVector(vertex.coordinate)
      let way = before.map { (SIMD3(place) - SIMD3($0)).length } ?? 0
      vertex.endsGap = vertex.endsGap && way > tolerance
      append(vertex)
      before = place
    }
  }

  private mutating func thin() {
    let vertices = path.vertices
    tolerance *= 2
    error += tolerance
    kept.removeAll(keepingCapacity: true)
    stretch = nil
    append(vertices)
  }
}

/// A stretch of the track that needs no point between its ends.
private struct Stretch {
  private let start: TrackPath.Vertex
  private let origin: SIMD3<Double>
  private(set) var last: TrackPath.Vertex
  /// The slowest possible velocity in metres per second along each axis; `fastest` is the fastest
  /// one.
  private var slowest = SIMD3(repeating: -Double.infinity)
  private var fastest = SIMD3(repeating: Double.infinity)

  init(from start: TrackPath.Vertex, _ place: SIMD3<Double>) {
    self.start = start
    origin = place
    last = start
  }

  /// Extends the stretch to a vertex.
  ///
  /// - Returns: `false` where a straight and even path would miss `vertex` or a point before it.
  mutating func extend(
    to vertex: TrackPath.Vertex, _ place: SIMD3<Double>, within tolerance: Double
  ) -> Bool {
    // The margin is that of a cube inside the sphere whose radius is the tolerance.
    let margin = SIMD3(repeating: tolerance / 1.733)
    let way = place - origin
    let seconds = (vertex.time - start.time).seconds
    guard seconds > 0 else { return all(way .>= -margin) && all(way .<= margin) }
    guard all(way / seconds .>= slowest), all(way / seconds .<= fastest) else { return false }
    slowest = pointwiseMax(slowest, (way - margin) / seconds)
    fastest = pointwiseMin(fastest, (way + margin) / seconds)
    last = vertex
    return true
  }
}

extension SIMD3<Double> {
  fileprivate init(_ vector: EarthVector) {
    self.init(vector.x, vector.y, vector.z)
  }

  fileprivate var length: Double { (self * self).sum().squareRoot() }
}

/// A detector of times without fixes in a track, judged by the pace of the fixes before each.
///
/// A gap lasts a minute or more, and at least ten times as long as fixes are apart on average: a
/// pause of half an hour is a gap for a phone that reports every second, and none for one that
/// reports every quarter of an hour.
struct GapFinder: Sendable {
  /// The shortest gap in seconds.
  private static let shortest = 60.0
  private static let factor = 10.0

  private var before: Timestamp?
  /// The seconds between fixes, without gaps.
  private var sum = 0.0
  private var count = 0.0

  /// Returns whether the time between the previous fix and this one is a gap.
  ///
  /// - Precondition: `time` is not earlier than the one before.
  mutating func isGap(before time: Timestamp) -> Bool {
    defer { before = time }
    guard let before else { return false }
    let seconds = (time - before).seconds
    if count > 0, seconds >= max(Self.shortest, Self.factor * sum / count) { return true }
    sum += seconds
    count += 1
    return false
  }
}
