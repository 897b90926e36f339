import GeofenceCore

/// Parallels and meridians at round degrees.
struct Graticule {
  struct Line {
    let label: String
    let points: [MapFrame.Pixel]
    /// Where its label stands, if anywhere.
    let labelPlace: MapFrame.Pixel?
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
          frame, label: Self.label(parallel, "N", "S"), isLeft: true, from: longitudes.lowerBound,
          to: longitudes.upperBound
        ) { Coordinate(latitude: parallel.degrees, longitude: here.longitude + $0) }
      }
      + Self.multiples(in: longitudes, from: here.longitude).map { meridian in
        let longitude = meridian.degrees.remainder(dividingBy: 360)
        return Self.line(
          frame, label: Self.label((longitude, meridian.digits), "E", "W"), isLeft: false,
          from: reach.lowerBound, to: reach.upperBound
        ) { Coordinate(latitude: $0, longitude: longitude) }
      }
  }

  /// The round degrees in a range of at most about seven of them.
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

  private static func label(
    _ angle: (degrees: Double, digits: Int), _ positive: String, _ negative: String
  ) -> String {
    let text = angle.degrees.magnitude.fixed(angle.digits)
    guard angle.degrees.magnitude < 180 else { return "\(text)°" }
    return "\(text)°\(angle.degrees < 0 ? negative : positive)"
  }

  /// - Parameter isLeft: whether the label stands at the left end, not at the lower one.
  private static func line(
    _ frame: MapFrame, label: String, isLeft: Bool, from start: Double, to end: Double,
    _ place: (Double) -> Coordinate
  ) -> Line {
    let points = (0...60).map { frame.pixel(place(start + (end - start) * Double($0) / 60)) }
    let candidates = points.filter {
      2...(frame.width - 50) ~= $0.x && 14...(frame.height - 4) ~= $0.y
        // The scale bar and the north arrow stand there.
        && ($0.x > 180 || $0.y < frame.height - 75)
    }
    return Line(
      label: label, points: points,
      labelPlace: isLeft ? candidates.min { $0.x < $1.x } : candidates.max { $0.y < $1.y })
  }
}

extension ClosedRange<Double> {
  fileprivate func including(_ value: Double) -> Self {
    Swift.min(lowerBound, value)...Swift.max(upperBound, value)
  }
}

extension Double {
  /// With exactly so many digits after the point.
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
