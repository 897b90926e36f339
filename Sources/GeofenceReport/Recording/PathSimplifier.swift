import GeofenceCore

/// A track with fewer points, finished.
struct TrackPath: Sendable {
  /// A fix that is kept.
  struct Vertex: Hashable, Sendable {
    let time: Timestamp
    let coordinate: Coordinate
    /// Whether nothing is known of the way from the vertex before; see `GapFinder`.
    var endsGap = false
  }

  /// From the first fix to the last.
  let vertices: [Vertex]
  /// Metres between a fix and the line at the fix's time, at most.
  let error: Double

  /// The same with fewer points, `tolerance` metres from this one at most.
  ///
  /// - Complexity: O(n) for n points.
  func thinned(by tolerance: Double) -> TrackPath {
    var simplifier = PathSimplifier(tolerance: tolerance, capacity: .max)
    simplifier.append(vertices)
    return TrackPath(vertices: simplifier.path.vertices, error: error + tolerance)
  }
}

/// Makes a track with fewer points, met within a tolerance at every moment, not only in its shape.
///
/// A device that moves evenly from one kept point to the next is never farther from a fix, at that
/// fix's time, than the error. Each point that comes narrows the velocities which stay true to all
/// points since the last one kept; one that needs another velocity begins a new stretch.
///
/// Both ends of a gap are kept.
///
/// - Complexity: O(1) amortized for each fix; memory for `capacity` points.
struct PathSimplifier: Sendable {
  typealias Vertex = TrackPath.Vertex

  /// Metres; it doubles when there are too many points.
  private var tolerance: Double
  /// Metres that the points kept deviate from the fixes, every thinning so far included.
  private var error: Double
  private let capacity: Int
  private var kept: [Vertex] = []
  private var stretch: Stretch?
  private var gaps = GapFinder()

  /// - Parameters:
  ///   - tolerance: metres, above 0.
  ///   - capacity: how many points are kept before the tolerance doubles.
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

  /// - Precondition: `time` is not earlier than the one before.
  mutating func append(_ coordinate: Coordinate, at time: Timestamp) {
    append(Vertex(time: time, coordinate: coordinate, endsGap: gaps.isGap(before: time)))
    if kept.count > capacity { thin() }
  }

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
    // The first of all, the end of a gap, or another place at the same time.
    kept.append(vertex)
    stretch = Stretch(from: vertex, place)
  }

  /// Appends the vertices of a path; of its gaps those count in which the device moved.
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

  /// Keeps what twice the tolerance needs.
  private mutating func thin() {
    let vertices = path.vertices
    tolerance *= 2
    error += tolerance
    kept.removeAll(keepingCapacity: true)
    stretch = nil
    append(vertices)
  }
}

/// What may follow a kept point without another one.
private struct Stretch {
  private let start: TrackPath.Vertex
  private let origin: SIMD3<Double>
  private(set) var last: TrackPath.Vertex
  /// Metres a second.
  private var slowest = SIMD3(repeating: -Double.infinity)
  private var fastest = SIMD3(repeating: Double.infinity)

  init(from start: TrackPath.Vertex, _ place: SIMD3<Double>) {
    self.start = start
    origin = place
    last = start
  }

  /// - Returns: false where a straight, even way would miss `vertex` or a point before it.
  mutating func extend(
    to vertex: TrackPath.Vertex, _ place: SIMD3<Double>, within tolerance: Double
  ) -> Bool {
    // A cube inside the sphere of this radius.
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
