public import GeofenceCore

/// An alarm that fires when the device arrives at a place or departs from it.
public struct LocationAlarm: Hashable, Sendable {
  public enum Proximity: String, CaseIterable, Hashable, Sendable { case arrive, depart }

  public struct Place: Hashable, Sendable {
    public var name: String?
    public var coordinate: Coordinate
    /// The radius in metres, if one is given; `nil` for the default, which is not written.
    public var givenRadius: Double?

    /// The radius in metres.
    public var radius: Double {
      get { givenRadius ?? Self.defaultRadius }
      set { givenRadius = newValue == 0 ? nil : newValue }
    }

    /// The radius in metres of an alarm whose file gives none, or 0.
    public static let defaultRadius = 100.0

    /// The largest radius in metres: half of the Earth's circumference.
    public static let maximumRadius = 20_037_508.0

    /// Creates a place.
    ///
    /// - Parameter radius: The radius in metres; 0 for the default.
    public init(name: String?, coordinate: Coordinate, radius: Double = 0) {
      self.name = name
      self.coordinate = coordinate
      self.radius = radius
    }
  }

  public var proximity: Proximity
  /// The places of the alarm, at least one; it fires at any of them.
  public var places: [Place]

  public init(_ proximity: Proximity, at places: [Place]) {
    self.proximity = proximity
    self.places = places
  }
}
