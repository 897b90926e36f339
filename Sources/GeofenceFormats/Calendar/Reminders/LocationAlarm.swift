public import GeofenceCore

/// An alarm that fires where the device arrives or departs.
public struct LocationAlarm: Hashable, Sendable {
  public enum Proximity: String, CaseIterable, Hashable, Sendable { case arrive, depart }

  public struct Place: Hashable, Sendable {
    public var name: String?
    public var coordinate: Coordinate
    /// Metres, where one is given; `nil` for the default, which is not written.
    public var givenRadius: Double?

    /// Metres.
    public var radius: Double {
      get { givenRadius ?? Self.defaultRadius }
      set { givenRadius = newValue == 0 ? nil : newValue }
    }

    /// Metres, where a file gives none or 0.
    public static let defaultRadius = 100.0

    /// Metres: half of the Earth's circumference.
    public static let maximumRadius = 20_037_508.0

    /// - Parameter radius: metres; 0 for the default.
    public init(name: String?, coordinate: Coordinate, radius: Double = 0) {
      self.name = name
      self.coordinate = coordinate
      self.radius = radius
    }
  }

  public var proximity: Proximity
  /// One or more; it fires at any of them.
  public var places: [Place]

  public init(_ proximity: Proximity, at places: [Place]) {
    self.proximity = proximity
    self.places = places
  }
}
