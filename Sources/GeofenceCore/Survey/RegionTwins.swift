/// Finds regions that agree with an earlier one, as exactly as Core Location compares.
struct RegionTwins {
  private let regions: [CircularRegion]
  private let agrees: (CircularRegion, CircularRegion) -> Bool
  /// The regions that have come, by their centres, without those that are the same in every digit and
  /// report nothing else.
  private var cells: [Cell: [Int]] = [:]

  /// Far wider than what is compared, in degrees: nearly every region is looked for in one cell.
  private static let width = 1e-4

  private struct Cell: Hashable {
    let latitude: Int
    let longitude: Int
  }

  /// - Parameter agrees: whether two regions are taken for one; their centres are, at least.
  init(
    in regions: [CircularRegion], where agrees: @escaping (CircularRegion, CircularRegion) -> Bool
  ) {
    self.regions = regions
    self.agrees = agrees
  }

  /// The first region that `number` agrees with, of those that were asked for before.
  ///
  /// - Complexity: O(k) for k regions within some metres that are not the same.
  mutating func twin(of number: Int) -> Int? {
    let region = regions[number]
    var first: Int?
    var isKnown = false
    for latitude in Self.cells(around: region.center.latitude) {
      for longitude in Self.cells(around: region.center.longitude) {
        for other in cells[Cell(latitude: latitude, longitude: longitude), default: []]
        where agrees(regions[other], region) {
          first = min(first ?? other, other)
          isKnown = isKnown || regions[other].hasAll(of: region)
        }
      }
    }
    if !isKnown {
      let cell = Cell(
        latitude: Self.cell(of: region.center.latitude),
        longitude: Self.cell(of: region.center.longitude))
      cells[cell, default: []].append(number)
    }
    return first
  }

  private static func cells(around degrees: Double) -> ClosedRange<Int> {
    // Twice what is compared, against rounding.
    cell(of: degrees - 2e-6)...cell(of: degrees + 2e-6)
  }

  private static func cell(of degrees: Double) -> Int { Int((degrees / width).rounded(.down)) }
}

extension CircularRegion {
  /// Whether it is the same circle in every digit, and reports whatever the other does.
  fileprivate func hasAll(of other: CircularRegion) -> Bool {
    center == other.center && radius == other.radius
      && (notifyOnEntry || !other.notifyOnEntry) && (notifyOnExit || !other.notifyOnExit)
  }
}
