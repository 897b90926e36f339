/// A search for regions that agree with an earlier one, as exactly as Core Location compares them.
struct RegionTwins {
  private let regions: [CircularRegion]
  private let agrees: (CircularRegion, CircularRegion) -> Bool
  /// The regions searched so far, by the cells of their centres.
  ///
  /// Regions that equal an earlier one in every digit and report no other event are left out.
  private var cells: [Cell: [Int]] = [:]

  /// The width of a cell in degrees, far wider than the compared difference, so that nearly every
  /// search needs one cell.
  private static let width = 1e-4

  private struct Cell: Hashable {
    let latitude: Int
    let longitude: Int
  }

  /// Creates a search among regions.
  ///
  /// - Parameter agrees: returns whether two regions count as one; regions that agree have centres
  ///   that agree.
  init(
    in regions: [CircularRegion], where agrees: @escaping (CircularRegion, CircularRegion) -> Bool
  ) {
    self.regions = regions
    self.agrees = agrees
  }

  /// Returns the first region that agrees with `number`, among those that were passed before.
  ///
  /// - Complexity: O(k) for k different regions within a few metres.
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
    // The margin is twice the compared difference, to be safe from rounding.
    cell(of: degrees - 2e-6)...cell(of: degrees + 2e-6)
  }

  private static func cell(of degrees: Double) -> Int { Int((degrees / width).rounded(.down)) }
}

extension CircularRegion {
  /// Returns whether this is the same circle in every digit and reports every event of the other.
  fileprivate func hasAll(of other: CircularRegion) -> Bool {
    center == other.center && radius == other.radius
      && (notifyOnEntry || !other.notifyOnEntry) && (notifyOnExit || !other.notifyOnExit)
  }
}
