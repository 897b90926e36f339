/// What a phone sees of its way, and the seed of what is random in it.
public struct Positioning: Hashable, Sendable {
  public var model: PositioningModel
  public var seed: UInt64
  /// Whether the clock of significant changes has run for a random part of its interval when the track
  /// begins; our assumption. Otherwise it starts with the track.
  public var startsClockAnywhere = false

  public init(_ model: PositioningModel, seed: UInt64 = 1) {
    self.model = model
    self.seed = seed
  }
}

/// How a phone's location service sees a device: rarely, and not exactly.
///
/// A model has two grades. The service looks as `near` says while the last place seen lies close to the
/// boundary of a registered condition, and as `far` says otherwise.
public struct PositioningModel: Hashable, Sendable {
  /// How often the service looks, and how well.
  public struct Grade: Hashable, Sendable {
    /// How far the device travels from one look to the next: a log-normal distance.
    public struct Distance: Hashable, Sendable {
      /// Metres; positive.
      public var median: Double
      /// Metres that 95 of 100 looks need at most; not less than the median.
      public var p95: Double

      public init(median: Double, p95: Double) {
        self.median = median
        self.p95 = p95
      }
    }

    /// With `interval` whichever comes first; where neither is given every fix is a look.
    public var distance: Distance?
    /// The longest time from one look to the next.
    public var interval: Interval?
    /// Metres; 68 of 100 looks lie within it.
    public var error: Double
    /// How long an error lasts: the time in which it decays to 1/e. 0 for independent errors.
    public var settles: Interval
    /// Metres, as reported with the look; `nil` for none, so that the look always decides.
    public var accuracy: Double?
    /// The share of looks that find nothing, 0…1; they start the wait anew.
    public var missed: Double

    public init(
      distance: Distance? = nil, interval: Interval? = nil, error: Double = 0,
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

  public var far: Grade
  public var near: Grade
  /// Metres from a boundary, beyond the accuracy of the last look.
  public var nearWithin: Double
  /// The cushion on the way out that goes with what was observed of such a service, metres; `nil` for
  /// the rules' own.
  public var cushion: Double?

  public init(far: Grade, near: Grade, nearWithin: Double, cushion: Double? = nil) {
    self.far = far
    self.near = near
    self.nearWithin = nearWithin
    self.cushion = cushion
  }
}
