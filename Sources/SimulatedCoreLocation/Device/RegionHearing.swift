import GeofenceCore

/// A detector of apps that receive no crossing of their regions.
///
/// A delegate that does not implement the call for an enter may want exits only; one that
/// implements neither call receives nothing.
struct RegionHearing {
  private var unheard: Set<RegionState> = []
  private(set) var delegates = ""
  private var isProved = false

  /// Returns `true` once both kinds have occurred and the app has received none.
  mutating func isDeaf(to state: RegionState, isHeard: Bool, _ delegates: String) -> Bool {
    self.delegates = delegates
    if isHeard { isProved = true } else { unheard.insert(state) }
    guard !isProved, unheard.count == 2 else { return false }
    isProved = true
    return true
  }

  /// The method that the app lacks if crossings of one kind alone have occurred, and it has received
  /// none: it may want the others.
  var missingMethod: String? {
    guard !isProved, unheard.count == 1, let state = unheard.first else { return nil }
    return state == .satisfied ? "didEnterRegion" : "didExitRegion"
  }
}
