extension Diagnosis {
  /// The diagnosis of a track that comes near no region; swapped if it would with its axes swapped.
  package static func noRegion(within reach: Double, isReachedSwapped: Bool) -> Diagnosis {
    Diagnosis(
      "no region lies within \((reach / 1000).plain) km of the track",
      help: isReachedSwapped
        ? "with latitude and longitude swapped one would: are they swapped, here or in the regions?"
        : "are these the regions of this track?")
  }
}
