import GeofenceCore

/// A device's path past some regions, with possible actions of the device and its app, which
/// differs for each seed.
package struct RandomLife {
  package var settings = Settings()
  /// The regions in the order of their file.
  package let regions: [CircularRegion]
  package let timeline: Timeline
  package let fixes: [Fix]
  /// The catalog that all runs share, so that their events can be compared.
  private let catalog: RegionCatalog

  private static let step = 15.0

  package init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(random.number(in: 0...0.999) * Double(values.count))]
    }
    settings = Settings(pick(API.allCases))
    let isAndroid = settings.platform == .android
    if !isAndroid { settings.platform = pick([.ios, .ios, .macos]) }
    settings.limit = pick([1, 3, 5, 14])
    settings.renewal = pick([.changed, .changed, .all])
    settings.ranking = pick(Ranking.allCases)
    settings.triggers = pick([
      isAndroid ? .sentinel : .significant, .event, .sentinel, .fix,
      isAndroid ? [.fix, .event] : [.significant, .event], [.event, .sentinel], [],
    ])
    if isAndroid {
      settings.sentinelRadius = pick([200, 500, 1000])
      settings.crossing.overlap = pick([Overlap(), Overlap(inside: 0.4, outside: 0.1)])
      settings.request.initialTriggers = pick([[.enter, .dwell], .exit, [], [.enter], .dwell])
      settings.request.loitering = pick([nil, 0, 40, 200]).map { Interval(seconds: $0) }
      settings.request.expiration = pick([nil, nil, 300, 900]).map { Interval(seconds: $0) }
      settings.request.broadcasts = pick([[], .boot, .update, [.boot, .update]])
    } else {
      settings.crossing.cushion = pick([0, 50, 200])
      settings.crossing.dwell = Interval(seconds: pick([0, 20, 45]))
    }
    let names = (0..<12).map { "r\($0)" }.shuffled(using: &random)
    regions = names.map { name in
      CircularRegion(
        identifier: RegionIdentifier(name), center: Line.place(random.number(in: 0...6000)),
        radius: random.number(in: 50...900), notifyOnEntry: random.number(in: 0...1) < 0.9,
        notifyOnExit: random.number(in: 0...1) < 0.9)
    }
    var (metres, speed) = (3000.0, 0.0)
    fixes = (0..<120).map { number in
      if random.number(in: 0...1) < 0.2 { speed = random.number(in: -400...400) }
      metres = max(-500, min(6500, metres + speed))
      var fix = Line.fix(second: Int64(Double(number) * Self.step), at: metres)
      if isAndroid { fix.horizontalAccuracy = pick([nil, 0, 5, 30, 100, 700, 3000]) }
      return fix
    }
    var course = Course(settings.platform, names)
    var entries: [Timeline.Entry] = []
    var second = 0.0
    for _ in 0..<Int(random.number(in: 0...25)) {
      // Many actions fall on one time, and many on the time of a fix.
      second += pick([0, 0, 1, 4, 8, 15, 30]) * Self.step * pick([1, 1, 0.6])
      guard let action = course.action(&random, regions) else { continue }
      entries.append(.init(.afterStart(Interval(seconds: second)), action))
    }
    timeline = Timeline(entries)
    catalog = RegionCatalog(
      try RegionSet(regions), maximumRadius: settings.maximumRadius, timeline: timeline)
  }

  /// The states that determine which actions are possible.
  private struct Course {
    let platform: DeviceState.Platform
    var isLocked = false
    var isAsleep = false
    var names: Set<String>

    init(_ platform: DeviceState.Platform, _ names: [String]) {
      self.platform = platform
      self.names = Set(names)
    }

    mutating func action(_ random: inout SeededGenerator, _ regions: [CircularRegion])
      -> DeviceAction?
    {
      let isSet = random.number(in: 0...1) < 0.6
      let region = regions[Int(random.number(in: 0...11.99))]
      if platform == .android, random.number(in: 0...1) < 0.3, !isLocked {
        let actions: [DeviceAction] = [
          .update, .forceStop, .clearData, .location(isOn: true), .location(isOn: false),
        ]
        return actions[Int(random.number(in: 0...4.99))]
      }
      switch Int(random.number(in: 0...14.99)) {
      case 0: return .terminate
      case 1, 2: return isLocked ? .unlock.ending(&isLocked) : .launch
      case 3: return isLocked ? .unlock.ending(&isLocked) : .foreground
      case 4, 5: return isLocked ? nil : .background
      case 6, 7: return platform == .ios ? .backgroundRefresh(isOn: isSet) : nil
      case 8:
        if isLocked { return .unlock.ending(&isLocked) }
        isLocked = true
        return isSet ? .rebootLosingRegistrations : .reboot
      case 9: return .authorize(isSet ? .always : .whenInUse)
      case 10: return .authorize(isSet ? .always : .denied)
      case 11: return .accuracy(isFull: isSet)
      case 12:
        guard platform == .macos else { return nil }
        defer { isAsleep.toggle() }
        return isAsleep ? .wake : .sleep
      case 13:
        names.insert(region.identifier.rawValue)
        var added = region
        added.radius += random.number(in: 0...1) < 0.5 ? 4e-7 : 100
        return .add(added)
      default:
        return names.remove(region.identifier.rawValue) == nil ? nil : .remove(region.identifier)
      }
    }
  }

  package func plan(_ positioning: Positioning? = nil) -> SimulationPlan {
    SimulationPlan(settings, catalog, timeline: timeline, alarms: nil, positioning: positioning)
  }

  /// Returns every event along the path.
  package func events(_ positioning: Positioning? = nil) -> [Event] {
    var simulation = Simulation(plan(positioning), startingAt: fixes[0].time)
    var events: [Event] = []
    for fix in fixes { simulation.advance(to: fix, into: &events) }
    return events
  }
}

extension DeviceAction {
  fileprivate func ending(_ state: inout Bool) -> DeviceAction {
    state = false
    return self
  }
}
