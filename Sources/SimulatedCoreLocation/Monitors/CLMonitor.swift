import GeofenceCore

/// A condition that a monitor can watch.
public protocol CLCondition: Codable, Sendable {}

/// A monitor that watches conditions for an app under a name, under which their records are kept.
///
/// It belongs to the device that is simulated when it is used, whose track decides its events.
public actor CLMonitor {
  public nonisolated let name: String
  private let handle: MonitorHandle

  /// Opens the monitor of this name, with the records and the unhandled events it had.
  ///
  /// A second open monitor of one name, and a name with anything but letters, digits and
  /// underscores, are mistakes of the app, which fail the test.
  public init(_ name: String) async {
    self.name = name
    handle = MonitorHandle(name)
  }

  /// Adds a condition under `identifier`; its state is unknown until the next fix is decisive.
  ///
  /// An equal circle (to 1e-6) under the same identifier changes nothing; another one starts the
  /// record over.
  public func add(_ condition: any CLCondition, identifier: String) {
    handle.session("add(_:identifier:)")?.add(condition, identifier, assuming: .unknown)
  }

  /// Adds a condition under `identifier` and assumes its state: a first fix that confirms it is no
  /// event.
  public func add(
    _ condition: any CLCondition, identifier: String, assuming state: CLMonitor.Event.State
  ) {
    handle.session("add(_:identifier:assuming:)")?.add(condition, identifier, assuming: state)
  }

  public func remove(_ identifier: String) {
    handle.session("remove(_:)")?.remove(identifier)
  }

  /// Returns the record of a condition.
  ///
  /// While an event is being handled, the record still shows the one before.
  public func record(for identifier: String) -> CLMonitor.Record? {
    handle.session("record(for:)")?.record(identifier)
  }

  /// The identifiers of the conditions, in Unicode scalar order.
  public var identifiers: [String] { handle.session("identifiers")?.identifiers ?? [] }

  /// The events of every condition. An event counts as handled when the next one is asked for.
  ///
  /// A second iterator takes the events from the first; no event is delivered twice.
  ///
  /// ```swift
  /// for try await event in await monitor.events {
  ///   await places.update(event.identifier, isInside: event.state == .satisfied)
  /// }
  /// ```
  public var events: CLMonitor.Events {
    Events(monitor: self, channel: handle.session("events")?.channel)
  }
}

extension CLMonitor {
  /// A circle on WGS 84, with its radius in metres.
  public struct CircularGeographicCondition: CLCondition {
    public let center: CLLocationCoordinate2D
    /// The radius in metres.
    public let radius: CLLocationDistance

    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }
  }

  public struct Record: Sendable {
    public let condition: any CLCondition
    public internal(set) var lastEvent: CLMonitor.Event
  }

  public struct Events: AsyncSequence, Sendable {
    public typealias Element = CLMonitor.Event

    fileprivate let monitor: CLMonitor
    /// The channel of the events; `nil` for a monitor that is not open.
    fileprivate let channel: EventChannel?

    public func makeAsyncIterator() -> Iterator {
      Iterator(monitor: monitor, listener: channel?.listen())
    }

    public struct Iterator: AsyncIteratorProtocol {
      fileprivate let monitor: CLMonitor
      fileprivate let listener: EventChannel.Listener?

      public mutating func next() async throws -> CLMonitor.Event? { await listener?.next() }
    }
  }
}

// The centre is not `Codable` itself, as Apple's is not.
extension CLMonitor.CircularGeographicCondition {
  private enum CodingKeys: CodingKey { case latitude, longitude, radius }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      center: CLLocationCoordinate2D(
        latitude: try values.decode(CLLocationDegrees.self, forKey: .latitude),
        longitude: try values.decode(CLLocationDegrees.self, forKey: .longitude)),
      radius: try values.decode(CLLocationDistance.self, forKey: .radius))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(center.latitude, forKey: .latitude)
    try values.encode(center.longitude, forKey: .longitude)
    try values.encode(radius, forKey: .radius)
  }
}

extension CLMonitor.CircularGeographicCondition: Hashable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.center.core == rhs.center.core && lhs.radius == rhs.radius
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(center.core)
    hasher.combine(radius)
  }
}

/// The name of the circle in Objective-C.
public typealias CLCircularGeographicCondition = CLMonitor.CircularGeographicCondition
