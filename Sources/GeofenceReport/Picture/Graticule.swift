import GeofenceCore

/// The parallels and meridians of a map at round degrees.
struct Graticule {
  /// A parallel or meridian in pixels, with its label.
  struct Line {
    let label: String
    let points: [MapFrame.Pixel]
    /// The place of the label, at an edge of the frame where the line meets one.
    let labelPlace: LabelPlace?

    /// The label as SVG; `nil` where it has no place.
    var labelElement: String? {
      labelPlace.map {
        "<text x=\"\($0.pixel.x.fixed(1))\" y=\"\($0.pixel.y.fixed(1))\" "
          + "text-anchor=\"\($0.anchor)\">\(label)</text>"
      }
    }
  }

  let lines: [Line]
  private static let steps: [(degrees: Double, digits: Int)] = [
    (0.0001, 4), (0.0002, 4), (0.0005, 4), (0.001, 3), (0.002, 3), (0.005, 3), (0.01, 2),
    (0.02, 2), (0.05, 2), (0.1, 1), (0.2, 1), (0.5, 1), (1, 0), (2, 0), (5, 0), (10, 0), (15, 0),
    (30, 0), (45, 0), (60, 0), (90, 0),
  ]

  init(_ frame: MapFrame) {
    let here = frame.coordinate(.init(x: frame.width / 2, y: frame.height / 2))
    var latitudes = here.latitude...here.latitude
    var longitudes = 0.0...0.0
    for i in 0...10 {
      for j in 0...8 {
        let place = frame.coordinate(
          .init(x: frame.width * Double(i) / 10, y: frame.height * Double(j) / 8))
        latitudes = latitudes.including(place.latitude)
        longitudes = longitudes.including(
          (place.longitude - here.longitude).remainder(dividingBy: 360))
      }
    }
    for pole in [90.0, -90] where frame.contains(frame.pixel(.init(latitude: pole, longitude: 0))) {
      longitudes = -180...180
      latitudes = latitudes.including(pole)
    }
    let margin = (latitudes.upperBound - latitudes.lowerBound) / 20
    let reach =
      max(-90, latitudes.lowerBound - margin)...min(90, latitudes.upperBound + margin)
    lines =
      Self.multiples(in: latitudes).filter { $0.degrees.magnitude < 90 }.map { parallel in
        Self.line(
          frame, label: Self.label(parallel, "N", "S"), isParallel: true,
          from: longitudes.lowerBound,
          to: longitudes.upperBound
        ) { Coordinate(latitude: parallel.degrees, longitude: here.longitude + $0) }
      }
      + Self.multiples(in: longitudes, from: here.longitude).map { meridian in
        let longitude = meridian.degrees.remainder(dividingBy: 360)
        return Self.line(
          frame, label: Self.label((longitude, meridian.digits), "E", "W"), isParallel: false,
          from: reach.lowerBound, to: reach.upperBound
        ) { Coordinate(latitude: $0, longitude: longitude) }
      }
  }

  /// Returns the round degrees in a range, about seven at most, with the number of digits to print.
  private static func multiples(in range: ClosedRange<Double>, from origin: Double = 0) -> [(
    degrees: Double, digits: Int
  )] {
    let span = range.upperBound - range.lowerBound
    let step = steps.first { span / $0.degrees <= 7 } ?? (90, 0)
    var multiples: [(degrees: Double, digits: Int)] = []
    var number = ((origin + range.lowerBound) / step.degrees).rounded(.up)
    while number * step.degrees <= origin + range.upperBound, multiples.count < 40 {
      multiples.append((number * step.degrees, step.digits))
      number += 1
    }
    return multiples
  }

  /// Returns the label of an angle in degrees, with a letter for its side.
  private static func label(
    _ angle: (degrees: Double, digits: Int), _ positive: String, _ negative: String
  ) -> String {
    let text = angle.degrees.magnitude.fixed(angle.digits)
    guard angle.degrees.magnitude < 180 else { return "\(text)°" }
    return "\(text)°\(angle.degrees < 0 ? negative : positive)"
  }

