import GeofenceCore

extension Settings {
  /// The choices of the simulation that Apple does not document, each in a sentence with its value.
  package var assumptions: [String] {
    let rules = api.rules
    var lines = [
      crossing.ignoresAccuracy
        ? "accuracy: ignored, every valid fix decides"
        : "accuracy: a fix whose uncertainty circle straddles a boundary decides nothing there",
      "maximum radius: \(maximumRadius.spokenMetres)",
    ]
    switch rules.undelivered {
    case .waits:
      lines.append(
        "what the app cannot hear waits: the latest state of a region for an app that runs, the first "
          + "for one that does not, which is not watched meanwhile")
    case .isLost: lines.append("what the app cannot hear is lost")
    }
    lines.append(
      "where watching stops, states stand and a crossing in progress starts over; with reduced accuracy "
        + "places are heard as recorded")
    if !rules.documentsMaximumRadius {
      lines.append("a region above the maximum radius fails as it does for CLLocationManager")
    }
    return lines
  }
}
