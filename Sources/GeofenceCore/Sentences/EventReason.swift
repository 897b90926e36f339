/// The words for why the app received an event that belongs to no crossing.
package enum EventReason {
  /// - Parameters:
  ///   - extra: the kind of the event, where it is known.
  ///   - isMisled: true if the phone's position was wrong.
  ///   - isInitial: true if the event is the state at the first evaluation of the region.
  package static func text(
    _ extra: ExtraEvents.Kind? = nil, isMisled: Bool = false, isEnter: Bool, isInitial: Bool
  ) -> String {
    switch extra {
    case .counterpart: return "following from the event before"
    case .repeated: return "once more, with no arrival or departure between"
    case .betweenFixes: return "for a place that was passed between two fixes"
    case .outside where !isMisled:
      return "for a place that was not \(isEnter ? "entered" : "left") then"
    case .inside, .outside, nil: break
    }
    if isMisled { return "without a crossing, by a wrong position" }
    return isInitial ? becauseAlready(isEnter) : "without an arrival or departure"
  }

  static func becauseAlready(_ isInside: Bool) -> String {
    "because the device was already \(isInside ? "inside" : "outside")"
  }
}
