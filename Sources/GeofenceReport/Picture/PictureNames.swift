import GeofenceBytes
import GeofenceCore

/// The names of regions on the map, as many as fit without touching each other or a sign.
///
/// Lost regions come first, then those that are involved, then the large ones.
struct PictureNames {
  private static let most = 60
  private static let longestLine = 28
  private static let mostLines = 4
  private static let lineHeight = 14.0

  private let frame: MapFrame
  private var names: [(isLost: Bool, text: String)] = []

  init(_ scene: PictureScene, _ frame: MapFrame, _ placer: inout LabelPlacer) {
    self.frame = frame
    let report = scene.run.report
    let ranked = report.regions.map { region in
      let role = scene.role(of: region.identifier)
      let isInvolved = scene.involved.contains(region.identifier)
      return (rank: role.rawValue < 2 ? role.rawValue : isInvolved ? 2 : 3, region: region)
    }
    let ordered = ranked.sorted {
      ($0.rank, -$0.region.radius, $0.region.identifier)
        < ($1.rank, -$1.region.radius, $1.region.identifier)
    }
    var tries = 0
    for (rank, region) in ordered {
      guard names.count < Self.most, tries < 400 else { break }
      guard let (center, radius) = frame.circle(region), radius >= 3 || rank < 3 else { continue }
      tries += 1
      add(report.label(of: region.identifier).short, isLost: rank == 0, center, radius, &placer)
    }
  }

  var text: String {
    PictureGroup.names.text(names.filter { !$0.isLost }.map(\.text))
      + PictureGroup.lostNames.text(names.filter(\.isLost).map(\.text))
  }

  private mutating func add(
    _ name: String, isLost: Bool, _ center: MapFrame.Pixel, _ radius: Double,
    _ placer: inout LabelPlacer
  ) {
    let lines = Self.lines(of: name)
    let width = Double(lines.map(\.count).max() ?? 0) * 6.8 + 4
    let height = Double(lines.count) * Self.lineHeight
    guard let corner = placer.place((width, height), around: center, radius: max(radius, 2)) else {
      return
    }
    for (number, line) in lines.enumerated() {
      let y = corner.y + Double(number + 1) * Self.lineHeight - 3
      let x = corner.x + width / 2
      names.append(
        (
          isLost,
          "<text x=\"\(x.fixed(1))\" y=\"\(y.fixed(1))\">\(XMLText.escaped(line))</text>"
        ))
    }
  }

  /// Returns a name in lines, broken between words where there are any.
  static func lines(of name: String) -> [String] {
    var lines = [""]
    for word in name.split(separator: " ") {
      if lines[lines.count - 1].count + word.count < longestLine {
        lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? "\(word)" : " \(word)"
        continue
      }
      var rest = word
      while !rest.isEmpty {
        lines.append(String(rest.prefix(longestLine)))
        rest = rest.dropFirst(longestLine)
      }
    }
    return Array(lines.drop(while: \.isEmpty).prefix(mostLines))
  }
}
