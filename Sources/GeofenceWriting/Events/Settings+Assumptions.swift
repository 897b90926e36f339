import GeofenceCore

extension Settings {
  /// The choices of the simulation that Apple does not document, each in a sentence with its value.
  package var assumptions: [String] {
    let rules = api.rules
    if let overlap = crossing.overlap { return androidRules(overlap) }
    var lines = [
      crossing.ignoresAccuracy
        ? "accuracy: ignored, every valid fix decides"
        : "accuracy: a fix whose uncertainty circle straddles a boundary decides nothing there",
      "maximum radius: \(maximumRadius.spokenMetres)",
      "the app runs in the background when a track begins",
    ]
    lines.append(
      rules.keepsUndelivered
        ? "events that the app cannot receive wait: the latest of each region while it runs; while it "
          + "does not run, the first, and the region is not watched until then"
        : "events that the app cannot receive are lost")
    lines.append(
      "while monitoring is off, each region keeps its last state, and the dwell begins again "
        + "afterwards; with reduced accuracy the app receives places as recorded")
    if !rules.documentsMaximumRadius {
      lines.append("a region above the maximum radius fails as it does for CLLocationManager")
    }
    return lines
  }

  /// The rules of Android's geofences, each with its mark: documented (D), observed (O) or assumed
  /// (A).
  private func androidRules(_ overlap: Overlap) -> [String] {
    let none = "none"
    let triggers = request.initialTriggers.optionNames.joined(separator: ",")
    let broadcasts = request.broadcasts.optionNames.joined(separator: ",")
    var lines = [
      "limit: \(limit) geofences of one app [D: 100]",
      "overlap: inside from a share of \(overlap.inside.plain) of a fix's circle of accuracy, outside "
        + "up to \(overlap.outside.plain) [D: 0.75 and 0.25 in 2013; whether they still hold is not "
        + "known: A]",
      "initial trigger: \(triggers) [D: enter,dwell; with enter no exit is delivered: O]",
      "the same identifier replaces its geofence, and every add evaluates anew [D]",
      "dwell: \(request.loitering.map { "\($0.text) after an enter" } ?? none) [D]",
      "least time between location updates: \(crossing.responsiveness.text) [D]",
      "expiration: \(request.expiration.map { "\($0.text) after the add" } ?? none) [D]",
      "a restart, an update, a forced stop, cleared data and location off end all geofences [D]; the "
        + "app adds them again when the user opens it, and after: \(broadcasts) [A]",
      "without the permission always, an add fails [D] and geofences are suspended [A]",
      "the app runs in the background when a track begins [A]",
      "an event starts an app that does not run, and none waits [A]",
      "not modelled: Doze, makers' battery savers, and fixes that other apps ask for",
    ]
    if maximumRadius < .infinity {
      lines.insert("maximum radius: \(maximumRadius.spokenMetres) [A]", at: 1)
    }
    return lines
  }
}
