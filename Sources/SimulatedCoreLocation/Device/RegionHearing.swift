import GeofenceCore

/// Finds out that an app does not hear what its regions cross.
///
/// A delegate that passes over an enter may want exits only; one that passes over both hears nothing.
struct RegionHearing {
  private var unheard: Set<RegionState> = []
  private var isProved = false

  /// - Returns: whether the app has heard of no crossing, of either kind.
  mutating func isDeaf(to state: RegionState, isHeard: Bool) -> Bool {
    if isHeard { isProved = true } else { unheard.insert(state) }
    return !isProved && unheard.count == 2
  }
}
