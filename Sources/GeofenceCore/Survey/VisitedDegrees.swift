/// The degrees of latitude and longitude in which the fixes of some tracks lie.
@usableFromInline package struct VisitedDegrees: Sendable {
  /// A bit for each degree from the south pole and the date line on; empty without fixes.
  private var bits: [UInt64] = []
  @usableFromInline var last = -1
  private static let columns = 361
  private static let count = 181 * columns

  package init() {}

  /// Adds the degree of a fix. O(1).
  @inlinable @inline(__always)
  mutating func add(_ place: Coordinate) {
    let degree = Int(place.latitude + 90) &* 361 &+ Int(place.longitude + 180)
    if degree != last { add(degree) }
  }

  @usableFromInline @inline(never)
  mutating func add(_ degree: Int) {
    last = degree
    guard 0..<Self.count ~= degree else { return }
    if bits.isEmpty { bits = Array(repeating: 0, count: (Self.count + 63) / 64) }
    bits[degree / 64] |= 1 << UInt64(degree % 64)
  }

  package mutating func formUnion(_ other: VisitedDegrees) {
    if bits.isEmpty { bits = other.bits }
    for index in other.bits.indices { bits[index] |= other.bits[index] }
  }

  /// Circles, with radii in metres, in which all fixes lie, each around the middle of a degree.
  package var circles: [(center: EarthVector, radius: Double)] {
    bits.indices.flatMap { index in
      (0..<64).filter { bits[index] >> UInt64($0) & 1 == 1 }.map { bit in
        let (row, column) = (index * 64 + bit).quotientAndRemainder(dividingBy: Self.columns)
        let middle = Coordinate(latitude: Double(row) - 89.5, longitude: Double(column) - 179.5)
        return (EarthVector(middle), Self.halfDiagonal)
      }
    }
  }

  /// The metres from the middle of the widest degree, at the equator, to its corners, rounded up.
  private static let halfDiagonal = 79_000.0
}
