import Foundation
import GeofenceCore
import Synchronization
import TestSupport
import Testing

@testable import SimulatedCoreLocation

/// One life, one answer: the library's app hears what the tool's app hears, whatever happens.
@Suite(.slow) struct RandomLivesTests {
  /// A device's way and what happens on it.
  private struct Life {
    var settings = Settings()
    let regions: [CircularRegion]
    /// What happens before each fix, and where it is.
    let steps: [(actions: [DeviceAction], fix: Fix)]

    init(seed: UInt64, _ api: API, _ platform: DeviceState.Platform) {
      var random = SeededGenerator(seed: seed)
      settings.api = api
      settings.platform = platform
      settings.triggers = .event
      settings.crossing.cushion = [0, 50, 200][Int(random.number(in: 0...2.99))]
      settings.crossing.dwell = Interval(seconds: [0, 20, 45][Int(random.number(in: 0...2.99))])
      let regions = (0..<5).map { number in
        CircularRegion(
          identifier: RegionIdentifier("r\(number)"),
          center: Line.place(random.number(in: 0...3000)), radius: random.number(in: 60...900),
          notifyOnEntry: random.number(in: 0...1) < 0.8,
          notifyOnExit: random.number(in: 0...1) < 0.8)
      }
      self.regions = Array(regions.prefix(4))
      var (metres, speed, check) = (1500.0, 0.0, Check(platform))
      steps = (0..<40).map { number in
        if random.number(in: 0...1) < 0.2 { speed = random.number(in: -400...400) }
        metres = min(4000, max(-1000, metres + speed))
        var fix = Line.fix(second: Int64(number) * 20, at: metres)
        fix.horizontalAccuracy = random.number(in: 0...1) < 0.8 ? nil : random.number(in: 0...300)
        var actions: [DeviceAction] = []
        // The tool's app chooses when the fix comes: by then it must not be gone again.
        while number > 0, random.number(in: 0...1) < 0.3, !actions.contains(where: \.addsRegion) {
          if let action = check.action(&random, regions) { actions.append(action) }
        }
        return (actions, fix)
      }
    }

    /// Keeps to what can happen.
    private struct Check {
      let platform: DeviceState.Platform
      var isLocked = false
      var isAsleep = false
      var names: Set<RegionIdentifier> = ["r0", "r1", "r2", "r3"]

      init(_ platform: DeviceState.Platform) { self.platform = platform }

      mutating func action(_ random: inout SeededGenerator, _ regions: [CircularRegion])
        -> DeviceAction?
      {
        let isSet = random.number(in: 0...1) < 0.5
        let region = regions[Int(random.number(in: 0...4.99))]
        switch Int(random.number(in: 0...11.99)) {
        case 0: return isLocked || isSet ? .terminate : .forceQuit
        case 1: return isLocked ? nil : .launch
        case 2: return isLocked ? nil : .foreground
        case 3: return isLocked ? nil : .background
        case 4: return platform == .ios ? .backgroundRefresh(isOn: isSet) : nil
        case 5:
          defer { isLocked.toggle() }
          return isLocked ? .unlock : .reboot
        case 6: return .authorize(isSet ? .always : .whenInUse)
        case 7: return .authorize(isSet ? .always : .denied)
        case 8: return .accuracy(isFull: isSet)
        case 9:
          guard platform == .macos else { return nil }
          defer { isAsleep.toggle() }
          return isAsleep ? .wake : .sleep
        case 10:
          names.insert(region.identifier)
          return .add(region)
        default:
          return names.remove(region.identifier) == nil ? nil : .remove(region.identifier)
        }
      }
    }

    /// What the tool's app is told, one line a state, in order of time and name.
    func heardByTool() throws -> [String] {
      let start = steps[0].fix.time
      let timeline = Timeline(
        [.init(.at(start), .launch)]
          + steps.flatMap { step in step.actions.map { .init(.at(step.fix.time), $0) } })
      var simulation = Simulation(
        SimulationPlan(settings, of: try RegionSet(regions), timeline: timeline),
        startingAt: start)
      var events: [Event] = []
      for step in steps { simulation.advance(to: step.fix, into: &events) }
      return events.flatMap { event -> [String] in
        let time = event.time.milliseconds / 1000
        switch event.kind {
        case .crossing(let report):
          return ["\(time) \(report.region.identifier) \(report.name == .enter ? "in" : "out")"]
        case .outside(let regions): return regions.map { "\(time) \($0.identifier) out" }
        default: return []
        }
      }.sorted()
    }

    /// What an app over the library is told.
    func heardByLibrary() async -> [String] {
      var configuration = SimulatedDeviceConfiguration()
      configuration.platform = settings.platform == .ios ? .ios : .macos
      configuration.cushion = settings.crossing.cushion
      configuration.dwell = settings.crossing.dwell.seconds
      let log = Mutex<[String]>([])
      let app = LifeApp(regions, settings.api) { line in log.withLock { $0.append(line) } }
      await SimulatedDevice.run(configuration) { device in
        await device.launch { await app.run() }
        for step in steps { await device.live(step.actions, at: step.fix, app) }
      }
      return log.withLock { $0.sorted() }
    }
  }

  @Test(arguments: API.ofCoreLocation, [DeviceState.Platform.ios, .macos])
  func `the library says what the tool says`(_ api: API, _ platform: DeviceState.Platform)
    async throws
  {
    var heard = 0
    for seed in UInt64(0)..<300 {
      let life = Life(seed: seed, api, platform)
      let (tool, library) = (try life.heardByTool(), await life.heardByLibrary())
      heard += tool.count
      #expect(
        tool == library,
        "life \(seed) \(life.steps.filter { !$0.actions.isEmpty }.map { "\($0.fix.time.milliseconds / 1000) \($0.actions.map { "\($0.name) \($0.detail ?? "")" })" })"
      )
    }
    #expect(heard > 300)
  }
}

