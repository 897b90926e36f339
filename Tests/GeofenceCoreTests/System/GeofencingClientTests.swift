import TestSupport
import Testing

@testable import GeofenceCore

/// The rules of Android's geofences along one drive.
///
/// The device starts at home, is away from 100 s on, back from 200 s on, and away again from 300 s
/// on, as in the tests of Core Location's devices.
struct GeofencingClientTests {
  private let home = Line.region("home", at: 0, radius: 100)
  private let work = Line.region("work", at: 2000, radius: 100)

  private var drive: [(second: Int64, metres: Double)] {
    stride(from: Int64(0), through: 400, by: 10).map { second in
      (second, (100..<200).contains(second) || second >= 300 ? 2000 : 0)
    }
  }

  private func events(
    verbose: Bool = false, of regions: [CircularRegion]? = nil,
    _ timeline: [(second: Int64, action: DeviceAction)] = [],
    with change: (inout Settings) -> Void = { _ in }
  ) throws -> [String] {
    var settings = Settings(.geofencingClient)
    change(&settings)
    return try Line.drive(drive, past: regions ?? [home], settings, isVerbose: verbose, timeline)
      .filter { !$0.contains("device") }
  }

  private static let crossings = ["100 exit home", "200 enter home", "300 exit home"]
  private static let whole = ["0 enter home initial"] + crossings

  @Test func `an app may register 100 geofences of any radius, and reselects by a sentinel`() {
    let settings = Settings(.geofencingClient)
    #expect(settings.limit == 100)
    #expect(settings.maximumRadius == .infinity)
    #expect(settings.triggers == .sentinel)
    #expect(settings.platform == .android)
    #expect(settings.crossing.overlap == Overlap(inside: 0.75, outside: 0.25))
    #expect(settings.request.initialTriggers == [.enter, .dwell])
    #expect(settings.request.loitering == nil)
  }

  @Test func `a crossing is delivered at its own fix, without dwell and cushion`() throws {
    #expect(try events() == Self.whole)
  }

  // MARK: the overlap

  /// The events past home of fixes with accuracies; the place of each is metres from its centre.
  private func events(
    _ places: [(Double, Double?)], _ overlap: Overlap = Overlap()
  ) throws -> [String] {
    var settings = Settings(.geofencingClient)
    settings.crossing.overlap = overlap
    return try Line.drive(
      places.enumerated().map { (Int64($0.offset), $0.element.0, $0.element.1) }, past: [home],
      settings)
  }

