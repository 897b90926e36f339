import GeofenceCore
import GeofenceFormats

extension Report {
  /// The map of the report as a still SVG, for a README or a pull request.
  public var svg: String { ReportPicture(self).text }
}

/// The track coloured by time, every region in sight, the events and the losses as pins.
struct ReportPicture {
  private let report: Report
  private let frame: MapFrame
  /// One for each device.
  private let lines: [Line]
  private let lost: Set<RegionIdentifier>
  /// Those that the device came to or that something happened to.
  private let mattering: Set<RegionIdentifier>
  private static let width = 960.0
  private static let height = 600.0
  private static let head = 34.0
  private static let shades = 24
  private static let names = 60
  private static let longestName = 32
  /// Of all tracks together: what a README can carry.
  private static let points = 10_000

  init(_ report: Report) {
    self.report = report
    let lost = Set(report.strategy.losses.map(\.crossing.region))
    let mattering = lost.union(report.devices.flatMap { $0.stays.map(\.region) })
    (self.lost, self.mattering) = (lost, mattering)
    frame = MapFrame(
      width: Self.width, height: Self.height,
      around: report.devices.map { $0.path.vertices.map(\.coordinate) },
      report.regions.filter { mattering.contains($0.identifier) }.map { $0 })
    let limit = Self.points / max(1, report.devices.count)
    lines = report.devices.map { [frame] in Line($0.path, frame, limit: limit) }
  }

