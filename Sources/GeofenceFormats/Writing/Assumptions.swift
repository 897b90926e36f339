public import GeofenceCore

/// The choices of the simulation that Apple does not document, with the values in force.
public struct Assumptions: Sendable {
  public let settings: Settings

  public init(settings: Settings) {
    self.settings = settings
  }

  /// A sentence each.
  public var lines: [String] {
    let rules = settings.crossing
    var lines = [
      rules.ignoresAccuracy
        ? "accuracy: ignored, every valid fix decides"
        : "accuracy: a fix whose uncertainty circle straddles a boundary decides nothing there",
      "maximum radius: \(settings.maximumRadius.plain) m",
    ]
    lines.append(
      settings.api == .clMonitor
        ? "what the app cannot hear waits: the latest state of a region for an app that runs, the first "
          + "for one that does not, which is not watched meanwhile"
        : "what the app cannot hear is lost")
    lines.append(
      "where watching stops, states stand and a crossing in progress begins anew; with reduced accuracy "
        + "places are heard as recorded")
    if settings.api == .clMonitor {
      lines.append("a region above the maximum radius fails as it does for CLLocationManager")
    }
    return lines
  }
}
