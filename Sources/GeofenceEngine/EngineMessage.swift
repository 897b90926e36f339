import GeofenceBytes
import GeofenceCore

/// What a page tells the engine: a list of numbers, in which a text is the number of its bytes in UTF-8
/// and then those bytes.
///
/// A message of the first kind, 0, has the devices: how many; of each its name, how many fixes, and of
/// each fix the milliseconds since 1970, latitude, longitude, and the accuracy, which is not a number
/// where there is none; then the zone of the clock: how many offsets from UTC, and of each the seconds
/// since 1970 from which it counts and its own. One of the second kind has a world: 0 for the one that
/// changes are compared with, else 1; the position of the positioning model among the presets from 1
/// on, else 0; its seed; the numbers of `EngineSettings`; how many regions; and of each latitude,
/// longitude, radius, flags (1 enters, 2 exits), identifier, name, which is empty where there is none,
/// and the rings of its polygon: how many, and of each its corners, a latitude and a longitude each.
/// One of the third kind asks for a circle of the map: its latitude, longitude and radius, and the
/// latitude and longitude around which the map is drawn.
package enum EngineMessage {
  case devices([Device], in: ZoneInfo?)
  case world(World, isCompared: Bool)
  case circle(Coordinate, radius: Double, around: Coordinate)

  package struct Device {
    package var name: String?
    package var fixes: [Fix]

    package init(name: String?, fixes: [Fix]) { (self.name, self.fixes) = (name, fixes) }
  }

  /// An app, its regions and its phone.
  package struct World {
    package var settings: Settings
    package var positioning: Positioning?
    package var regions: [CircularRegion]

    package init(_ settings: Settings, _ positioning: Positioning?, _ regions: [CircularRegion]) {
      (self.settings, self.positioning, self.regions) = (settings, positioning, regions)
    }
  }
}

extension Phrasing {
  /// Creates the words of every sentence on some devices.
  package init(_ clock: LocalClock, _ devices: [EngineMessage.Device], _ names: RegionNames) {
    let times = devices.flatMap { [$0.fixes.first, $0.fixes.last] }.compactMap { $0?.time }
    let span = times.min().map { $0...(times.max() ?? $0) }
    self.init(
      moment: clock.distinguishing(span).moments(in: span), span: { $0.spoken },
      distance: { $0.spokenMetres },
      name: { names[$0].rawValue.steeringNothing })
  }
}

// MARK: reading

extension EngineMessage {
  /// Reads a message; `nil` where it is not whole.
  package init?(_ numbers: [Double]) {
    var reader = Reader(rest: numbers[...])
    guard let message = reader.readMessage() else { return nil }
    self = message
  }

  private struct Reader {
    var rest: ArraySlice<Double>

    mutating func readMessage() -> EngineMessage? {
      switch rest.popFirst() {
      case 0: readDevices()
      case 1: readWorld()
      case 2: readCircle()
      default: nil
      }
    }

