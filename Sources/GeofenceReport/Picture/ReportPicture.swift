import GeofenceBytes
import GeofenceCore
import GeofenceWriting

extension Report {
  /// The map of the report as a still SVG, for a README or a pull request.
  package var svg: String { ReportPicture(best).document }
}

/// A picture of the tracks coloured by time, of every visible region by the part that it plays, of
/// location updates, and of events and losses as pins.
///
/// It is the map of the picture, of a page without scripts, and of a page on paper.
final class ReportPicture {
  private let report: Report
  private let frame: MapFrame
  private let map: String
  private let legend: PictureLegend
  private static let shades = 24
  /// The largest number of points of all tracks together, chosen so that a README can carry the
  /// file.
  private static let points = 10_000
  private static let updates = 2000

  init(_ run: ReportedRun) {
    let (scene, report) = (PictureScene(run), run.report)
    let frame = MapFrame(
      around: report.devices.map { $0.path.vertices.map(\.coordinate) } + [scene.misleadingPlaces],
      scene.framed, report.circles)
    let limit = Self.points / max(1, report.devices.count)
    let lines = report.devices.map { PictureLine($0.path, frame, limit: limit) }
    (self.report, self.frame) = (report, frame)
    var placer = LabelPlacer(frame)
    let pins = PicturePins(run, frame, lines, &placer)
    let names = PictureNames(scene, frame, &placer)
    let causes = pins.causes(&placer)
    legend = PictureLegend(
      scene, pins, width: frame.width, hasGaps: lines.contains { !$0.gaps.isEmpty })
    map =
      Self.basemap(report, frame)
      + Self.circles(scene, frame) + Self.tracks(report, lines)
      + Self.updates(run, lines, frame) + pins.text + pins.marks + names.text + causes
      + Self.scale(frame)
  }

  var document: String {
    let lines = report.headline.wrapped(to: Int(frame.width / 9))
    let head = Double(lines.count) * 20 + 14
    let (width, height) = (frame.width.plain, (frame.height + head + legend.height).plain)
    let title = lines.enumerated().map { number, line in
      "<tspan x=\"10\" y=\"\(22 + number * 20)\">\(line.html)</tspan>"
    }.joined()
    return """
      <svg class="still" xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(report.title.html): \(report.headline.html)</title>
      <style>
      \(PictureGroup.darkStyle)
      </style>
      <rect class="page" width="\(width)" height="\(height)" fill="\(Palette.page.light)"/>
      <g font-family="sans-serif">
      <g class="legend" fill="\(Palette.text.light)" font-size="15" font-weight="bold">
      <text>\(title)</text>
      </g>
      <svg y="\(head.plain)" \(parts(below: head))
      </g>
      </svg>

      """
  }

  /// The map for a page, as wide as there is room and never stretched, with or without styles.
  var figure: String {
    let (width, height) = (frame.width.plain, (frame.height + legend.height).plain)
    return """
      <svg class="still" width="100%" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img" aria-label="Map of the track and the regions">
      <rect class="page" width="100%" height="100%" fill="\(Palette.page.light)"/>
      <g font-family="sans-serif">
      <svg \(parts(below: 0))
      </g></svg>
      """
  }

  /// Returns the map from its size on, and the legend beneath it.
  private func parts(below head: Double) -> String {
    """
    width="\(frame.width.plain)" height="\(frame.height.plain)">
    <g font-size="12">
    \(map)</g>
    </svg>
    <g transform="translate(0 \((head + frame.height).plain))">
    \(legend.text)</g>
    """
  }

  // MARK: layers

  private static func basemap(_ report: Report, _ frame: MapFrame) -> String {
    let shapes = report.basemap?.shapes ?? []
    return [true, false].map { isArea in
      (isArea ? PictureGroup.areas : .roads).text(
        shapes.filter { $0.isArea == isArea }.map { shape in
          PictureGroup.polyline(shape.places.map(frame.pixel))
        })
    }.joined()
  }

