import GeofenceCore

/// A rectangle of pixels onto the ground, with the scale and the projection between them.
struct MapFrame {
  /// The width in pixels.
  let width: Double
  let height: Double
  let projection: StereographicProjection
  /// The point of the plane, in metres, at the middle of the frame.
  private let middle: StereographicProjection.Point
  /// The number of pixels for each metre on the plane.
  let scale: Double

  /// A point of the picture in pixels, to the right and down from the upper left corner.
  struct Pixel: Hashable {
    let x: Double
    let y: Double

    /// Returns the pixels to another point along both axes.
    func steps(to other: Pixel) -> Double { (x - other.x).magnitude + (y - other.y).magnitude }
  }

  /// The sizes from which one is chosen, in pixels.
  private static let sizes: [(width: Double, height: Double)] = [
    (960, 600), (800, 720), (640, 820),
  ]

  /// Creates a frame that shows `paths`, and those circles that are not much larger than the paths; a
  /// circle of the others that lies at its border is whole where that costs little room.
  ///
  /// The frame has the size with the largest scale per area.
  init(around paths: [[Coordinate]], _ regions: [CircularRegion], _ others: [CircularRegion] = []) {
    projection = StereographicProjection(aroundMiddleOf: paths.joined())
    var bounds = Bounds()
    for coordinate in paths.joined() { bounds.include(projection.project(coordinate), radius: 0) }
    let size = max(bounds.width, bounds.height, 1000)
    for region in regions {
      let circle = projection.project(circleAround: region.center, radius: region.radius)
      if let circle, circle.radius < size { bounds.include(circle.center, radius: circle.radius) }
    }
    let room = 0.08 * max(bounds.width, bounds.height, 1000)
    let (near, most) = (bounds.widened(by: room), bounds.widened(by: 3 * room))
    for region in others {
      let circle = projection.project(circleAround: region.center, radius: region.radius)
      guard let circle, near.touches(circle), most.holds(circle) else { continue }
      bounds.include(circle.center, radius: circle.radius)
    }
    middle = bounds.middle
    let choices = Self.sizes.map { size in
      (
        size: size,
        scale: 0.88
          * min(size.width / max(bounds.width, 400), size.height / max(bounds.height, 400))
      )
    }
    let best = choices.max {
      $0.scale * $0.scale / ($0.size.width * $0.size.height)
        < $1.scale * $1.scale / ($1.size.width * $1.size.height)
    }
    (width, height) = best?.size ?? (960, 600)
    scale = best?.scale ?? 1
  }

  /// The smallest box, in metres on the plane, around everything included.
  private struct Bounds {
    private var west = Double.infinity
    private var east = -Double.infinity
    private var south = Double.infinity
    private var north = -Double.infinity

    var width: Double { max(0, east - west) }
    var height: Double { max(0, north - south) }
    var middle: StereographicProjection.Point {
      west <= east ? .init(x: (west + east) / 2, y: (south + north) / 2) : .init(x: 0, y: 0)
    }

    func widened(by metres: Double) -> Self {
      var wider = self
      (wider.west, wider.east) = (west - metres, east + metres)
      (wider.south, wider.north) = (south - metres, north + metres)
      return wider
    }

    func touches(_ circle: StereographicProjection.Circle) -> Bool {
      let (center, radius) = (circle.center, circle.radius)
      return center.x + radius > west && center.x - radius < east && center.y + radius > south
        && center.y - radius < north
    }

    func holds(_ circle: StereographicProjection.Circle) -> Bool {
      let (center, radius) = (circle.center, circle.radius)
      return center.x - radius > west && center.x + radius < east && center.y - radius > south
        && center.y + radius < north
    }

    mutating func include(_ point: StereographicProjection.Point, radius: Double) {
      (west, east) = (min(west, point.x - radius), max(east, point.x + radius))
      (south, north) = (min(south, point.y - radius), max(north, point.y + radius))
    }
  }

  func pixel(_ point: StereographicProjection.Point) -> Pixel {
    Pixel(
      x: width / 2 + (point.x - middle.x) * scale, y: height / 2 - (point.y - middle.y) * scale)
  }

  func pixel(_ coordinate: Coordinate) -> Pixel { pixel(projection.project(coordinate)) }

  func coordinate(_ pixel: Pixel) -> Coordinate {
    projection.unproject(
      .init(
        x: middle.x + (pixel.x - width / 2) / scale, y: middle.y - (pixel.y - height / 2) / scale))
  }

  /// Returns the circle of `region` in pixels; `nil` where no part of it is visible.
  func circle(_ region: CircularRegion) -> (center: Pixel, radius: Double)? {
    let circle = projection.project(circleAround: region.center, radius: region.radius)
    guard let circle else { return nil }
    let (center, radius) = (pixel(circle.center), circle.radius * scale)
    let isInSight =
      center.x + radius > 0 && center.x - radius < width && center.y + radius > 0
      && center.y - radius < height
    return isInSight ? (center, radius) : nil
  }

  func contains(_ pixel: Pixel) -> Bool {
    0...width ~= pixel.x && 0...height ~= pixel.y
  }

  /// The metres of ground that a pixel in the middle covers.
  var metresPerPixel: Double {
    let (left, right) = (
      Pixel(x: width / 2 - 1, y: height / 2), Pixel(x: width / 2 + 1, y: height / 2)
    )
    return Geodesic(from: coordinate(left), to: coordinate(right)).distance / 2
  }

  /// The angle in degrees clockwise from straight up to north, in the middle.
  var north: Double {
    let here = coordinate(Pixel(x: width / 2, y: height / 2))
    let there = pixel(
      Coordinate(latitude: min(90, here.latitude + 1e-4), longitude: here.longitude))
    let (x, y) = (there.x - width / 2, height / 2 - there.y)
    return EarthVector(x: y, y: x, z: 0).longitude
  }
}

extension Double {
  func fixed(_ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let whole = Int64((magnitude * scale).rounded())
    let sign = self < 0 && whole > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let (head, tail) = whole.quotientAndRemainder(dividingBy: Int64(scale))
    let fraction = String(tail)
    return "\(sign)\(head)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
