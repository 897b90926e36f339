/// The published ranges of the rules' numbers, as far as they are not the defaults alone.
package enum RuleRange {
  /// Metres outward: phones delivered exits 50 m past the boundary (observations 8, 9, 10, 102),
  /// and Apple documents 200 m for testing (observation 2).
  package static let cushion = 50.0...200.0
  /// The 20 s that Apple documents (observation 2), and the least that was observed on the way out
  /// (26); on the way in phones reported an arrival at the edge, or before the fix was inside (7, 18,
  /// 140, 147), so that no arrival is surely lost by the dwell.
  package static func dwell(entering isEnter: Bool) -> ClosedRange<Interval> {
    Interval(milliseconds: isEnter ? 0 : 13_500)...Interval(milliseconds: 20_000)
  }
  /// The rules of which there is a range; accuracy is judged or not (27; 15, 33).
  static let rules: [Obstacle] = [.cushion, .dwell, .accuracy]

  package struct Ends: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The end that demands the least of a crossing.
    package static let least = Ends(rawValue: 1)
    package static let most = Ends(rawValue: 2)
  }

  /// A rule at an end of its range.
  struct End: Hashable, Sendable {
    let rule: Obstacle
    let end: Ends

    func apply(to rules: inout CrossingRules) {
      let isLeast = end == .least
      switch rule {
      case .cushion:
        rules.cushion = isLeast ? cushion.lowerBound : cushion.upperBound
        rules.spreads.cushionOut = 0
        // Enters were observed at the edge.
        if isLeast { rules.inwardCushion = 0 }
      case .dwell:
        let (inward, outward) = (dwell(entering: true), dwell(entering: false))
        rules.dwell = isLeast ? inward.lowerBound : inward.upperBound
        rules.outwardDwell = isLeast ? outward.lowerBound : nil
        (rules.spreads.dwellIn, rules.spreads.dwellOut) = (0, 0)
      default: rules.ignoresAccuracy = isLeast
      }
    }
  }
}
