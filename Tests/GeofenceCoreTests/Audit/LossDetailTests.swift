import GeofenceCore
import TestSupport
import Testing

/// The cause that an audit names when several could have lost a crossing, and those that it never
/// names.
struct LossDetailTests {
  private let home = Line.region("home", at: 1000, radius: 200)
  private let shop = Line.region("shop", at: 1500, radius: 100)

  private func settings(_ change: (inout Settings) -> Void) -> Settings {
    var settings = Settings()
    change(&settings)
    return settings
  }

  @Test func `a stay of the dwell to the second counts, one of a second less does not`() throws {
    for (last, outcome) in [(50, "told at 50"), (49, "lost dwell: 19 s, 150 m")]
      as [(Int64, String)]
    {
      let crossings = try Line.audit(
        [(0, 0, nil), (30, 950, nil), (last, 950, nil), (60, 0, nil)], past: [home])
      #expect(crossings[0] == "30 enter home \(outcome)")
    }
  }

  @Test func `inward the cushion is at most half the radius`() throws {
    var settings = Settings()
    settings.crossing.inwardCushion = 200
    let crossings = try Line.audit(
      [(0, 0, nil), (30, 895, nil), (60, 895, nil), (70, 0, nil)], past: [home], settings)
    #expect(crossings[0] == "30 enter home lost cushion: 30 s, 95 m")
    let deeper = try Line.audit(
      [(0, 0, nil), (30, 905, nil), (60, 905, nil)], past: [home], settings)
    #expect(deeper == ["30 enter home told at 60"])
  }

  @Test func `a short stay is lost to the dwell, however shallow it was`() throws {
    let crossings = try Line.audit([(0, 0, nil), (30, 810, nil), (40, 0, nil)], past: [home])
    #expect(crossings[0] == "30 enter home lost dwell: 0 s, 10 m")
  }

  @Test func `a shallow stay is lost to the cushion, however uncertain its fixes were`() throws {
    var settings = Settings()
    settings.crossing.inwardCushion = 200
    let crossings = try Line.audit(
      [(0, 0, nil), (30, 850, 60), (60, 850, 60), (90, 850, 60), (100, 0, 60)], past: [home],
      settings)
    #expect(crossings[0] == "30 enter home lost cushion: 60 s, 50 m")
  }

