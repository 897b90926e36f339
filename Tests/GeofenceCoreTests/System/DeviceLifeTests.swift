import GeofenceCore
import TestSupport
import Testing

/// The effects of a device's life on the events of one drive, for both interfaces.
///
/// The device starts at home, is away from 100 s on, back from 200 s on, and away again from 300 s
/// on. Without other influences, each crossing is delivered 20 s later.
struct DeviceLifeTests {
  private let home = Line.region("home", at: 0, radius: 100)

  private var drive: [(second: Int64, metres: Double)] {
    stride(from: Int64(0), through: 400, by: 10).map { second in
      (second, (100..<200).contains(second) || second >= 300 ? 2000 : 0)
    }
  }

  private func events(
    _ api: API, verbose: Bool = false, platform: DeviceState.Platform = .ios,
    _ timeline: (second: Int64, action: DeviceAction)...
  ) throws -> [String] {
    var settings = Settings()
    settings.api = api
    settings.platform = platform
    return try Line.drive(drive, past: [home], settings, isVerbose: verbose, timeline).filter {
      !$0.contains("monitor home") && !$0.contains("reselect") && !$0.contains("device")
    }
  }

  private static let whole = ["120 exit home", "220 enter home", "320 exit home"]

  @Test func `without a scenario every crossing is heard of`() throws {
    #expect(try events(.clMonitor) == ["0 enter home initial"] + Self.whole)
    #expect(try events(.clLocationManager) == Self.whole)
  }

  // MARK: terminate, launch

