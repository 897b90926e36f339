import GeofenceBytes
import GeofenceCore

package enum Plausibility {
  package static func warning(about vicinity: Vicinity, of source: String) -> InputError? {
    guard !vicinity.isReached else { return nil }
    return InputError(
      .noRegion(within: Vicinity.reach, isReachedSwapped: vicinity.isReachedSwapped), source: source
    )
  }

  package static func warning(about regions: [CircularRegion], of source: String) -> InputError? {
    let small = regions.filter { $0.radius < 1 }
    guard let first = small.first else { return nil }
    let others = small.count > 1 ? " and of \(counted(small.count - 1, "other"))" : ""
    return InputError(
      source: source,
      problem: "the radius of \(first.identifier.rawValue.quotedExcerpt())\(others) is below 1 m",
      help: "are these kilometres? A column called radius_km, or 0.2km, says so")
  }
}
