import GeofenceCore

/// Something a monitor can watch.
public protocol CLCondition: Sendable {}

/// Watches conditions for an app under a name, and remembers them under it.
///
/// Opened in the scope of a `SimulatedDevice`, whose track decides its events.
public actor CLMonitor {
  public nonisolated let name: String
  private let session: MonitorSession

  /// Opens the monitor of this name, with the records and the news it had.
  ///
  /// A second open monitor of one name, and a name with anything but letters, digits and underscores,
  /// are mistakes of the app: `SimulatedDevice.onMisuse` is told.
  public init(_ name: String) async {
    self.name = name
    session = SimulatedDevice.required("CLMonitor(\"\(name)\")").openMonitor(name)
  }

  deinit { session.close() }

  /// Watches `condition` under `identifier`; its state is unknown until the next fix decides.
  ///
  /// An equal circle (to 1e-6) under the same identifier changes nothing, another one starts the
  /// record over.
  public func add(_ condition: any CLCondition, identifier: String) {
    session.add(condition, identifier, assuming: .unknown)
  }

  /// Watches `condition` under `identifier` and takes `state` for known: being in it is no news.
  public func add(
    _ condition: any CLCondition, identifier: String, assuming state: CLMonitor.Event.State
  ) {
    session.add(condition, identifier, assuming: state)
  }

  public func remove(_ identifier: String) { session.remove(identifier) }

  /// What is known of a condition. While an event is being handled it still shows the one before.
  public func record(for identifier: String) -> CLMonitor.Record? { session.record(identifier) }

  /// In Unicode scalar order.
  public var identifiers: [String] { session.identifiers }

  /// The news of every condition. An event counts as handled when the next one is asked for.
  ///
  /// A second iterator takes the events from the first; none is given twice.
  public var events: CLMonitor.Events { Events(monitor: self, channel: session.channel) }
}

extension CLMonitor {
  /// A circle on WGS 84.
  public struct CircularGeographicCondition: CLCondition {
    public let center: CLLocationCoordinate2D
    /// Metres.
    public let radius: CLLocationDistance

    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      self.center = center
      self.radius = radius
    }
  }

  public struct Record: Sendable {
    public let condition: any CLCondition
    public let lastEvent: CLMonitor.Event
  }

  public struct Events: AsyncSequence, Sendable {
    public typealias Element = CLMonitor.Event

    fileprivate let monitor: CLMonitor
    fileprivate let channel: EventChannel

    public func makeAsyncIterator() -> Iterator {
      Iterator(monitor: monitor, listener: channel.listen())
    }

    public struct Iterator: AsyncIteratorProtocol {
      /// Open as long as somebody listens.
      fileprivate let monitor: CLMonitor
      fileprivate let listener: EventChannel.Listener

      public mutating func next() async throws -> CLMonitor.Event? { await listener.next() }
    }
  }
}