  @Test(arguments: API.ofCoreLocation)
  func `an event relaunches a terminated app on iOS`(_ api: API) throws {
    #expect(
      try events(api, verbose: true, (50, .terminate)).suffix(4)
        == ["120 relaunch event"] + Self.whole)
  }

  @Test(arguments: API.ofCoreLocation, [DeviceAction.forceQuit, .forceStop])
  func `nothing starts an app that the user has ended, until the user opens it`(
    _ api: API, _ end: DeviceAction
  ) throws {
    let quit = try events(api, verbose: true, (50, end), (250, .launch))
    #expect(!quit.contains { $0.contains("relaunch") })
    // Where events wait, the first one is delivered then, and the region is watched again.
    #expect(
      quit.filter { !$0.contains("initial") }
        == (api == .clMonitor ? ["250 exit home waited 130", "280 enter home"] : [])
        + ["320 exit home"])
  }

  @Test(arguments: API.ofCoreLocation)
  func `an app that is started takes out regions before it hears, whatever their names`(
    _ api: API
  ) throws {
    var settings = Settings()
    settings.api = api
    let regions = ["a", "b", "c", "d"].map { Line.region($0, at: 0, radius: 100) }
    let timeline: [(second: Int64, action: DeviceAction)] = [
      (50, .terminate), (60, .remove("a")), (60, .remove("c")),
    ]
    let events = try Line.drive(drive, past: regions, settings, timeline).filter {
      $0.contains("exit")
    }
    #expect(events == ["120 exit b", "120 exit d", "320 exit b", "320 exit d"])
  }

  @Test(arguments: API.ofCoreLocation)
  func `on macOS nothing is watched while the app does not run, and nothing launches it`(
    _ api: API
  ) throws {
    // The device is away and back while the app is not running: no event was observed.
    #expect(
      try events(api, platform: .macos, (50, .terminate), (250, .launch)).filter {
        !$0.contains("initial")
      } == ["320 exit home"])
    #expect(
      try events(api, verbose: true, platform: .macos, (50, .terminate)).allSatisfy {
        $0.hasPrefix("0 ")
      })
  }

  @Test(arguments: API.ofCoreLocation)
  func `on macOS the state stands while the app does not run, and a crossing begins anew`(
    _ api: API
  ) throws {
    // The app is quit during the exit of 100 s, which begins again when the app runs again.
    for action in [DeviceAction.launch, .foreground] {
      #expect(
        try events(api, platform: .macos, (110, .terminate), (150, action)).filter {
          !$0.contains("initial")
        } == ["170 exit home", "220 enter home", "320 exit home"])
    }
  }

  @Test func `what waited says for how long when asked`() throws {
    #expect(
      try events(
        .clMonitor, verbose: true, (50, .backgroundRefresh(isOn: false)), (50, .terminate),
        (250, .launch)
      ).contains("250 exit home waited 130"))
  }

  // MARK: background refresh

  @Test(arguments: [DeviceAction.background, .terminate])
  func `without background refresh nothing reaches an app outside the foreground`(
    _ action: DeviceAction
  ) throws {
    let off = DeviceAction.backgroundRefresh(isOn: false)
    #expect(
      try events(.clMonitor, (50, off), (60, action), (250, .foreground))
        == ["0 enter home initial"]
        // For a running app the latest state waits, for another app the first.
        + (action == .background ? ["250 enter home"] : ["250 exit home", "280 enter home"])
        + ["320 exit home"])
    #expect(
      try events(.clLocationManager, (50, off), (60, action), (250, .launch))
        == ["320 exit home"])
    #expect(
      try events(
        .clLocationManager, (50, off), (60, action), (80, .backgroundRefresh(isOn: true)))
        == Self.whole)
  }

  @Test func `what waits is told when background refresh comes back`() throws {
    #expect(
      try events(
        .clMonitor, (50, .backgroundRefresh(isOn: false)), (60, .background),
        (150, .backgroundRefresh(isOn: true)), (250, .foreground))
        == ["0 enter home initial", "150 exit home", "220 enter home", "320 exit home"])
  }

  @Test(arguments: API.ofCoreLocation)
  func `an app in the background hears of everything`(_ api: API) throws {
    #expect(try events(api, (50, .background)).suffix(3) == Self.whole[...])
  }

  @Test(arguments: API.ofCoreLocation)
  func `in the foreground background refresh does not matter`(_ api: API) throws {
    #expect(
      try events(api, (40, .foreground), (50, .backgroundRefresh(isOn: false))).suffix(3)
        == Self.whole[...])
  }

  // MARK: restart

  @Test func `a restart forgets states, and the unlock determines them anew`() throws {
    #expect(
      try events(.clMonitor, (50, .reboot), (210, .unlock))
        == ["0 enter home initial", "210 enter home initial", "320 exit home"])
    #expect(
      try events(.clLocationManager, (50, .reboot), (210, .unlock)) == ["320 exit home"])
    #expect(try events(.clLocationManager, (50, .reboot)).isEmpty)
  }

  @Test(arguments: API.ofCoreLocation)
  func `a restart that loses the registrations leaves none until the app runs and adds them`(
    _ api: API
  ) throws {
    let lost = DeviceAction.rebootLosingRegistrations
    // Nothing is left that could start the app before the significant change of 300 s.
    #expect(
      try events(api, (50, lost), (60, .unlock)).filter { !$0.hasPrefix("0 ") }
        == (api == .clMonitor ? ["320 exit home"] : []))
    // The app knows that it was at home: it adds home with that state, or has the state determined
    // again.
    #expect(
      try events(api, (50, lost), (60, .unlock), (150, .launch)).filter { !$0.hasPrefix("0 ") }
        == (api == .clMonitor ? ["170 exit home"] : []) + ["220 enter home", "320 exit home"])
  }

  @Test func `after a loss the app chooses at the first place that it receives`() throws {
    var settings = Settings()
    (settings.limit, settings.triggers) = (1, .event)
    let towns = [home, Line.region("town", at: 2000, radius: 100)]
    let events = try Line.drive(
      [(0, 0), (100, 0), (200, 2000)], past: towns, settings, isVerbose: true,
      [(50, .rebootLosingRegistrations), (60, .unlock), (150, .launch)])
    #expect(
      events.suffix(3) == ["200 reselect restart", "200 monitor town", "200 enter town initial"])
  }

  @Test func `a significant change starts the app that adds them`() throws {
    let events = try Line.drive(
      [(0, 0), (100, 0), (400, 2000)], past: [home], Settings(), isVerbose: true,
      [(50, .rebootLosingRegistrations), (60, .unlock)])
    #expect(
      events.suffix(3) == [
        "400 relaunch significant", "400 reselect restart",
        "400 monitor home assuming satisfied",
      ])
  }

  // MARK: authorization and accuracy

  @Test(arguments: [
    (DeviceAction.authorize(.denied), "authorizationDenied"),
    (.authorize(.restricted), "authorizationRestricted"),
    (.authorize(.notDetermined), "authorizationRequestInProgress"),
    (.accuracy(isFull: false), "accuracyLimited"),
  ])
  func `what is suspended says why and is live again when granted`(
    _ action: DeviceAction, _ diagnostic: String
  ) throws {
    let grant: DeviceAction =
      if case .accuracy = action { .accuracy(isFull: true) } else { .authorize(.always) }
    // The exit at 100 s is never observed; back at home, nothing has changed.
    #expect(
      try events(.clMonitor, verbose: true, (50, action), (250, grant)) == [
        "0 enter home initial", "50 unmonitored home \(diagnostic)", "320 exit home",
      ])
    #expect(try events(.clLocationManager, (50, action), (250, grant)) == ["320 exit home"])
  }

  @Test func `when in use is heard of in the foreground only`() throws {
    let inUse = DeviceAction.authorize(.whenInUse)
    #expect(try events(.clLocationManager, (40, .foreground), (50, inUse)) == Self.whole)
    // The app is in the background when the track begins.
    #expect(
      try events(.clMonitor, verbose: true, (50, inUse), (250, .foreground))
        == [
          "0 enter home initial", "50 unmonitored home insufficientlyInUse",
          "250 enter home waited 30", "320 exit home",
        ])
    #expect(
      try events(
        .clLocationManager, (40, .foreground), (50, inUse), (60, .background), (250, .foreground))
        == ["320 exit home"])
  }

  @Test func `CLLocationManager fails with a denial`() throws {
    #expect(
      try events(.clLocationManager, verbose: true, (50, .authorize(.denied)))
        == ["50 failed home regionMonitoringDenied"])
  }

  // MARK: sleep

  @Test(arguments: API.ofCoreLocation)
  func `asleep a Mac sees nothing`(_ api: API) throws {
    #expect(
      try events(api, platform: .macos, (50, .sleep), (250, .wake)).suffix(1)
        == ["320 exit home"])
    #expect(
      try events(api, platform: .macos, (50, .sleep), (250, .wake)).contains("120 exit home")
        == false)
  }

  // MARK: the app's set

  @Test func `a region that joins is registered at once, one that leaves is silent`() throws {
    let work = Line.region("work", at: 2000, radius: 100)
    #expect(
      try events(.clMonitor, (110, .add(work)), (210, .remove("home"))) == [
        "0 enter home initial", "110 enter work initial", "120 exit home", "220 exit work",
        "320 enter work",
      ])
    #expect(
      try events(.clLocationManager, (110, .add(work)), (210, .remove("home"))) == [
        "120 exit home", "220 exit work", "320 enter work",
      ])
  }

  @Test func `the same circle again changes nothing, another one starts the record over`() throws {
    let undisturbed = try events(.clMonitor)
    #expect(try events(.clMonitor, (110, .add(home))) == undisturbed)
    #expect(
      try events(.clMonitor, (110, .add(Line.region("home", at: 2000, radius: 100)))) == [
        "0 enter home initial", "110 enter home initial", "220 exit home", "320 enter home",
      ])
  }

  @Test func `a crossing is told although the app that it starts adds the same circle again`()
    throws
  {
    let undisturbed = try events(.clMonitor, (50, .terminate))
    var again = home
    again.radius += 1e-7
    #expect(try events(.clMonitor, (50, .terminate), (60, .add(again))) == undisturbed)
  }

  @Test func `a change of the set waits for an app that does not run`() throws {
    #expect(
      try events(
        .clMonitor, (50, .backgroundRefresh(isOn: false)), (50, .terminate),
        (110, .add(Line.region("work", at: 2000, radius: 100))), (310, .launch)) == [
          "0 enter home initial", "310 exit home", "310 enter work initial",
        ])
  }

  // MARK: significant changes

  @Test func `a significant change relaunches a terminated app, which reselects`() throws {
    var settings = Settings()
    settings.limit = 1
    let towns = [home, Line.region("town", at: 9000, radius: 100)]
    let events = try Line.drive(
      [(0, 3000), (400, 8000)], past: towns, settings, isVerbose: true, [(10, .terminate)])
    #expect(
      events.suffix(6) == [
        "400 device terminate", "400 relaunch significant", "400 reselect significant",
        "400 unmonitor home", "400 monitor town", "400 unsatisfied town initial",
      ])
    settings.platform = .macos
    #expect(
      try Line.drive(
        [(0, 3000), (400, 8000)], past: towns, settings, isVerbose: true, [(10, .terminate)]
      ).last
        == "400 device terminate")
  }
}
