/// The numbers of the rules that a verdict on one region needs.
struct VerdictRules: Sendable {
  /// `nil` of an interface that asks for none.
  let dwellIn: Interval?
  let dwellOut: Interval?
  /// Metres.
  let cushionIn: Double
  let cushionOut: Double
  /// True if larger circles may be watched in place of the shapes.
  let hasLargerCircles: Bool
  /// The radius of the circle that is watched for the region, metres, where circles may be larger than
  /// their shapes; `nil` elsewhere.
  let circle: Double?
  /// The interface judges a fix by the share of its circle of accuracy that lies in the region.
  let judgesOverlap: Bool
  /// The accuracy in metres above which such an interface takes every fix for one outside, wherever the
  /// device is; infinite elsewhere.
  let vagueAccuracy: Double
  /// True if a model draws the positions: another draw may show what this one misses.
  let drawsPositions: Bool

  init(
    _ rules: CrossingRules, of region: CircularRegion, minimumRadius: Double,
    hasLargerCircles: Bool, drawsPositions: Bool = false
  ) {
    let isLarger = hasLargerCircles && (region.shape != nil || region.radius <= minimumRadius)
    circle = isLarger ? region.radius : nil
    self.drawsPositions = drawsPositions
    let asks = rules.overlap == nil
    dwellIn = asks ? rules.dwell(entering: true) : nil
    dwellOut = asks ? rules.dwell(entering: false) : nil
    cushionIn = asks ? rules.inwardCushion(radius: region.radius) : 0
    cushionOut = asks ? rules.cushion : 0
    self.hasLargerCircles = hasLargerCircles
    judgesOverlap = !asks
    vagueAccuracy = rules.overlap.map { region.radius / $0.outside.squareRoot() } ?? .infinity
  }

  func dwell(entering: Bool) -> Interval? { entering ? dwellIn : dwellOut }
  func cushion(entering: Bool) -> Double { entering ? cushionIn : cushionOut }

  /// The metres past the boundary from which on no depth matters.
  func neededDepth(entering: Bool) -> Double {
    entering
      ? cushionIn : cushionOut > 0 ? max(cushionOut, RuleRange.cushion.lowerBound) : 0
  }
}
