/// A model of a phone's location updates, and the seed of their random numbers.
package struct Positioning: Hashable, Sendable {
  package var model: PositioningModel
  package var seed: UInt64
  /// True if the interval of significant changes has already run for a random time when the track
  /// begins, which is our assumption; otherwise the interval starts with the track.
  package var startsClockAnywhere = false

  package init(_ model: PositioningModel, seed: UInt64 = 1) {
    self.model = model
    self.seed = seed
  }
}

/// A model of a phone's location service, whose updates are sparse and inexact.
///
/// A model has two grades. Location updates follow `near` while the last reported position lies
/// close to the boundary of a registered condition, and `far` otherwise. A third one, `still`,
/// goes before both while the device rests.
package struct PositioningModel: Hashable, Sendable {
  /// The frequency and the precision of location updates.
  package struct Grade: Hashable, Sendable {
    /// The distance between location updates, in metres.
    ///
    /// With an `interval`, the one that is reached first counts; with neither, every fix is an
    /// update.
    package var distance: LogNormal?
    package var interval: Interval?
    /// The error in metres that 68 of 100 location updates stay within.
    package var error: Double
    /// The time in which an error decays to 1/e; 0 for independent errors.
    package var settles: Interval
    /// The reported accuracy in metres; `nil` for none, so that every update is decisive.
    package var accuracy: Double?
    /// The share, 0…1, of location updates that find no position; they restart the wait all the
    /// same.
    package var missed: Double

    /// Creates a grade with an error and an accuracy in metres; without arguments every fix is
    /// reported as recorded.
    package init(
      distance: LogNormal? = nil, interval: Interval? = nil, error: Double = 0,
      settles: Interval = Interval(milliseconds: 0), accuracy: Double? = nil, missed: Double = 0
    ) {
      self.distance = distance
      self.interval = interval
      self.error = error
      self.settles = settles
      self.accuracy = accuracy
      self.missed = missed
    }
  }

  /// The grade away from the boundaries.
  package var far: Grade
  /// The grade near the boundary of a registered condition.
  package var near: Grade
  /// The grade of a device that rests; `nil` where a model has none.
  package var still: Grade?
  /// The distance in metres that a resting device may be away from the place where its rest began.
  package var stillWithin = 0.0
  /// The time that a device has to stay within that distance before it counts as resting; 0 where it
  /// rests as long as it is near the place of its last location update.
  package var stillAfter = Interval(milliseconds: 0)
  /// True if a location update has the accuracy of its fix.
  package private(set) var keepsAccuracies = false
  /// The distance in metres from a boundary, beyond the accuracy of the last update, that counts as
  /// near.
  package var nearWithin: Double
  /// The crossing rules that fit what was observed of such a service.
  package var rules: Rules

  /// The rules that a model brings along; each is `nil` where that of the crossing rules holds.
  package struct Rules: Hashable, Sendable {
    /// The seconds on the new side until a crossing counts, on the way in and out.
    package var dwellIn, dwellOut: LogNormal?
    /// The metres past the boundary, on the way in and out.
    package var cushionIn, cushionOut: LogNormal?

    package init(
      dwellIn: LogNormal? = nil, dwellOut: LogNormal? = nil, cushionIn: LogNormal? = nil,
      cushionOut: LogNormal? = nil
    ) {
      (self.dwellIn, self.dwellOut) = (dwellIn, dwellOut)
      (self.cushionIn, self.cushionOut) = (cushionIn, cushionOut)
    }
  }

  /// Creates a model with its distances in metres.
  package init(far: Grade, near: Grade, nearWithin: Double, rules: Rules = Rules()) {
    self.far = far
    self.near = near
    self.nearWithin = nearWithin
    self.rules = rules
  }

  /// The model that reports every fix as it is recorded.
  package static let recorded: Self = {
    var model = Self(far: Grade(), near: Grade(), nearWithin: 0)
    model.keepsAccuracies = true
    return model
  }()
}

/// A quantity whose logarithm is normally distributed, or a fixed one.
package struct LogNormal: Hashable, Sendable {
  /// The median; not negative.
  package var median: Double
  /// The value that 95 of 100 draws stay below; not less than the median.
  package var p95: Double

  package init(median: Double, p95: Double) {
    self.median = median
    self.p95 = p95
  }

  /// Creates a quantity that is always the same.
  package init(_ fixed: Double) { self.init(median: fixed, p95: fixed) }

  /// The standard deviation of the logarithm; 0 for a fixed quantity.
  package var spread: Double {
    p95 > median ? naturalLogarithm(p95 / median) / 1.644_853_6 : 0
  }
}
