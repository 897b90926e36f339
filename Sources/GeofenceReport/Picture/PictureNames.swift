import GeofenceCore
import GeofenceFormats

/// The names of regions on the map, as many as fit without touching each other.
///
/// Lost regions come first, then those that a device reached, then the large ones.
struct PictureNames {
  private static let most = 60
  /// The length of the longest line, in characters.
  private static let longestLine = 28
  private static let mostLines = 4
  private static let lineHeight = 14.0

  private let frame: MapFrame
  private var taken: [(x: Double, bottom: Double, half: Double, height: Double)] = []
  private var names: [(isLost: Bool, text: String)] = []

  init(
    _ report: Report, _ frame: MapFrame, lost: Set<RegionIdentifier>,
    mattering: Set<RegionIdentifier>
  ) {
    self.frame = frame
    let ranked = report.regions.map { region in
      let isLost = lost.contains(region.identifier)
      return (rank: isLost ? 0 : mattering.contains(region.identifier) ? 1 : 2, region: region)
    }
    let ordered = ranked.sorted {
      ($0.rank, -$0.region.radius, $0.region.identifier)
        < ($1.rank, -$1.region.radius, $1.region.identifier)
    }
    for (rank, region) in ordered {
      guard taken.count < Self.most else { break }
      guard let (center, radius) = frame.circle(region), radius >= 3 || rank < 2 else { continue }
      add(report.name(of: region.identifier), isLost: rank == 0, center, radius)
    }
  }

  var text: String {
    PictureGroup.names.text(names.filter { !$0.isLost }.map(\.text))
      + PictureGroup.lostNames.text(names.filter(\.isLost).map(\.text))
  }

  private mutating func add(
    _ name: String, isLost: Bool, _ center: MapFrame.Pixel, _ radius: Double
  ) {
    let lines = Self.lines(of: name)
    let half = Double(lines.map(\.count).max() ?? 0) * 3.5 + 3
    let height = Double(lines.count) * Self.lineHeight
    let x = min(max(center.x, half), frame.width - half)
    let bottom = min(max(center.y - max(radius, 2) - 4, height), frame.height - 4)
    let isFree = !taken.contains {
      ($0.x - x).magnitude < $0.half + half && bottom - height < $0.bottom + 1
        && bottom + 1 > $0.bottom - $0.height
    }
    guard isFree else { return }
    taken.append((x, bottom, half, height))
    for (number, line) in lines.enumerated() {
      let y = bottom - Double(lines.count - 1 - number) * Self.lineHeight
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