  @Test func `a crossing back is the loss of the one that it undoes, with its moment`() throws {
    let crossings = try Line.audit(
      [(0, 0, nil), (30, 950, nil), (40, 0, nil), (50, 950, nil), (90, 950, nil)], past: [home])
    #expect(
      crossings == [
        "30 enter home lost dwell: 0 s, 150 m", "40 exit home lost dwell undoing 30",
        "50 enter home told at 90",
      ])
  }

  @Test func `evicted: the slot was gone before the crossing began`() throws {
    let crossings = try Line.audit(
      Line.pace(from: 905, to: 1640, by: 20),
      past: [
        Line.region("lake", at: 1000, radius: 400), Line.region("pier", at: 1500, radius: 30),
      ],
      settings { ($0.triggers, $0.limit) = (.fix, 1) })
    #expect(
      crossings == [
        "250 exit lake lost evicted: stopped at 180", "290 enter pier told at 310",
        "320 exit pier undecided",
      ])
  }

  @Test func `reset-by-renewal: the restart that forgot the state came before the eviction`() throws
  {
    let crossings = try Line.audit(
      [(0, 1000, nil), (10, 1190, 50), (20, 1300, nil), (30, 1450, nil), (40, 1450, nil)],
      past: [home, shop],
      settings { ($0.triggers, $0.renewal, $0.limit) = (.fix, .all, 1) })
    #expect(crossings.first == "20 exit home lost reset-by-renewal: stopped at 10")
  }

  @Test func `reset-by-renewal: an equal circle in its place is the region itself`() throws {
    var twin = home
    twin.radius += 4e-7
    let crossings = try Line.audit(
      [(0, 1000, nil), (10, 1450, nil), (20, 1450, nil), (30, 1450, nil), (90, 1450, nil)],
      past: [home], settings { $0.renewal = .all }, [(20, .add(twin))])
    #expect(crossings == ["10 exit home lost reset-by-renewal: stopped at 20"])
  }

  @Test func `reset-by-renewal: an app that adds a region once more replaces it`() throws {
    let crossings = try Line.audit(
      [(0, 1000, nil), (10, 1000, nil), (20, 1450, nil), (30, 1450, nil), (90, 1450, nil)],
      past: [home], settings { $0.api = .clLocationManager }, [(20, .add(home))])
    #expect(crossings == ["20 exit home lost reset-by-renewal: stopped at 20"])
  }

  @Test func `what an app that does not run has yet to add once more keeps its slot`() throws {
    var twin = home
    twin.radius += 4e-7
    let crossings = try Line.audit(
      [(0, 1000, nil), (20, 1000, nil), (30, 1450, nil), (40, 1450, nil), (50, 1000, nil)],
      past: [home], settings { _ in }, [(10, .terminate), (20, .add(twin))])
    #expect(crossings.first == "30 exit home lost dwell: 10 s, 250 m")
  }

  @Test func `removed: a registration that expires at the fix of the crossing is gone before it`()
    throws
  {
    var settings = Settings(.geofencingClient)
    settings.request.expiration = Interval(seconds: 20)
    let crossings = try Line.audit([(0, 1000, nil), (20, 2000, nil)], past: [home], settings)
    #expect(crossings == ["20 exit home lost removed"])
  }

  @Test func `removed: a registration that expires at the crossing's fix, and is added later`()
    throws
  {
    var settings = Settings(.geofencingClient)
    (settings.limit, settings.request.expiration) = (2, Interval(seconds: 20))
    let crossings = try Line.audit(
      [(0, 1000, nil), (30, 3000, nil), (60, 3000, nil), (90, 1250, nil)],
      past: [home, Line.region("pier", at: 3000, radius: 100)], settings)
    #expect(crossings.first == "30 exit home lost removed")
  }

  @Test func `what a flag keeps from an Android app is no loss that the way back undoes`() throws {
    var quiet = home
    quiet.notifyOnEntry = false
    let crossings = try Line.audit(
      [(0, 0, nil), (30, 1000, nil), (60, 1000, 600), (90, 1210, 200), (120, 1000, nil)],
      past: [quiet], Settings(.geofencingClient))
    #expect(crossings == ["90 exit home lost overlap: 0 s, 10 m"])
  }

  @Test func `suspended: a slot lost at the fix of the confirmation was lost after it`() throws {
    let crossings = try Line.audit(
      [(0, 1000, nil), (10, 1300, nil), (20, 1300, nil), (30, 1450, nil), (60, 1450, nil)],
      past: [home, Line.region("pier", at: 1700, radius: 100)],
      settings { ($0.triggers, $0.limit) = (.fix, 1) },
      [(20, .authorize(.denied)), (30, .authorize(.always))])
    #expect(crossings.first == "10 exit home lost suspended: authorize at 20")
  }

  @Test func `registered-late: the first choice of all came after the boundary`() throws {
    let crossings = try Line.audit(
      [(0, 1000, nil), (50, 1500, nil), (100, 1500, nil), (200, 1500, nil)],
      past: [home, Line.region("pier", at: 5000, radius: 100)], settings { $0.limit = 1 },
      [(0, .authorize(.denied)), (100, .authorize(.always))])
    #expect(crossings == ["50 exit home lost registered-late: registered at 100"])
  }

  @Test func `suspended: a device that watched nothing had no uncertain fixes`() throws {
    let crossings = try Line.audit(
      [(0, 1000, nil), (50, 1000, nil), (100, 1500, nil), (200, 1500, nil)], past: [home],
      Settings(), [(0, .accuracy(isFull: false)), (100, .accuracy(isFull: true))])
    #expect(crossings == ["100 exit home lost suspended: accuracy at 0"])
  }

  @Test func `not-registered: no other choice came before the track ended`() throws {
    let crossings = try Line.audit(
      Line.pace(from: 905, to: 1465, by: 20), past: [home, shop], settings { $0.limit = 1 })
    #expect(
      crossings == [
        "150 exit home told at 200",
        "250 enter shop lost not-registered: chosen at 0, last slot home at 95 m, this one at 595 m, next never",
      ])
  }

  @Test func `distances of a choice are those of its ranking`() throws {
    let crossings = try Line.audit(
      Line.pace(from: 905, to: 1465, by: 20), past: [home, shop],
      settings { ($0.limit, $0.ranking) = (1, .boundary) })
    #expect(
      crossings == [
        "150 exit home told at 200",
        "250 enter shop lost not-registered: chosen at 0, last slot home at -105 m, this one at 495 m, next never",
      ])
  }

  // Only the latest state of a region waits for the app.
  @Test func `suspended: what waited for the app is late, not lost`() throws {
    let crossings = try Line.audit(
      Line.pace(from: 10, to: 2000, by: 50), past: [home], Settings(),
      [(50, .background), (50, .backgroundRefresh(isOn: false)), (300, .foreground)])
    #expect(
      crossings == [
        "160 enter home lost suspended: background-refresh at 50",
        "240 exit home told at 300 late",
      ])
  }

  // Under CLMonitor the record of a region outlasts a restart.
  @Test(arguments: [
    (API.clMonitor, "240 exit home told at 300 initially late"),
    (.clLocationManager, "240 exit home lost suspended: reboot at 200"),
  ])
  func `suspended: a first state outside after a restart tells of the exit before it, late`(
    _ api: API, _ exit: String
  ) throws {
    let crossings = try Line.audit(
      Line.pace(from: 10, to: 2500, by: 50), past: [home], Settings(api),
      [(200, .reboot), (300, .unlock)])
    #expect(crossings == ["160 enter home told at 180", exit])
  }

  @Test func `suspended: an exit that the app had received is not told of again`() throws {
    let again = try Line.audit(
      Line.pace(from: 10, to: 2500, by: 50), past: [home], Settings(),
      [(280, .reboot), (300, .unlock)])
    #expect(again == ["160 enter home told at 180", "240 exit home told at 260"])
    // Of a region that it was never told to be inside of, outside is no news.
    let unseen = try Line.audit(
      Line.pace(from: 10, to: 2500, by: 50), past: [home], Settings(),
      [(100, .reboot), (300, .unlock)])
    #expect(
      unseen == [
        "160 enter home lost suspended: reboot at 100",
        "240 exit home lost suspended: reboot at 100",
      ])
  }

  @Test func `suspended: an app that asks for a state learns of a crossing that it had missed`()
    throws
  {
    let off = [false, true].map { DeviceAction.backgroundRefresh(isOn: $0) }
    let drive = Line.pace(from: 10, to: 2500, by: 50)
    let asking = try Line.audit(
      drive, past: [home], Settings(.clLocationManager),
      [(50, off[0]), (200, off[1]), (200, .determine("home"))])
    #expect(asking == ["160 enter home told at 200 late", "240 exit home told at 260"])
    // What it knows already is no news, and asking disturbs nothing.
    let again = try Line.audit(
      drive, past: [home], Settings(.clLocationManager), [(200, .determine(nil))])
    #expect(again == ["160 enter home told at 180", "240 exit home told at 260"])
  }

  @Test func `suspended: only what an undisturbed device would have told`() throws {
    let crossings = try Line.audit(
      [(0, 0, nil), (30, 950, nil), (40, 0, nil), (100, 950, nil), (160, 950, nil)],
      past: [home], Settings(), [(10, .authorize(.denied))])
    #expect(
      crossings == [
        "30 enter home lost dwell: 0 s, 150 m",
        "40 exit home lost dwell undoing 30",
        "100 enter home lost suspended: authorize at 10",
      ])
  }

  @Test func `a region that joins on the way has no crossings before, one that leaves none after`()
    throws
  {
    let crossings = try Line.audit(
      Line.pace(from: 10, to: 2000, by: 50), past: [home], Settings(),
      [(100, .add(shop)), (200, .remove("home"))])
    #expect(
      crossings == [
        "160 enter home told at 180",
        "280 enter shop told at 300",
        "320 exit shop told at 340",
      ])
  }

  @Test func `a region that leaves in mid-crossing is measured no longer`() throws {
    let crossings = try Line.audit(
      Line.pace(from: 10, to: 2000, by: 50), past: [home], Settings(),
      [(170, .remove("home")), (200, .add(home))])
    // A region that is added again has a new history: there is no enter for the exit to take back.
    #expect(
      crossings == ["160 enter home lost dwell: 0 s, 10 m", "240 exit home told at 260"])
  }

  @Test func `a region moved on the way is another one`() throws {
    let moved = Line.region("home", at: 1600, radius: 200)
    let crossings = try Line.audit(
      Line.pace(from: 10, to: 2500, by: 50), past: [home], Settings(), [(200, .add(moved))])
    #expect(
      crossings == [
        "160 enter home told at 180",
        "280 enter home told at 300",
        "360 exit home told at 380",
      ])
  }
}
