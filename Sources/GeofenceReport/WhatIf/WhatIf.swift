import GeofenceCore

/// What a page offers of the panel "What if", in which its reader changes circles and settings and sees
/// at once what becomes of the arrivals and departures.
package enum WhatIf: Sendable {
  /// The phone's positioning model, and of each interface the settings that the report's options give
  /// it, but for what has alternatives.
  case offered(Positioning?, interfaces: [Settings] = API.allCases.map { Settings($0) })
  /// The sentence that says why there is none; `nil` where nobody asked for one.
  case leftOut(because: String?)

  /// The number of fixes over all devices up to which a page is made with the panel, which needs room
  /// for all of them in its 5 MB.
  package static let mostFixes = 300_000
}