    private mutating func read(_ count: Int) -> ArraySlice<Double>? {
      guard rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    private mutating func readList<Element>(_ read: (inout Self) -> Element?) -> [Element]? {
      guard let count = rest.popFirst(), count >= 0, count <= Double(rest.count) else { return nil }
      var elements: [Element] = []
      elements.reserveCapacity(Int(count))
      for _ in 0..<Int(count) {
        guard let element = read(&self) else { return nil }
        elements.append(element)
      }
      return elements
    }

    private mutating func readDevices() -> EngineMessage? {
      guard let devices = readList({ $0.readDevice() }), let periods = readList({ $0.readPeriod() })
      else { return nil }
      guard let first = periods.first else { return .devices(devices, in: nil) }
      let changes = zip(periods, periods.dropFirst()).map { before, after in
        ZoneInfo.Change(time: after.from, before: before.period, after: after.period)
      }
      let zone = ZoneInfo(name: "", first: first.period, changes: changes, rule: nil)
      return .devices(devices, in: zone)
    }

    private mutating func readPeriod() -> (from: Int64, period: ZoneInfo.Period)? {
      guard let numbers = read(2).map({ Array($0) }), let from = Int64(exactly: numbers[0]),
        let offset = Int64(exactly: numbers[1])
      else { return nil }
      return (from, ZoneInfo.Period(offset: offset, abbreviation: "", isDaylight: false))
    }

    private mutating func readText() -> String? {
      readList { $0.rest.popFirst().flatMap { UInt8(exactly: $0) } }.map {
        String(decoding: $0, as: UTF8.self)
      }
    }

    private mutating func readDevice() -> Device? {
      guard let name = readText(), let fixes = readList({ $0.readFix() }) else { return nil }
      return Device(name: name.isEmpty ? nil : name, fixes: fixes)
    }

    private mutating func readFix() -> Fix? {
      guard let numbers = read(4).map({ Array($0) }) else { return nil }
      guard let milliseconds = Int64(exactly: numbers[0].rounded()) else { return nil }
      return Fix(
        time: Timestamp(milliseconds: milliseconds),
        coordinate: Coordinate(latitude: numbers[1], longitude: numbers[2]),
        horizontalAccuracy: numbers[3].isNaN ? nil : numbers[3])
    }

    private mutating func readWorld() -> EngineMessage? {
      guard let head = read(3).map({ Array($0) }),
        let numbers = read(EngineSettings.names.count),
        let regions = readList({ $0.readRegion() })
      else { return nil }
      let presets = PositioningPreset.all
      let model = Int(head[1]) - 1
      let positioning =
        presets.indices.contains(model)
        ? Positioning(presets[model].model, seed: UInt64(head[2])) : nil
      return .world(
        World(EngineSettings(numbers).settings, positioning, regions), isCompared: head[0] != 0)
    }

    private mutating func readCircle() -> EngineMessage? {
      read(5).map { Array($0) }.map { numbers in
        .circle(
          Coordinate(latitude: numbers[0], longitude: numbers[1]), radius: numbers[2],
          around: Coordinate(latitude: numbers[3], longitude: numbers[4]))
      }
    }

    private mutating func readRegion() -> CircularRegion? {
      guard let numbers = read(4).map({ Array($0) }), let identifier = readText(),
        let name = readText(), let rings = readList({ $0.readList { $0.readPlace() } })
      else { return nil }
      let flags = Int(numbers[3])
      let center = Coordinate(latitude: numbers[0], longitude: numbers[1])
      return CircularRegion(
        identifier: RegionIdentifier(identifier), name: name.isEmpty ? nil : name, center: center,
        radius: numbers[2], notifyOnEntry: flags & 1 != 0, notifyOnExit: flags & 2 != 0,
        shape: rings.isEmpty ? nil : RegionShape(rings: rings, around: center))
    }

    private mutating func readPlace() -> Coordinate? {
      read(2).map { Coordinate(latitude: $0[$0.startIndex], longitude: $0[$0.startIndex + 1]) }
    }
  }
}

// MARK: writing

extension EngineMessage {
  /// The numbers of the message; a model that is no preset is left out.
  package var numbers: [Double] {
    switch self {
    case .devices(let devices, let zone):
      [0, Double(devices.count)] + devices.flatMap { Self.numbers(of: $0) } + Self.numbers(of: zone)
    case .world(let world, let isCompared):
      [1, isCompared ? 1 : 0] + Self.numbers(of: world.positioning)
        + EngineSettings(world.settings).numbers
        + [Double(world.regions.count)] + world.regions.flatMap { Self.numbers(of: $0) }
    case .circle(let center, let radius, let origin):
      [2, center.latitude, center.longitude, radius, origin.latitude, origin.longitude]
    }
  }

  private static func numbers(of text: String) -> [Double] {
    [Double(text.utf8.count)] + text.utf8.map { Double($0) }
  }

  /// The offset before the first change of clocks, and that from each change on.
  private static func numbers(of zone: ZoneInfo?) -> [Double] {
    guard let zone else { return [0] }
    let changes = zone.changes.flatMap { [Double($0.time), Double($0.after.offset)] }
    return [Double(zone.changes.count + 1), 0, Double(zone.first.offset)] + changes
  }

  private static func numbers(of device: Device) -> [Double] {
    numbers(of: device.name ?? "") + [Double(device.fixes.count)]
      + device.fixes.flatMap { fix in
        [
          Double(fix.time.milliseconds), fix.coordinate.latitude, fix.coordinate.longitude,
          fix.horizontalAccuracy ?? .nan,
        ]
      }
  }

  /// The position of the model among the presets, from 1 on, and the seed.
  package static func numbers(of positioning: Positioning?) -> [Double] {
    guard let positioning else { return [0, 0] }
    let preset = PositioningPreset.all.firstIndex { $0.model == positioning.model }
    return [Double((preset ?? -1) + 1), Double(positioning.seed)]
  }

  private static func numbers(of region: CircularRegion) -> [Double] {
    [
      region.center.latitude, region.center.longitude, region.radius,
      (region.notifyOnEntry ? 1 : 0) + (region.notifyOnExit ? 2 : 0),
    ] + numbers(of: region.identifier.rawValue) + numbers(of: region.name ?? "")
      + numbers(of: region.shape?.rings ?? [])
  }

  private static func numbers(of rings: [[Coordinate]]) -> [Double] {
    rings.reduce(into: [Double(rings.count)]) { numbers, ring in
      numbers.append(Double(ring.count))
      for corner in ring { numbers += [corner.latitude, corner.longitude] }
    }
  }
}
