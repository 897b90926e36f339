import GeofenceBytes
import GeofenceCore

package enum Plausibility {
  package static func warning(about vicinity: Vicinity, of source: String) -> Finding? {
    guard !vicinity.isReached else { return nil }
    let diagnosis = Diagnosis.noRegion(
      within: Vicinity.reach, isReachedSwapped: vicinity.isReachedSwapped)
    return Finding(.warning, .implausible, InputError(diagnosis, source: source))
  }

  package static func warning(about regions: [CircularRegion], of source: String) -> Finding? {
    let small = regions.filter { $0.radius < 1 }
    guard let first = small.first else { return nil }
    let others = small.count > 1 ? " and of \(counted(small.count - 1, "other"))" : ""
    return Finding(
      .warning, .implausible,
      InputError(
        source: source,
        problem: "the radius of \(first.identifier.rawValue.quotedExcerpt())\(others) is below 1 m",
        help: "are these kilometres? A column called radius_km, or 0.2km, says so"))
  }
}
