import GeofenceCore
import Synchronization

/// A condition that a monitor can watch.
public protocol CLCondition: Codable, Sendable {}

/// A monitor that watches conditions for an app under a name, under which their records are kept.
///
/// It belongs to the device that is simulated when it is used, whose track decides its events.
public actor CLMonitor {
  public nonisolated let name: String
  private let channel: EventChannel
  /// The device that the app has last used the monitor on: it may keep it from one run to the next.
  private let device: Mutex<WeakDevice>

  /// Opens the monitor of this name, with the records and the unhandled events it had.
  ///
  /// A second open monitor of one name, and a name with anything but letters, digits and
  /// underscores, are mistakes of the app, which fail the test.
  public init(_ name: String) async {
    self.name = name
    channel = EventChannel(name)
    let device = SimulatedDevice.called("CLMonitor(\"\(name)\")")
    self.device = Mutex(WeakDevice(device: device))
    if let device, device.admits(name) { _ = device.opens(channel) }
  }

  deinit { device.withLock { $0.device }?.close(channel) }

  /// Returns the device of a call, on which the monitor is open; `nil` if the call has no effect.
  private func device(_ call: String) -> SimulatedDevice? {
    guard let device = SimulatedDevice.called("CLMonitor.\(call)") else { return nil }
    self.device.withLock { $0.device = device }
    return device.opens(channel) ? device : nil
  }

  /// Adds a condition under `identifier`; its state is unknown until the next fix is decisive.
  ///
  /// An equal circle (to 1e-6) under the same identifier changes nothing; another one starts the
  /// record over. A centre that is not on the Earth is a mistake of the app, and unsupported.
  public func add(_ condition: any CLCondition, identifier: String) {
    device("add(_:identifier:)")?.add(condition, identifier, to: name, assuming: .unknown)
  }

  /// Adds a condition under `identifier` and assumes its state: a first fix that confirms it is no
  /// event.
  public func add(
    _ condition: any CLCondition, identifier: String, assuming state: CLMonitor.Event.State
  ) {
    device("add(_:identifier:assuming:)")?.add(
      condition, identifier, to: name, assuming: state.assumption)
  }

  public func remove(_ identifier: String) {
    guard let device = device("remove(_:)") else { return }
    device.log(.registration, "monitor \(name) removes \(identifier)")
    device.system.withLock { $0.remove(RegionIdentifier(identifier), from: name) }
  }

  /// Returns the record of a condition.
  ///
  /// While an event is being handled, the record still shows the one before.
  public func record(for identifier: String) -> CLMonitor.Record? {
    device("record(for:)")?.system.withLock {
      $0.monitors[name]?[RegionIdentifier(identifier)]
    }
  }

  /// The identifiers of the conditions, in Unicode scalar order.
  public var identifiers: [String] {
    device("identifiers")?.system.withLock {
      $0.monitors[name]?.keys.sorted().map(\.rawValue)
    } ?? []
  }

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
    Events(monitor: self, channel: device("events") == nil ? nil : channel)
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
    /// The number of the record, which a new condition under its identifier has anew.
    let number: Int
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

// MARK: on the device

extension SimulatedDevice {
  /// Opens a monitor on this device, if it is not open here yet.
  ///
  /// - Returns: `false` if another monitor has its name.
  fileprivate func opens(_ channel: EventChannel) -> Bool {
    system.withLock { system in
      if system.channels[channel.name] == nil {
        channel.open()
        system.channels[channel.name] = channel
        system.released.remove(channel.name)
      }
      guard system.channels[channel.name] === channel else { return false }
      system.core.setReceiving(SimulatedSystem.owner(channel.name), true)
      return true
    }
  }

  fileprivate func admits(_ name: String) -> Bool {
    let isNamedRightly =
      !name.isEmpty
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0 == "_" || $0.properties.numericType != nil
      }
    if !isNamedRightly {
      warn(
        "a monitor's name has letters, digits and underscores only, not \"\(name)\"",
        help: "Apple documents alphanumeric characters and underscores")
    }
    guard system.withLock({ $0.channels[name] == nil }) else {
      report(
        mistake: "a monitor named \"\(name)\" is open already",
        help: "keep one CLMonitor of a name, and let go of it before you open another")
      return false
    }
    return true
  }

  fileprivate func close(_ channel: EventChannel) {
    let wasOpen = system.withLock { system in
      guard system.channels[channel.name] === channel else { return false }
      system.channels[channel.name] = nil
      system.released.insert(channel.name)
      system.core.setReceiving(SimulatedSystem.owner(channel.name), false)
      return true
    }
    if wasOpen { keepUnhandled(channel) }
  }

  func keepUnhandled(_ channel: EventChannel) {
    let reports = channel.finish()
    system.withLock { system in for report in reports { system.core.putBack(report) } }
  }

  fileprivate func add(
    _ condition: any CLCondition, _ identifier: String, to name: String,
    assuming state: RegionState
  ) {
    log(.registration, "monitor \(name) adds \(identifier)")
    if condition is CLMonitor.BeaconIdentityCondition { warnOfBeacons() }
    if let circle = condition as? CLMonitor.CircularGeographicCondition,
      !circle.center.core.isValid
    {
      reportNotOnEarth(circle.center, of: identifier)
    }
    system.withLock {
      $0.add(condition, RegionIdentifier(identifier), to: name, assuming: state)
    }
  }
}
