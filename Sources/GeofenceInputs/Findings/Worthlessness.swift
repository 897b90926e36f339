import GeofenceBytes
import GeofenceCore

extension Diagnosis {
  /// Returns the reason for which the results of some tracks are worthless, where it holds for each of
  /// them: nobody recorded these places or times, or most of the recording is skipped.
  package static func worthless(
    _ tracks: [TrackReport], _ vicinities: [Vicinity], _ options: TrackReader.Options
  ) -> Diagnosis? {
    if vicinities.areSwapped { return .noRegion(within: Vicinity.reach, isReachedSwapped: true) }
    let excesses = tracks.compactMap { $0.excessOfSkips }
    if let first = excesses.first, excesses.count == tracks.count { return first.diagnosis }
    let isAsked = options.ignoresTimes || !options.untimedOnly.isEmpty
    guard !tracks.isEmpty, !isAsked, tracks.allSatisfy({ $0.untimed != nil }) else { return nil }
    return Diagnosis(
      "the times are made up, as no time of the recording is read",
      help: "the device moves at \(options.speed.plain) m/s; --speed sets another pace")
  }
}

extension [Vicinity] {
  /// True if the tracks come near a region only with latitude and longitude exchanged.
  package var areSwapped: Bool {
    !contains { $0.isReached } && contains { $0.isReachedSwapped }
  }
}