  var text: String {
    let (width, height) = (Self.width.plain, (Self.height + Self.head).plain)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(XMLText.escaped(report.title)): \(XMLText.escaped(report.headline))</title>
      <style>
      \(Self.style)
      </style>
      <rect class="page" width="\(width)" height="\(height)"/>
      <text class="headline" x="10" y="22">\(XMLText.escaped(report.headline))</text>
      <svg y="\(Self.head.plain)" width="\(width)" height="\(Self.height.plain)">
      \((graticule + circles + tracks + pins + regionNames + scale).joined(separator: "\n"))
      </svg>
      </svg>

      """
  }

  private static let style = """
    .page { fill: #fff } .headline { font: bold 15px sans-serif; fill: #1c2430 }
    text { font: 12px sans-serif; fill: #1c2430 }
    .grid { fill: none; stroke: #e3e7ec } .gridlabel { font-size: 11px; fill: #5c6675 }
    .region { fill: none; stroke: #9aa4b2; stroke-dasharray: 4 3; stroke-width: 1.2 }
    .lost { stroke: #d11a2a; stroke-width: 1.6; fill: #d11a2a; fill-opacity: .1 }
    .track { fill: none; stroke-width: 4; stroke-linecap: round; stroke-linejoin: round }
    .casing { stroke: #fff; stroke-width: 7 }
    .name, .pin { text-anchor: middle; paint-order: stroke; stroke: #fff; stroke-width: 3px }
    .missed { fill: #d11a2a } .enter { fill: #14804a } .exit { fill: #a05a00 }
    .pin { font-weight: bold; dominant-baseline: central }
    .scale { fill: none; stroke: #1c2430; stroke-width: 1.5 } .north { fill: #1c2430 }
    @media (prefers-color-scheme: dark) {
    .page { fill: #12161c } text, .headline, .north { fill: #e6eaf0 }
    .grid { stroke: #262e39 } .gridlabel { fill: #9aa6b6 } .scale { stroke: #e6eaf0 }
    .name, .pin, .casing { stroke: #12161c }
    .missed { fill: #ff5f6b } .enter { fill: #3ecf8e } .exit { fill: #f0a94a }
    }
    """

  private var graticule: [String] {
    Graticule(frame).lines.flatMap { line in
      let label = line.labelPlace.map {
        "<text class=\"gridlabel\" x=\"\(($0.x + 3).fixed(1))\" y=\"\(($0.y - 3).fixed(1))\">"
          + "\(line.label)</text>"
      }
      return ["<polyline class=\"grid\" points=\"\(Self.points(line.points))\"/>"]
        + (label.map { [$0] } ?? [])
    }
  }

  private var circles: [String] {
    // What was lost is drawn over the rest.
    let ordered =
      report.regions.filter { !lost.contains($0.identifier) }
      + report.regions.filter { lost.contains($0.identifier) }
    return ordered.compactMap { region in
      guard let (center, radius) = frame.circle(region) else { return nil }
      let kind = lost.contains(region.identifier) ? "lost" : "region"
      return "<circle class=\"\(kind)\" cx=\"\(center.x.fixed(1))\" cy=\"\(center.y.fixed(1))\" "
        + "r=\"\(max(1.5, radius).fixed(1))\"/>"
    }
  }

  /// The line of each device, in a shade for each part of the time.
  private var tracks: [String] {
    guard let times = report.audit.input.times else { return [] }
    let duration = max((times.upperBound - times.lowerBound).seconds, 0.001)
    return lines.flatMap { line -> [String] in
      var parts: [(shade: Int, points: [MapFrame.Pixel])] = []
      for (time, pixel) in line.points {
        let share = (time - times.lowerBound).seconds / duration
        let shade = min(Self.shades - 1, Int(share * Double(Self.shades)))
        if let part = parts.last, part.shade != shade, let last = part.points.last {
          parts.append((shade, [last, pixel]))
        } else if parts.isEmpty {
          parts.append((shade, [pixel]))
        } else {
          parts[parts.count - 1].points.append(pixel)
        }
      }
      return [
        "<polyline class=\"track casing\" points=\"\(Self.points(line.points.map(\.pixel)))\"/>"
      ]
        + parts.map {
          "<polyline class=\"track\" stroke=\"\(Self.colour($0.shade))\" "
            + "points=\"\(Self.points($0.points))\"/>"
        }
    }
  }

  /// From blue over green to yellow.
  private static func colour(_ shade: Int) -> String {
    let ramp = [[67.0, 97, 214], [30, 160, 140], [222, 160, 20]]
    let place = Double(shade) / Double(shades - 1) * 2
    let (low, high) = place < 1 ? (ramp[0], ramp[1]) : (ramp[1], ramp[2])
    let share = place < 1 ? place : place - 1
    let parts = zip(low, high).map { Int(($0 + share * ($1 - $0)).rounded()) }
    return "rgb(\(parts[0]),\(parts[1]),\(parts[2]))"
  }

  private struct Pin {
    let pixel: MapFrame.Pixel
    let kind: String
    let sign: String
    /// Made for those alone that are drawn.
    let text: () -> String
  }

  /// Events and losses; where they lie on each other a loss stands for all.
  private var pins: [String] {
    var taken: Set<[Int]> = []
    var shown: [String] = []
    for pin in lossPins + eventPins where frame.contains(pin.pixel) {
      guard taken.insert([Int(pin.pixel.x / 11), Int(pin.pixel.y / 11)]).inserted else { continue }
      shown.append(
        "<text class=\"pin \(pin.kind)\" x=\"\(pin.pixel.x.fixed(1))\" "
          + "y=\"\(pin.pixel.y.fixed(1))\">\(pin.sign)<title>\(XMLText.escaped(pin.text()))</title>"
          + "</text>")
    }
    return shown.reversed()
  }

  private var lossPins: [Pin] {
    zip(report.devices, lines).flatMap { device, line in
      device.outcome.crossings.compactMap { crossing in
        crossing.loss.map { loss in
          Pin(
            pixel: line.pixel(at: crossing.time), kind: "missed", sign: "✕",
            text: {
              "\(crossing.time.rfc3339) \(crossing.name.rawValue) \(report.name(of: crossing.region)) lost: "
                + LossExplanation(cause: loss.cause, settings: report.settings).label
            })
        }
      }
    }
  }

  private var eventPins: [Pin] {
    zip(report.devices, lines).flatMap { device, line in
      device.events.compactMap { event in
        guard case .crossing(let crossing) = event.kind else { return nil }
        let isEnter = crossing.name == .enter
        return Pin(
          pixel: line.pixel(at: event.time), kind: isEnter ? "enter" : "exit",
          sign: isEnter ? "▼" : "▲",
          text: {
            "\(event.time.rfc3339) \(crossing.name.rawValue) "
              + report.name(of: crossing.region.identifier)
          })
      }
    }
  }

  /// What was lost first, then what the device came to, then the large ones.
  private var regionNames: [String] {
    let rank = { (region: CircularRegion) -> Int in
      lost.contains(region.identifier) ? 0 : mattering.contains(region.identifier) ? 1 : 2
    }
    let ordered = report.regions.sorted {
      (rank($0), -$0.radius, $0.identifier) < (rank($1), -$1.radius, $1.identifier)
    }
    var taken: [(x: Double, y: Double, half: Double)] = []
    var names: [String] = []
    for region in ordered {
      guard names.count < Self.names else { break }
      guard let (center, radius) = frame.circle(region), radius >= 3 || rank(region) < 2 else {
        continue
      }
      let name = report.name(of: region.identifier)
      let label =
        name.count > Self.longestName ? name.prefix(Self.longestName - 1) + "…" : name[...]
      let half = Double(label.count) * 3.5 + 3
      guard 2 * half < frame.width else { continue }
      let x = min(max(center.x, half), frame.width - half)
      let y = min(max(center.y - max(radius, 2) - 4, 14), frame.height - 4)
      let isFree = !taken.contains {
        ($0.x - x).magnitude < $0.half + half && ($0.y - y).magnitude < 15
      }
      guard isFree else { continue }
      taken.append((x, y, half))
      names.append(
        "<text class=\"name\(lost.contains(region.identifier) ? " missed" : "")\" "
          + "x=\"\(x.fixed(1))\" y=\"\(y.fixed(1))\">"
          + "\(XMLText.escaped(String(label)))</text>")
    }
    return names
  }

  private var scale: [String] {
    let perPixel = frame.metresPerPixel
    var length = 1.0
    while length < perPixel * 70 {
      let power = length
      length = [2, 5, 10].map { power * $0 }.first { $0 >= perPixel * 70 } ?? power * 10
    }
    let (pixels, y) = (length / perPixel, Self.height - 16)
    let label = length >= 1000 ? "\((length / 1000).plain) km" : "\(length.plain) m"
    return [
      "<path class=\"scale\" d=\"M14 \((y - 5).plain)V\(y.plain)h\(pixels.fixed(1))v-5\"/>",
      "<text x=\"14\" y=\"\((y - 6).plain)\">\(label)</text>",
      "<g transform=\"translate(27 \((y - 46).plain)) rotate(\(frame.north.fixed(1)))\">"
        + "<path class=\"north\" d=\"M0-15 6 8 0 4-6 8z\"/><text x=\"-4\" y=\"21\">N</text></g>",
    ]
  }

  private static func points(_ pixels: [MapFrame.Pixel]) -> String {
    pixels.map { "\($0.x.fixed(1)),\($0.y.fixed(1))" }.joined(separator: " ")
  }
}

/// A track in pixels.
private struct Line {
  let points: [(time: Timestamp, pixel: MapFrame.Pixel)]

  /// Within half a pixel of the track at every moment, as far as `limit` points are enough for it.
  init(_ path: TrackPath, _ frame: MapFrame, limit: Int) {
    var tolerance = max(0.001, 0.5 / frame.scale - path.error)
    var path = path.thinned(by: tolerance)
    while path.vertices.count > max(limit, 2) {
      tolerance *= 2
      path = path.thinned(by: tolerance)
    }
    points = path.vertices.map { ($0.time, frame.pixel($0.coordinate)) }
  }

  /// Where the device is at `time`; the middle of nothing where there is no fix.
  func pixel(at time: Timestamp) -> MapFrame.Pixel {
    let next = points.partitioningIndex { $0.time > time }
    guard next > 0 else { return points.first?.pixel ?? MapFrame.Pixel(x: 0, y: 0) }
    let (start, from) = points[next - 1]
    guard next < points.count else { return from }
    let (end, to) = points[next]
    let share = (time - start).seconds / (end - start).seconds
    return MapFrame.Pixel(
      x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y))
  }
}