  @Test func `a fix decides by the share of its circle within the region`() throws {
    // At the boundary about half of the circle is inside, which decides nothing either way.
    #expect(
      try events([(0, 20), (100, 50), (140, 20)]) == ["0 enter home initial", "2 exit home"])
    #expect(try events([(200, 20), (100, 50), (60, 20)]) == ["2 enter home"])
  }

  @Test func `a circle that covers the region counts as outside of it`() throws {
    #expect(
      try events([(0, 20), (0, 250), (0, 20)]) == [
        "0 enter home initial", "1 exit home", "2 enter home",
      ])
    // Half as wide again as the region, it holds 44 % of the circle, which decides nothing.
    #expect(try events([(0, 20), (0, 150), (0, 20)]) == ["0 enter home initial"])
  }

  @Test func `without an accuracy, or with 0, the boundary decides`() throws {
    #expect(
      try events([(0, nil), (101, 0), (99, nil)]) == [
        "0 enter home initial", "1 exit home", "2 enter home",
      ])
  }

  @Test func `other shares decide where they are given`() throws {
    let half = Overlap(inside: 0.4, outside: 0.1)
    #expect(try events([(200, 20), (100, 50)], half) == ["1 enter home"])
    #expect(try events([(0, 20), (100, 50), (130, 50)], half) == ["0 enter home initial"])
  }

  // MARK: initial triggers

  @Test func `the first state is delivered as the initial triggers say`() throws {
    func first(_ triggers: GeofenceRequest.InitialTriggers) throws -> [String] {
      try events(of: [home, work]) { $0.request.initialTriggers = triggers }
        .filter { $0.hasPrefix("0 ") }
    }
    #expect(try first([.enter, .dwell]) == ["0 enter home initial"])
    #expect(try first(.exit) == ["0 exit work initial"])
    #expect(try first([.enter, .exit]) == ["0 enter home initial"])
    #expect(try first([]) == [])
  }

  @Test func `a silent first state is the state from which the device crosses`() throws {
    #expect(try events { $0.request.initialTriggers = [] } == Self.crossings)
  }

  @Test func `every add evaluates anew`() throws {
    let events = try events {
      $0.renewal = .all
      $0.triggers = .fix
      $0.limit = 1
    }
    // One region needs no selection beyond the first.
    #expect(events == Self.whole)
    let renewed = try self.events(of: [home, work]) {
      ($0.renewal, $0.triggers, $0.limit) = (.all, .fix, 1)
    }
    #expect(renewed.filter { $0.contains("enter home") }.count == 20)
  }

  @Test func `the same identifier replaces its geofence`() throws {
    #expect(
      try events([(50, .add(home))])
        == ["0 enter home initial", "50 enter home initial"] + Self.crossings)
  }

  // MARK: dwell

  @Test func `a dwell follows an enter after the loitering delay, unless the device has left`()
    throws
  {
    func dwells(_ seconds: Double) throws -> [String] {
      try events { $0.request.loitering = Interval(seconds: seconds) }.filter {
        $0.contains("dwell")
      }
    }
    #expect(try dwells(30) == ["30 dwell home", "230 dwell home"])
    #expect(try dwells(0) == ["0 dwell home", "200 dwell home"])
    #expect(try dwells(100) == [])
  }

  @Test func `a region found inside dwells only if that is an initial trigger`() throws {
    func dwells(_ triggers: GeofenceRequest.InitialTriggers) throws -> [String] {
      try events {
        $0.request.loitering = Interval(seconds: 30)
        $0.request.initialTriggers = triggers
      }.filter { $0.contains("dwell") }
    }
    #expect(try dwells(.dwell) == ["30 dwell home", "230 dwell home"])
    #expect(try dwells(.enter) == ["230 dwell home"])
  }

  @Test func `at a fix exits come first, then enters, then dwells`() throws {
    let events = try events(of: [work, home]) { $0.request.loitering = Interval(seconds: 0) }
    #expect(
      events.filter { $0.hasPrefix("100 ") } == [
        "100 exit home", "100 enter work", "100 dwell work",
      ])
  }

  @Test func `a flag keeps an enter from the app, and not its dwell`() throws {
    var silent = home
    silent.notifyOnEntry = false
    let events = try events(of: [silent]) { $0.request.loitering = Interval(seconds: 30) }
    #expect(events == ["30 dwell home", "100 exit home", "230 dwell home", "300 exit home"])
  }

  // MARK: expiration

  @Test func `a geofence expires silently, and the next selection that wants it adds it anew`()
    throws
  {
    let expiring: (inout Settings) -> Void = { $0.request.expiration = Interval(seconds: 60) }
    #expect(try events(with: expiring) == ["0 enter home initial"])
    #expect(
      try events([(200, .add(work))], with: expiring)
        == ["0 enter home initial", "200 enter home initial"])
  }

  // MARK: what takes registrations away

  @Test(arguments: [DeviceAction.update, .forceStop, .clearData])
  func `an action that ends the app takes its geofences along`(_ action: DeviceAction) throws {
    #expect(try events([(50, action)]) == ["0 enter home initial"])
  }

  @Test func `opening the app adds its geofences again`() throws {
    for action in [DeviceAction.update, .forceStop, .clearData] {
      #expect(
        try events([(50, action), (150, .launch)])
          == ["0 enter home initial", "200 enter home", "300 exit home"])
    }
    #expect(
      try events([(50, .launch)])
        == ["0 enter home initial", "50 enter home initial"] + Self.crossings)
  }

  @Test func `a broadcast has the app add them again where it answers it`() throws {
    let answer: (inout Settings) -> Void = { $0.request.broadcasts = [.boot, .update] }
    #expect(
      try events(verbose: true, [(50, .reboot), (150, .unlock)], with: answer).suffix(4) == [
        "150 relaunch boot", "150 monitor home", "200 enter home", "300 exit home",
      ])
    #expect(
      try events([(150, .update)], with: answer)
        == ["0 enter home initial", "100 exit home", "200 enter home", "300 exit home"])
    #expect(try events([(50, .reboot), (150, .unlock)]) == ["0 enter home initial"])
  }

  @Test func `a stopped app gets no broadcast until the user opens it`() throws {
    let answer: (inout Settings) -> Void = { $0.request.broadcasts = [.boot, .update] }
    let stopped: [(second: Int64, action: DeviceAction)] = [
      (20, .forceStop), (30, .update), (40, .reboot), (150, .unlock),
    ]
    #expect(try events(stopped, with: answer) == ["0 enter home initial"])
    #expect(
      try events(stopped + [(250, .launch)], with: answer)
        == ["0 enter home initial", "250 enter home initial", "300 exit home"])
  }

  @Test func `location off ends all geofences, and on brings none back`() throws {
    #expect(
      try events(verbose: true, [(50, .location(isOn: false)), (150, .location(isOn: true))])
        == [
          "0 reselect ", "0 monitor home", "0 enter home initial",
          "50 failed home geofenceNotAvailable",
        ])
  }

  @Test func `an app that does not know of the loss adds the difference alone, or everything`()
    throws
  {
    let lost: [(second: Int64, action: DeviceAction)] = [
      (50, .location(isOn: false)), (60, .location(isOn: true)), (150, .add(work)),
    ]
    #expect(
      try events(lost) == [
        "0 enter home initial", "150 enter work initial", "200 exit work", "300 enter work",
      ])
    #expect(
      try events(lost) { $0.renewal = .all }.filter { $0.contains("home") }
        == ["0 enter home initial", "200 enter home", "300 exit home"])
  }

  // MARK: permission

  @Test(
    arguments: [DeviceAction.authorize(.whenInUse), .authorize(.denied), .accuracy(isFull: false)])
  func `without the permission geofences are suspended, and live again when it comes back`(
    _ action: DeviceAction
  ) throws {
    let granted: DeviceAction =
      if case .accuracy = action { .accuracy(isFull: true) } else { .authorize(.always) }
    #expect(
      try events([(50, action), (150, granted)])
        == ["0 enter home initial", "150 exit home", "200 enter home", "300 exit home"])
  }

  @Test func `an add without the permission fails once, and is tried again with it`() throws {
    #expect(
      try events(
        verbose: true, [(0, .authorize(.denied)), (20, .add(home)), (250, .authorize(.always))]
      ) == [
        "0 reselect ", "0 failed home insufficientLocationPermission", "20 reselect set",
        "250 monitor home", "250 enter home initial", "300 exit home",
      ])
  }

  @Test func `what is added again with the permission keeps its place where all are taken`() throws
  {
    // The limit is full of one region, whose second add fails and is tried again.
    let events = try events(
      of: [home, work],
      [(20, .authorize(.whenInUse)), (30, .launch), (150, .authorize(.always)), (170, .background)]
    ) { ($0.triggers, $0.limit) = ([], 1) }
    #expect(events == ["0 enter home initial", "200 enter home", "300 exit home"])
  }

  // MARK: an app that does not run

  @Test func `an event starts an app that does not run, and none waits`() throws {
    #expect(
      try events(verbose: true, [(50, .terminate)]).suffix(4)
        == ["100 relaunch event"] + Self.crossings)
  }

  @Test func `a first selection waits until a dead app is opened`() throws {
    #expect(
      try events([(0, .terminate), (150, .launch)]) == ["200 enter home", "300 exit home"])
  }

  // MARK: the sentinel

  @Test func `the sentinel is judged by the share, from the fix after it was set`() throws {
    var settings = Settings(.geofencingClient)
    settings.limit = 2
    let regions = ["a", "b", "c"].map { Line.region($0, at: 90_000, radius: 100) }
    // The first fix has a circle that the sentinel covers a tenth of.
    let places: [(Int64, Double, Double?)] = [
      (0, 0, 3000), (10, 0, 20), (20, 0, 3000), (30, 0, 20),
    ]
    #expect(
      try Line.drive(places, past: regions, settings, isVerbose: true)
        .filter { $0.contains("reselect") } == ["0 reselect ", "20 reselect sentinel"])
  }

  // MARK: responsiveness

  @Test func `a fix within the least time after the last look is none`() throws {
    #expect(
      try events { $0.crossing.responsiveness = Interval(seconds: 90) }
        == ["0 enter home initial", "180 exit home", "270 enter home", "360 exit home"])
  }
}
