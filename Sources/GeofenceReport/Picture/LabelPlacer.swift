/// The places that are taken on a map, and the search for free ones for labels.
struct LabelPlacer {
  struct Box {
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
  private var taken: [Box] = []

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

  /// Takes the first free place for a label around a circle, and returns its left upper corner.
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
    for (left, top) in corners {
      let box = Box(
        left: left, top: top, right: left + size.width, bottom: top + size.height)
      guard left >= 2, top >= 2, box.right <= width - 2, box.bottom <= height - 2,
        !taken.contains(where: box.meets)
      else { continue }
      taken.append(box)
      return MapFrame.Pixel(x: left, y: top)
    }
    return nil
  }
}