extension SimulatedDevice {
  /// Lets `actions` happen at a fix, as a scenario's do.
  fileprivate func live(_ actions: [DeviceAction], at fix: Fix, _ app: LifeApp) async {
    _ = system.withLock { $0.move(to: fix) }
    for action in actions { await perform(action, app) }
    system.withLock { $0.evaluate() }
    await settle()
  }

  private func perform(_ action: DeviceAction, _ app: LifeApp) async {
    switch action {
    case .terminate: terminate()
    case .forceQuit: forceQuit()
    case .launch, .foreground: await foreground()
    case .background: await background()
    case .backgroundRefresh(let isOn): await setBackgroundRefresh(isOn)
    case .reboot: reboot()
    case .unlock: await unlock()
    case .authorize(let authorization):
      let statuses: [DeviceState.Authorization: CLAuthorizationStatus] = [
        .always: .authorizedAlways, .whenInUse: .authorizedWhenInUse, .denied: .denied,
      ]
      await authorize(statuses[authorization] ?? .notDetermined)
    case .accuracy(let isFull): await setAccuracy(isFull ? .fullAccuracy : .reducedAccuracy)
    case .sleep: sleep()
    case .wake: await wake()
    case .add, .remove: await app.change(action)
    case .complete, .moveOn, .determine, .rebootLosingRegistrations, .update, .forceStop,
      .forceQuitAsDocumented, .clearData, .location:
      break
    }
  }
}

extension SimulatedDevice {
  fileprivate static var seconds: Int { Int(current?.now.timeIntervalSince1970 ?? -1) }

  fileprivate var isAppRunning: Bool { system.withLock { $0.core.device.app != .terminated } }
}

extension DeviceAction {
  fileprivate var addsRegion: Bool { if case .add = self { true } else { false } }
}

extension CLMonitor.Event.State {
  fileprivate var word: String { self == .satisfied ? "in" : "out" }
}

/// An app that watches all of its regions over either interface, and changes them while it runs.
private final class LifeApp: Sendable {
  private struct State {
    var regions: [CircularRegion]
    var postponed: [DeviceAction] = []
    var monitor: CLMonitor?
    var listener: Listener?
  }

  private let api: API
  private let state: Mutex<State>
  private let hear: @Sendable (String) -> Void

  init(_ regions: [CircularRegion], _ api: API, _ hear: @escaping @Sendable (String) -> Void) {
    self.api = api
    self.hear = hear
    state = Mutex(State(regions: regions))
  }

  nonisolated(nonsending) func run() async {
    let monitor = api == .clMonitor ? await CLMonitor("Life") : nil
    let listener = api == .clLocationManager ? Listener(hear) : nil
    let (regions, postponed) = state.withLock { state in
      (state.monitor, state.listener) = (monitor, listener)
      defer { state.postponed = [] }
      return (state.regions, state.postponed)
    }
    // The system has kept what was watched when the app ran last.
    for region in regions where listener?.watches(region) != true { await watch(region) }
    for action in postponed { await apply(action) }
    guard let monitor else { return }
    do {
      for try await event in await monitor.events where event.state != .unmonitored {
        hear("\(SimulatedDevice.seconds) \(event.identifier) \(event.state.word)")
      }
    } catch {}
  }

  func change(_ action: DeviceAction) async {
    if SimulatedDevice.current?.isAppRunning == true {
      await apply(action)
    } else {
      state.withLock { $0.postponed.append(action) }
    }
  }

  private func apply(_ action: DeviceAction) async {
    switch action {
    case .add(let region):
      state.withLock { state in
        state.regions.removeAll { $0.identifier == region.identifier }
        state.regions.append(region)
      }
      await watch(region)
    case .remove(let identifier):
      state.withLock { state in state.regions.removeAll { $0.identifier == identifier } }
      let (monitor, listener) = state.withLock { ($0.monitor, $0.listener) }
      await monitor?.remove(identifier.rawValue)
      listener?.stop(identifier.rawValue)
    default: break
    }
  }

  private func watch(_ region: CircularRegion) async {
    let (monitor, listener) = state.withLock { ($0.monitor, $0.listener) }
    let center = CLLocationCoordinate2D(
      latitude: region.center.latitude, longitude: region.center.longitude)
    let name = region.identifier.rawValue
    await monitor?.add(
      CLMonitor.CircularGeographicCondition(center: center, radius: region.radius),
      identifier: name)
    listener?.watch(region, center)
  }

  private final class Listener: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
    private let manager = CLLocationManager()
    private let hear: @Sendable (String) -> Void

    init(_ hear: @escaping @Sendable (String) -> Void) {
      self.hear = hear
      super.init()
      manager.delegate = self
    }

    func watch(_ region: CircularRegion, _ center: CLLocationCoordinate2D) {
      let circle = CLCircularRegion(
        center: center, radius: region.radius, identifier: region.identifier.rawValue)
      circle.notifyOnEntry = region.notifyOnEntry
      circle.notifyOnExit = region.notifyOnExit
      manager.startMonitoring(for: circle)
    }

    func watches(_ region: CircularRegion) -> Bool {
      manager.monitoredRegions.contains { $0.identifier == region.identifier.rawValue }
    }

    func stop(_ name: String) {
      for region in manager.monitoredRegions where region.identifier == name {
        manager.stopMonitoring(for: region)
      }
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
      log(region, "in")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
      log(region, "out")
    }

    private func log(_ region: CLRegion, _ state: String) {
      hear("\(SimulatedDevice.seconds) \(region.identifier) \(state)")
    }
  }
}
