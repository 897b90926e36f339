import GeofenceCore

/// A detector of apps that receive no crossing of their regions.
///
/// A delegate that does not implement the call for an enter may want exits only; one that
/// implements neither call receives nothing.
struct RegionHearing {
  private var unheard: Set<RegionState> = []
  private var isProved = false

  /// Notes a crossing, and returns whether both kinds have occurred and the app has received none.
  mutating func isDeaf(to state: RegionState, isHeard: Bool) -> Bool {
    if isHeard { isProved = true } else { unheard.insert(state) }
    return !isProved && unheard.count == 2
  }
}
