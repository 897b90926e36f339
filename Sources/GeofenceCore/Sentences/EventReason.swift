/// The words for why the app received an event that belongs to no crossing.
package enum EventReason {
  /// - Parameters:
  ///   - isFalse: true if the phone's position was wrong.
  ///   - isInitial: true if the event tells the state at the first evaluation of the region.
  package static func text(isFalse: Bool = false, isEnter: Bool, isInitial: Bool) -> String {
    if isFalse { return "without a crossing, by a wrong position" }
    return isInitial ? becauseAlready(isEnter) : "without an arrival or departure"
  }

  static func becauseAlready(_ isInside: Bool) -> String {
    "because the device was already \(isInside ? "inside" : "outside")"
  }
}
