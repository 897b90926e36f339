/// The places of some tracks, to a tenth of a degree.
///
/// Memory is O(c) for c such cells, of which a drive of an hour visits about ten.
@usableFromInline package struct VisitedCells: Sendable {
  /// The cells, by the number of their row from the south pole on and of their column from the date
  /// line on.
  private var cells: Set<Int> = []
  @usableFromInline var last = -1
  @usableFromInline static let columns = 3601

  package init() {}

  /// Adds the cell of a fix, which is valid. O(1).
  @inlinable @inline(__always)
  mutating func add(_ place: Coordinate) {
    let row = Int(place.latitude * 10 + 900)
    let cell = row &* Self.columns &+ Int(place.longitude * 10 + 1800)
    if cell != last { add(cell) }
  }

  @usableFromInline @inline(never)
  mutating func add(_ cell: Int) {
    last = cell
    cells.insert(cell)
  }

  package mutating func formUnion(_ other: VisitedCells) { cells.formUnion(other.cells) }

  /// Circles, with radii in metres, in which all fixes lie, each around the middle of a cell.
  package var circles: [(center: EarthVector, radius: Double)] {
    cells.map { cell in
      let (row, column) = cell.quotientAndRemainder(dividingBy: Self.columns)
      let middle = Coordinate(
        latitude: (Double(row) + 0.5) / 10 - 90, longitude: (Double(column) + 0.5) / 10 - 180)
      return (EarthVector(middle), Self.halfDiagonal)
    }
  }

  /// The metres from the middle of the widest cell, at the equator, to its corners, rounded up.
  private static let halfDiagonal = 7900.0
}