  /// Returns the circles and the shapes of the regions; regions where something went wrong are
  /// drawn over the others.
  private static func circles(_ scene: PictureScene, _ frame: MapFrame) -> String {
    var elements: [PictureScene.Role: [String]] = [:]
    var drawn: Set<MapFrame.Pixel> = []
    for region in scene.run.report.circles {
      guard let (center, radius) = frame.circle(region) else { continue }
      // Of many circles that are as small as a dot, one in each place is all that can be seen.
      if scene.run.report.circles.count > 2000, radius < 4,
        !drawn.insert(.init(x: (center.x / 4).rounded(), y: (center.y / 4).rounded())).inserted,
        !scene.involved.contains(region.identifier)
      {
        continue
      }
      elements[scene.role(of: region.identifier), default: []].append(
        "<circle cx=\"\(center.x.fixed(1))\" cy=\"\(center.y.fixed(1))\" "
          + "r=\"\(max(1.5, radius).fixed(1))\"/>")
      for ring in region.shape?.rings ?? [] {
        elements[scene.role(of: region.identifier), default: []].append(
          PictureGroup.polyline((ring + ring.prefix(1)).map(frame.pixel)))
      }
    }
    return PictureScene.Role.allCases.reversed().map { role in
      role.appearance.group.text(elements[role] ?? [])
    }.joined()
  }

  private static func tracks(_ report: Report, _ lines: [PictureLine]) -> String {
    guard let times = report.audit.input.times else { return "" }
    // The page says which devices are shown.
    let lines = ReportDocument.records(report, ReportDocument.Limits().devices).map { lines[$0] }
    return PictureGroup.gaps.text(
      lines.flatMap { $0.gaps.map { PictureGroup.polyline($0) } })
      + PictureGroup.casing.text(
        lines.flatMap { $0.stretches.map { PictureGroup.polyline($0.map(\.pixel)) } })
      + PictureGroup.track.text(
        lines.flatMap { line in
          line.shades(Self.shades, of: times).map {
            let colour = colour(Double($0.shade) / Double(shades - 1))
            return PictureGroup.polyline($0.pixels, " stroke=\"\(colour)\"")
          }
        })
  }

  private static func updates(_ run: ReportedRun, _ lines: [PictureLine], _ frame: MapFrame)
    -> String
  {
    var (links, dots): ([String], [String]) = ([], [])
    for (device, line) in zip(run.devices, lines) {
      for look in device.looks.prefix(Self.updates - dots.count) {
        let (seen, place) = (frame.pixel(look.place), line.pixel(at: look.time))
        guard frame.contains(seen) else { continue }
        if seen.steps(to: place) > 3 {
          links.append(PictureGroup.polyline([seen, place]))
        }
        dots.append(
          "<rect x=\"\((seen.x - 2).fixed(1))\" y=\"\((seen.y - 2).fixed(1))\" width=\"4\" "
            + "height=\"4\"/>")
      }
    }
    return PictureGroup.updateLines.text(links) + PictureGroup.updates.text(dots)
  }

  /// Returns the colour of a share of the time, from blue over green to yellow.
  static func colour(_ share: Double) -> String {
    let ramp = [[67.0, 97, 214], [30, 160, 140], [222, 160, 20]]
    let place = share * 2
    let (low, high) = place < 1 ? (ramp[0], ramp[1]) : (ramp[1], ramp[2])
    let part = place < 1 ? place : place - 1
    let parts = zip(low, high).map { Int(($0 + part * ($1 - $0)).rounded()) }
    return "rgb(\(parts[0]),\(parts[1]),\(parts[2]))"
  }

  private static func scale(_ frame: MapFrame) -> String {
    let perPixel = frame.metresPerPixel
    var length = 1.0
    while length < perPixel * 70 {
      let power = length
      length = [2, 5, 10].map { power * $0 }.first { $0 >= perPixel * 70 } ?? power * 10
    }
    let (pixels, y) = (length / perPixel, frame.height - 16)
    let label = length >= 1000 ? "\((length / 1000).plain) km" : "\(length.plain) m"
    let turn = "translate(27 \((y - 46).plain)) rotate(\(frame.north.fixed(1)))"
    return PictureGroup.scale.text([
      "<path d=\"M14 \((y - 5).plain)V\(y.plain)h\(pixels.fixed(1))v-5\"/>",
      "<path transform=\"\(turn)\" d=\"M0-15 6 8 0 4-6 8z\"/>",
    ])
      + PictureGroup.scaleLabels.text([
        "<text x=\"18\" y=\"\((y - 6).plain)\">\(label)</text>",
        "<text transform=\"\(turn)\" x=\"-4\" y=\"21\">N</text>",
      ])
  }
}