  /// Returns a parallel or meridian as a line of 61 points, from `start` to `end` in degrees.
  ///
  /// - Parameter isParallel: `true` to label the left edge, `false` to label the lower one.
  private static func line(
    _ frame: MapFrame, label: String, isParallel: Bool, from start: Double, to end: Double,
    _ place: (Double) -> Coordinate
  ) -> Line {
    let points = (0...60).map { frame.pixel(place(start + (end - start) * Double($0) / 60)) }
    let edges = isParallel ? [Edge.left, .right] : [.bottom, .top]
    let crossings = edges.flatMap { edge in
      zip(points, points.dropFirst()).compactMap { edge.crossing($0, $1, in: frame) }
        .map { (edge, $0) }
    }
    return Line(
      label: label, points: points,
      labelPlace: crossings.isEmpty
        ? innerPlace(points, frame, isParallel)
        : crossings.lazy.compactMap { $0.label(at: $1, in: frame) }.first)
  }

  /// Returns a label's place at the end of a line that meets no edge, such as a parallel around a
  /// pole.
  private static func innerPlace(
    _ points: [MapFrame.Pixel], _ frame: MapFrame, _ isParallel: Bool
  ) -> LabelPlace? {
    let candidates = points.filter {
      2...(frame.width - 50) ~= $0.x && 14...(frame.height - 4) ~= $0.y
        && ($0.x > 180 || $0.y < frame.height - 75)
    }
    let end = isParallel ? candidates.min { $0.x < $1.x } : candidates.max { $0.y < $1.y }
    return end.map { .init(pixel: .init(x: $0.x + 3, y: $0.y - 3), anchor: "start") }
  }
}

/// The place of a label and its alignment there.
struct LabelPlace: Hashable {
  let pixel: MapFrame.Pixel
  /// The value of the SVG attribute `text-anchor`.
  let anchor: String
}

/// A side of the frame of a map.
private enum Edge {
  case left, right, bottom, top

  /// Returns the pixel at which a line crosses this side between two of its points.
  func crossing(_ start: MapFrame.Pixel, _ end: MapFrame.Pixel, in frame: MapFrame)
    -> MapFrame.Pixel?
  {
    let isSide = self == .left || self == .right
    let edge = self == .right ? frame.width : self == .bottom ? frame.height : 0
    let (from, to) = isSide ? (start.x, end.x) : (start.y, end.y)
    guard from != to, min(from, to)...max(from, to) ~= edge else { return nil }
    let share = (edge - from) / (to - from)
    return .init(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
  }

  /// Returns the label's place for a line that crosses this side.
  ///
  /// The place is `nil` where the label would leave the frame, or cover the scale bar and the north
  /// arrow in the lower left corner.
  func label(at crossing: MapFrame.Pixel, in frame: MapFrame) -> LabelPlace? {
    let (x, y) = (crossing.x, crossing.y)
    switch self {
    case .left where 14...(frame.height - 80) ~= y:
      return LabelPlace(pixel: .init(x: 3, y: y - 3), anchor: "start")
    case .right where 14...(frame.height - 12) ~= y:
      return LabelPlace(pixel: .init(x: frame.width - 3, y: y - 3), anchor: "end")
    case .bottom where 190...(frame.width - 60) ~= x:
      return LabelPlace(pixel: .init(x: x + 3, y: frame.height - 4), anchor: "start")
    case .top where 0...(frame.width - 60) ~= x:
      return LabelPlace(pixel: .init(x: x + 3, y: 12), anchor: "start")
    default: return nil
    }
  }
}

extension ClosedRange<Double> {
  fileprivate func including(_ value: Double) -> Self {
    Swift.min(lowerBound, value)...Swift.max(upperBound, value)
  }
}

extension Double {
  /// Returns the number with exactly `digits` digits after the point.
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
