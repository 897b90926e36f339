import GeofenceCore

/// An alarm that fires when the device arrives at a place or departs from it.
package struct LocationAlarm: Hashable, Encodable, Sendable {
  package enum Proximity: String, CaseIterable, Encodable, Sendable { case arrive, depart }

  package struct Place: Hashable, Sendable {
    package var name: String?
    package var coordinate: Coordinate
    /// The radius in metres, if one is given; `nil` for the default, which is not written.
    package var givenRadius: Double?

    package var radius: Double {
      get { givenRadius ?? Self.defaultRadius }
      set { givenRadius = newValue == 0 ? nil : newValue }
    }

    /// The radius in metres of an alarm whose file gives none, or 0.
    package static let defaultRadius = 100.0

    /// - Parameter radius: The radius in metres; 0 for the default.
    package init(name: String?, coordinate: Coordinate, radius: Double = 0) {
      self.name = name
      self.coordinate = coordinate
      self.radius = radius
    }
  }

  package var proximity: Proximity
  /// The places of the alarm, at least one; it fires at any of them.
  package var places: [Place]

  package init(_ proximity: Proximity, at places: [Place]) {
    self.proximity = proximity
    self.places = places
  }
}
