/// The rules, in metres and milliseconds, that decide when a boundary counts as crossed.
///
/// Apple documents that the device "must travel a minimum distance over the boundary and remain on
/// the same side of the boundary for at least 20 seconds".
package struct CrossingRules: Hashable, Sendable {
  /// The time that the device must stay on the new side, 20 s as Apple documents.
  package var dwell = Interval(milliseconds: 20_000)
  /// The dwell on the way out; `nil` for `dwell`.
  ///
  /// Positioning models that are fitted to exits have one: of iPhones' exits the time stays alike,
  /// 131 s on foot and 105 s faster, not the distance (MobilityNet, iOS 12.3.1, 2019 to 2020).
  package var outwardDwell: Interval?
  package var dwellOrigin = DwellOrigin.boundary
  /// The minimum distance past the boundary, in metres; not negative.
  ///
  /// Of 72 exits of iPhones in published recordings, 100 m misses 2 and puts 65 % within a minute of
  /// the phone's own; 200 m, which Apple documents "for testing purposes", misses 12 and puts 28 %
  /// there (MobilityNet, iOS 12.3.1, 2019 to 2020).
  package var cushion = 100.0
  /// The minimum distance past the boundary on entry, in metres; never more than half the radius.
  ///
  /// Developers observed that an enter comes "almost exactly at the edge"
  /// (flutter_background_geolocation #953, 2023), hence 0.
  package var inwardCushion = 0.0
  /// True if a fix of any accuracy is decisive.
  package var ignoresAccuracy = false
  /// The rule that judges a fix with an accuracy; `nil` where the fix decides only if its circle of
  /// accuracy does not straddle the boundary.
  package var overlap: Overlap?
  /// The least time between two location updates; 0 where every one is evaluated.
  ///
  /// Android's apps ask for it as the responsiveness of a notification.
  package var responsiveness = Interval(milliseconds: 0)

  /// The spreads of the numbers that are drawn for each crossing.
  package var spreads = Spreads()
  /// The random numbers of the device, by which they are drawn.
  package var draws = Draws(seed: 0, device: nil)
  /// The number, in its device's track, of the fix that is evaluated: a crossing that begins there
  /// draws by it.
  package var number: UInt32 = 0

  /// The place past which the dwell counts.
  package enum DwellOrigin: String, CaseIterable, Sendable {
    /// The boundary: the device must "remain on the same side of the boundary for at least 20
    /// seconds" (Apple, Region Monitoring and iBeacon).
    case boundary
    /// The cushion: it must "remain at that minimum distance for at least 20 seconds" (Apple,
    /// Location and Maps Programming Guide, archived).
    case cushion
  }

  package init() {}

  /// Creates the rules of an interface that judges fixes by the overlap, without dwell and cushions.
  init(_ overlap: Overlap) {
    (dwell, cushion) = (Interval(milliseconds: 0), 0)
    self.overlap = overlap
  }

  /// Returns whether a fix with an accuracy in metres is judged by the share of its circle of
  /// accuracy.
  @inline(__always)
  func judgesOverlap(ofAccuracy accuracy: Double?) -> Bool {
    guard overlap != nil, let accuracy, accuracy > 0 else { return false }
    return !ignoresAccuracy
  }

  /// The dwell of a crossing, or its median where it is drawn.
  @inline(__always)
  package func dwell(entering: Bool) -> Interval { entering ? dwell : outwardDwell ?? dwell }

  /// Returns the dwell of a crossing that began at the fix of this number; the number matters only
  /// where a model draws the dwell.
  @inline(__always)
  func dwell(entering: Bool, begunAt number: UInt32) -> Interval {
    let dwell = dwell(entering: entering)
    let spread = entering ? spreads.dwellIn : spreads.dwellOut
    guard spread > 0 else { return dwell }
    return Interval(
      seconds: dwell.seconds
        * factor(spread, draws.normal(.dwellSize, .dwellDirection, atFix: Int(number))))
  }

  /// Returns the outward cushion, in metres, of a crossing that began at the fix of this number.
  @inline(__always)
  func outwardCushion(begunAt number: UInt32) -> Double {
    spreads.cushionOut > 0 ? cushion * cushionFactor(spreads.cushionOut, number) : cushion
  }

  /// Returns the inward cushion, in metres, of a crossing that began at the fix of this number, for
  /// a radius in metres.
  ///
  /// The cushion is at most half the radius, since no device can be 100 m inside a 50 m circle.
  @inline(__always)
  func inwardCushion(radius: Double, begunAt number: UInt32) -> Double {
    guard spreads.cushionIn > 0 else { return inwardCushion(radius: radius) }
    return min(inwardCushion * cushionFactor(spreads.cushionIn, number), radius / 2)
  }

  private func cushionFactor(_ spread: Float, _ number: UInt32) -> Double {
    factor(spread, draws.normal(.cushionSize, .cushionDirection, atFix: Int(number)))
  }

  private func factor(_ spread: Float, _ deviation: Double) -> Double {
    exponential(Double(spread) * deviation)
  }

  /// True if the dwell of a crossing is drawn.
  func drawsDwell(entering: Bool) -> Bool {
    (entering ? spreads.dwellIn : spreads.dwellOut) > 0
  }

  /// Returns the cushion on entry for a radius, or its median where it is drawn; both in metres.
  func inwardCushion(radius: Double) -> Double { min(inwardCushion, radius / 2) }

  /// Takes over the rules of a positioning model, except rules that are given.
  package mutating func follow(_ model: PositioningModel?, given: Given = []) {
    guard let rules = model?.rules else { return }
    if let dwell = rules.dwellIn, !given.contains(.dwell) {
      if outwardDwell == nil { outwardDwell = self.dwell }
      (self.dwell, spreads.dwellIn) = (Interval(seconds: dwell.median), Float(dwell.spread))
    }
    if let dwell = rules.dwellOut, given.isDisjoint(with: [.dwell, .outwardDwell]) {
      (outwardDwell, spreads.dwellOut) = (Interval(seconds: dwell.median), Float(dwell.spread))
    }
    if let cushion = rules.cushionIn, !given.contains(.inwardCushion) {
      (inwardCushion, spreads.cushionIn) = (cushion.median, Float(cushion.spread))
    }
    if let cushion = rules.cushionOut, !given.contains(.cushion) {
      (self.cushion, spreads.cushionOut) = (cushion.median, Float(cushion.spread))
    }
  }

  /// The rules that somebody has chosen, which no model replaces.
  package struct Given: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let dwell = Given(rawValue: 1)
    package static let outwardDwell = Given(rawValue: 2)
    package static let cushion = Given(rawValue: 4)
    package static let inwardCushion = Given(rawValue: 8)
  }

  /// The standard deviations of the logarithms of numbers that are drawn for each crossing; 0 where
  /// a number is always the same.
  package struct Spreads: Hashable, Sendable {
    package var dwellIn: Float = 0
    package var dwellOut: Float = 0
    package var cushionIn: Float = 0
    package var cushionOut: Float = 0
  }
}
