import GeofenceBytes
import GeofenceCore

/// The words that a page has for an event, beside those of the verdict on its crossing.
package enum EventWords {
  /// Returns why the app selected, and what that changed.
  package static func text(of choice: Reselection) -> String {
    let causes = choice.causeNames.joined(separator: ",")
    return (causes.isEmpty ? "first choice" : "reselection (\(causes))")
      + ": \(choice.registered) of \(choice.candidates) registered, "
      + "+\(choice.started.count) −\(choice.stopped.count)"
  }
}
