/// An enter or exit that a real phone delivered, as its own log has it.
package struct PhoneEvent: Hashable, Sendable {
  package var time: Timestamp
  /// The time at which the crossing began; `nil` where the log does not say it.
  package var crossedAt: Timestamp?
  /// True if the log has a state, which need not be that of a crossing.
  package var isState = false
  package var isEnter: Bool
  /// The region's name in the log; `nil` where the log has none, as the app has one circle.
  package var region: String?
  /// The device's name in the log; `nil` where it has none.
  package var device: String?
  /// The place at which the event was received, where the log has it.
  package var place: Coordinate?
  /// The accuracy of that place in metres.
  package var accuracy: Double?

  package init(time: Timestamp, isEnter: Bool, region: String? = nil, device: String? = nil) {
    self.time = time
    self.isEnter = isEnter
    self.region = region
    self.device = device
  }
}

/// The events of a phone's own log, in its order.
package struct PhoneLog: Sendable {
  package let name: String
  /// The form in which they are written, such as `OwnTracks`.
  package var form = ""
  package var events: [PhoneEvent] = []
  /// The times of OwnTracks' waypoints by which events name their regions.
  package var waypoints: Set<String> = []
  /// The entries that are no enter or exit that the phone delivered, counted by the reason.
  package var leftOut: [String: Int] = [:]
  /// True if its times name no zone.
  package var hasLocalTimes = false
  /// True if its times name no year, so that the year is a guess.
  package var lacksYear = false

  package init(named name: String) { self.name = name }
}

extension PhoneLog {
  /// Returns the regions that an event may be about: by its identifier, else by the name that people
  /// use, else by either in another case; a log without names is of the only region.
  ///
  /// - Complexity: O(n) for n regions.
  package func regions(of event: PhoneEvent, among regions: [CircularRegion]) -> [CircularRegion] {
    guard let name = event.region else { return regions.count == 1 ? regions : [] }
    // Home Assistant's zones are entities.
    let short = name.hasPrefix("zone.") ? String(name.dropFirst(5)) : name
    let exact = regions.filter { $0.identifier == RegionIdentifier(name) }
    if !exact.isEmpty { return exact }
    let named = regions.filter { $0.identifier == RegionIdentifier(short) || $0.name == name }
    if !named.isEmpty { return named }
    return regions.filter {
      $0.identifier.rawValue.lowercased() == short.lowercased()
        || $0.name?.lowercased() == short.lowercased()
    }
  }
}
