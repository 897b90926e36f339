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
}

extension CrossingRules {
  /// Demands the least of what was published for a rule.
  mutating func demandLeast(of rule: Obstacle) {
    switch rule {
    case .cushion:
      // Enters were observed at the edge.
      (cushion, inwardCushion) = (RuleRange.cushion.lowerBound, 0)
      spreads.cushionOut = 0
    case .dwell:
      dwell = RuleRange.dwell(entering: true).lowerBound
      outwardDwell = RuleRange.dwell(entering: false).lowerBound
      (spreads.dwellIn, spreads.dwellOut) = (0, 0)
    default: ignoresAccuracy = true
    }
  }
}
