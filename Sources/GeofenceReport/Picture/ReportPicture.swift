import GeofenceCore
import GeofenceFormats

extension Report {
  /// The map of the report as a still SVG, for a README or a pull request.
  public var svg: String { ReportPicture(self).document }
}

/// A picture of the track coloured by time, of every visible region, and of events and losses as
/// pins.
struct ReportPicture {
  private let report: Report
  private let frame: MapFrame
  /// The lines of the devices, one for each device.
  private let lines: [PictureLine]
  private let lost: Set<RegionIdentifier>
  /// The regions that a device reached or that have a loss.
  private let mattering: Set<RegionIdentifier>
  /// The width and the height of the map, and the height of the headline above it, in pixels.
  private static let width = 960.0
  private static let height = 600.0
  private static let head = 34.0
  private static let shades = 24
  /// The largest number of points of all tracks together, chosen so that a README can carry the
  /// file.
  private static let points = 10_000

  init(_ report: Report) {
    self.report = report
    let lost = Set(report.strategy.account.losses.map { report.audit.names[Int($0.region)] })
    let mattering = lost.union(report.devices.flatMap { $0.stays.map(\.region) })
    (self.lost, self.mattering) = (lost, mattering)
    frame = MapFrame(
      width: Self.width, height: Self.height,
      around: report.devices.map { $0.path.vertices.map(\.coordinate) },
      report.regions.filter { mattering.contains($0.identifier) }.map { $0 })
    let limit = Self.points / max(1, report.devices.count)
    lines = report.devices.map { [frame] in PictureLine($0.path, frame, limit: limit) }
  }

  /// The picture as a file of its own, with the headline.
  var document: String {
    let (width, height) = (Self.width.plain, (Self.height + Self.head).plain)
    return """
      <svg class="still" xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(XMLText.escaped(report.title)): \(XMLText.escaped(report.headline))</title>
      <style>
      \(PictureGroup.darkStyle)
      </style>
      <rect class="page" width="\(width)" height="\(height)" fill="#fff"/>
      <text class="headline" x="10" y="22" fill="#1c2430" font-family="sans-serif" font-size="15" \
      font-weight="bold">\(XMLText.escaped(report.headline))</text>
      <svg y="\(Self.head.plain)" width="\(width)" height="\(Self.height.plain)">
      \(map)</svg>
      </svg>

      """
  }

  /// The map for a page, as wide as there is room and never stretched, with or without styles.
  var figure: String {
    """
    <svg class="still" width="100%" height="\(Self.height.plain)" \
    viewBox="0 0 \(Self.width.plain) \(Self.height.plain)" role="img" \
    aria-label="Map of the track and the regions">
    <rect class="page" width="100%" height="100%" fill="#fff"/>
    \(map)</svg>
    """
  }

  private var map: String {
    let graticule = Graticule(frame)
    return "<g font-family=\"sans-serif\" font-size=\"12\">\n" + basemap
      + PictureGroup.grid.text(graticule.lines.map { PictureGroup.polyline($0.points) })
      + circles + tracks + PicturePins(report, frame, lines).text
      + PictureNames(report, frame, lost: lost, mattering: mattering).text
      + PictureGroup.gridLabels.text(graticule.lines.compactMap(\.labelElement))
      + scale + "</g>\n"
  }

  /// The user's own areas and lines as SVG.
  private var basemap: String {
    let shapes = report.basemap?.shapes ?? []
    return [true, false].map { isArea in
      (isArea ? PictureGroup.areas : .roads).text(
        shapes.filter { $0.isArea == isArea }.map { shape in
          PictureGroup.polyline(shape.places.map(frame.pixel))
        })
    }.joined()
  }

  private var circles: String {
    let elements = { (regions: [CircularRegion]) in
      regions.compactMap { region -> String? in
        guard let (center, radius) = frame.circle(region) else { return nil }
        return "<circle cx=\"\(center.x.fixed(1))\" cy=\"\(center.y.fixed(1))\" "
          + "r=\"\(max(1.5, radius).fixed(1))\"/>"
      }
    }
    // Lost regions are drawn over the others.
    return PictureGroup.regions.text(
      elements(report.regions.filter { !lost.contains($0.identifier) }))
      + PictureGroup.lostRegions.text(
        elements(report.regions.filter { lost.contains($0.identifier) }))
  }

  /// The line of each device, with a shade for each part of the time.
  private var tracks: String {
    guard let times = report.audit.input.times else { return "" }
    return PictureGroup.gaps.text(
      lines.flatMap { $0.gaps.map { PictureGroup.polyline($0) } })
      + PictureGroup.casing.text(
        lines.flatMap { $0.stretches.map { PictureGroup.polyline($0.map(\.pixel)) } })
      + PictureGroup.track.text(
        lines.flatMap { line in
          line.shades(Self.shades, of: times).map {
            PictureGroup.polyline($0.pixels, " stroke=\"\(Self.colour($0.shade))\"")
          }
        })
  }

  /// Returns the colour of a shade, from blue over green to yellow.
  private static func colour(_ shade: Int) -> String {
    let ramp = [[67.0, 97, 214], [30, 160, 140], [222, 160, 20]]
    let place = Double(shade) / Double(shades - 1) * 2
    let (low, high) = place < 1 ? (ramp[0], ramp[1]) : (ramp[1], ramp[2])
    let share = place < 1 ? place : place - 1
    let parts = zip(low, high).map { Int(($0 + share * ($1 - $0)).rounded()) }
    return "rgb(\(parts[0]),\(parts[1]),\(parts[2]))"
  }

  private var scale: String {
    let perPixel = frame.metresPerPixel
    var length = 1.0
    while length < perPixel * 70 {
      let power = length
      length = [2, 5, 10].map { power * $0 }.first { $0 >= perPixel * 70 } ?? power * 10
    }
    let (pixels, y) = (length / perPixel, Self.height - 16)
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
