import GeofenceCore

/// The track of one device in pixels.
struct PictureLine {
  struct Point {
    let time: Timestamp
    let pixel: MapFrame.Pixel
    /// True if the path from the previous point is unknown.
    let endsGap: Bool
  }

  let points: [Point]

  /// Creates a line within half a pixel of the track at every moment, as far as `limit` points
  /// suffice.
  init(_ path: TrackPath, _ frame: MapFrame, limit: Int) {
    var tolerance = max(0.001, 0.5 / frame.scale - path.error)
    var path = path.thinned(by: tolerance)
    while path.vertices.count > max(limit, 2) {
      tolerance *= 2
      path = path.thinned(by: tolerance)
    }
    points = path.vertices.map {
      Point(time: $0.time, pixel: frame.pixel($0.coordinate), endsGap: $0.endsGap)
    }
  }

  func pixel(at time: Timestamp) -> MapFrame.Pixel {
    let next = points.partitioningIndex { $0.time > time }
    guard next > 0 else { return points.first?.pixel ?? MapFrame.Pixel(x: 0, y: 0) }
    let start = points[next - 1]
    guard next < points.count else { return start.pixel }
    let end = points[next]
    let share = (time - start.time).seconds / (end.time - start.time).seconds
    return MapFrame.Pixel(
      x: start.pixel.x + share * (end.pixel.x - start.pixel.x),
      y: start.pixel.y + share * (end.pixel.y - start.pixel.y))
  }

  var stretches: [ArraySlice<Point>] {
    var stretches: [ArraySlice<Point>] = []
    var start = points.startIndex
    for index in points.indices.dropFirst() where points[index].endsGap {
      stretches.append(points[start..<index])
      start = index
    }
    return stretches + [points[start...]]
  }

  var gaps: [[MapFrame.Pixel]] {
    points.indices.dropFirst().filter { points[$0].endsGap }
      .map { [points[$0 - 1].pixel, points[$0].pixel] }
  }

  /// Returns the parts of the line in each of `count` equal shares of `times`, with the number of
  /// the share.
  ///
  /// The last point of one part is the first point of the next.
  func shades(_ count: Int, of times: ClosedRange<Timestamp>) -> [(
    shade: Int, pixels: [MapFrame.Pixel]
  )] {
    let duration = max((times.upperBound - times.lowerBound).seconds, 0.001)
    let share = { (time: Timestamp) in
      min(count - 1, Int((time - times.lowerBound).seconds / duration * Double(count)))
    }
    var parts: [(shade: Int, pixels: [MapFrame.Pixel])] = []
    for stretch in stretches {
      guard let first = stretch.first else { continue }
      parts.append((share(first.time), [first.pixel]))
      for (start, end) in zip(stretch, stretch.dropFirst()) {
        for next in share(start.time)..<share(end.time) {
          let seconds = duration * Double(next + 1) / Double(count)
          let pixel = pixel(at: times.lowerBound + Interval(seconds: seconds))
          parts[parts.count - 1].pixels.append(pixel)
          parts.append((next + 1, [pixel]))
        }
        parts[parts.count - 1].pixels.append(end.pixel)
      }
    }
    return parts
  }
}
