import GeofenceBytes
import GeofenceCore

/// The places that are taken on a map, and the search for free ones for labels.
struct LabelPlacer {
  private struct Box {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double

    func meets(_ other: Box) -> Bool {
      left < other.right && right > other.left && top < other.bottom && bottom > other.top
    }
  }

  private let width: Double
  private let height: Double
  private var taken: [Box]

  init(_ frame: MapFrame) {
    (width, height) = (frame.width, frame.height)
    // The scale bar and the north arrow lie in the lower left corner.
    taken = [Box(left: 0, top: height - 82, right: 130, bottom: height)]
  }

  mutating func take(around pixel: MapFrame.Pixel, size: Double) {
    taken.append(
      Box(
        left: pixel.x - size, top: pixel.y - size, right: pixel.x + size, bottom: pixel.y + size))
  }

  /// Takes the first free place for a label around a circle, and returns its upper left corner.
  ///
  /// - Parameters:
  ///   - size: the width and height of the label in pixels.
  ///   - radius: the radius of the circle that it must not cover, in pixels.
  /// - Returns: `nil` where no place around the circle is free.
  mutating func place(
    _ size: (width: Double, height: Double), around center: MapFrame.Pixel, radius: Double
  ) -> MapFrame.Pixel? {
    let (gap, x, y) = (radius + 4, center.x, center.y)
    let diagonal = radius * 0.71 + 3
    let corners = [
      (x - size.width / 2, y - gap - size.height), (x - size.width / 2, y + gap),
      (x + gap, y - size.height / 2), (x - gap - size.width, y - size.height / 2),
      (x + diagonal, y - diagonal - size.height), (x + diagonal, y + diagonal),
      (x - diagonal - size.width, y - diagonal - size.height),
      (x - diagonal - size.width, y + diagonal),
    ]
    let boxes = corners.map { left, top in
      Box(left: left, top: top, right: left + size.width, bottom: top + size.height)
    }
    let free = boxes.first { box in
      box.left >= 2 && box.top >= 2 && box.right <= width - 2 && box.bottom <= height - 2
        && !taken.contains(where: box.meets)
    }
    guard let free else { return nil }
    taken.append(free)
    return MapFrame.Pixel(x: free.left, y: free.top)
  }
}

/// The names of regions on the map, as many as fit without touching each other or a sign.
///
/// Lost regions come first, then those that are involved, then the large ones.
struct PictureNames {
  private static let most = 60
  private static let longestLine = 28
  private static let mostLines = 4
  private static let lineHeight = 14.0

  private var names: [(isLost: Bool, text: String)] = []

  init(_ scene: PictureScene, _ frame: MapFrame, _ placer: inout LabelPlacer) {
    let report = scene.run.report
    let ranked = report.circles.map { region in
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
      let lines = Self.lines(of: report.label(of: region.identifier).short)
      let width = Double(lines.map(\.count).max() ?? 0) * 6.8 + 4
      let size = (width: width, height: Double(lines.count) * Self.lineHeight)
      guard let corner = placer.place(size, around: center, radius: max(radius, 2)) else {
        continue
      }
      for (number, line) in lines.enumerated() {
        let y = corner.y + Double(number + 1) * Self.lineHeight - 3
        names.append((rank == 0, PictureGroup.words(line, x: corner.x + width / 2, y: y)))
      }
    }
  }

  var text: String {
    PictureGroup.names.text(names.filter { !$0.isLost }.map(\.text))
      + PictureGroup.lostNames.text(names.filter(\.isLost).map(\.text))
  }

  /// Returns a name in lines, broken between words where there are any.
  private static func lines(of name: String) -> ArraySlice<String> {
    let parts = name.split(separator: " ").flatMap { word in
      stride(from: 0, to: word.count, by: longestLine).map {
        String(word.dropFirst($0).prefix(longestLine))
      }
    }
    return parts.joined(separator: " ").wrapped(to: longestLine).prefix(mostLines)
  }
}
