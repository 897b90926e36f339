public import GeofenceCore

/// What is possible, and hardly what somebody meant.
public enum Plausibility {
  /// - Parameter source: what messages call the track.
  public static func warning(about vicinity: Vicinity, of source: String) -> InputError? {
    guard !vicinity.isReached else { return nil }
    return InputError(
      distance(isReachedSwapped: vicinity.isReachedSwapped), source: source)
  }

  /// What is said of a track that came near to no region.
  ///
  /// - Parameter isReachedSwapped: whether it would with latitude and longitude swapped.
  static func distance(isReachedSwapped: Bool) -> Diagnosis {
    Diagnosis(
      "no region lies within \((Vicinity.reach / 1000).plain) km of the track",
      help: isReachedSwapped
        ? "with latitude and longitude swapped one would: are they swapped, here or in the regions?"
        : "are these the regions of this track?")
  }

  /// - Parameter source: what messages call the regions.
  public static func warning(about regions: some Sequence<CircularRegion>, of source: String)
    -> InputError?
  {
    let small = regions.filter { $0.radius < 1 }
    guard let first = small.first else { return nil }
    let others = small.count > 1 ? " and of \(counted(small.count - 1, "other"))" : ""
    return InputError(
      source: source,
      problem: "the radius of \(first.identifier.rawValue.quotedExcerpt())\(others) is below 1 m",
      help: "are these kilometres? A column called radius_km, or 0.2km, says so")
  }
}
