import GeofenceCore
import TestSupport
import Testing

/// An app that selects regions by the places delivered to it.
struct HeardPlacesTests {
  private let towns = [
    Line.region("a", at: 0, radius: 100), Line.region("b", at: 3000, radius: 100),
    Line.region("c", at: 9000, radius: 100),
  ]

  private func choices(
    _ places: [(second: Int64, metres: Double)], _ change: (inout Settings) -> Void = { _ in },
    _ timeline: (second: Int64, action: DeviceAction)...
  ) throws -> [String] {
    var settings = Settings()
    settings.limit = 1
    change(&settings)
    return try Line.drive(places, past: towns, settings, isVerbose: true, timeline).filter {
      $0.contains("reselect") || $0.contains(" monitor") || $0.contains("relaunch")
    }
  }

  @Test func `the first choice comes with the first place that the app hears`() throws {
    #expect(
      try choices(
        [(0, 0), (100, 2900), (200, 9000)], { _ in }, (0, .authorize(.denied)),
        (90, .authorize(.always)))
        == ["100 reselect ", "100 monitor b"])
  }

  @Test func `where all fit the app registers at the first fix at which it runs`() throws {
    #expect(
      try choices(
        [(0, 0), (100, 0)], { $0.limit = 3 }, (0, .authorize(.denied)), (90, .authorize(.always)))
        == ["0 reselect ", "0 monitor a", "0 monitor b", "0 monitor c"])
    #expect(
      try choices(
        [(0, 0), (100, 0)],
        {
          $0.limit = 3
          $0.triggers = .event
        }, (0, .terminate), (90, .launch)
      ).first == "100 reselect ")
  }

  @Test func `a significant change that nobody hears is none`() throws {
    let events = try choices(
      [(0, 0), (400, 2900), (500, 2900)], { _ in }, (10, .backgroundRefresh(isOn: false)),
      (10, .background), (500, .foreground))
    #expect(
      events == ["0 reselect ", "0 monitor a", "500 reselect significant", "500 monitor b"])
  }

  @Test func `the clock of significant changes runs while all regions fit`() throws {
    let events = try choices(
      [(0, 0), (310, 600), (400, 600), (600, 1200), (610, 1200)], { $0.limit = 3 },
      (400, .add(Line.region("d", at: 20_000, radius: 100))))
    #expect(
      events.filter { $0.contains("reselect") }
        == ["0 reselect ", "400 reselect set", "610 reselect significant"])
  }

  @Test func `a significant change starts the app, also where all regions fit`() throws {
    let newcomer = Line.region("d", at: 600, radius: 100)
    #expect(
      try choices(
        [(0, 0), (400, 600)], { $0.limit = 9 }, (10, .terminate), (20, .add(newcomer))
      ).suffix(3) == ["400 relaunch significant", "400 reselect set", "400 monitor d"])
  }

  @Test func `a set that changes unheard is chosen from at the next place heard`() throws {
    let events = try choices(
      [(0, 0), (100, 2900), (200, 2900)], { _ in }, (90, .authorize(.denied)),
      (90, .remove("a")), (190, .authorize(.always)))
    #expect(events == ["0 reselect ", "0 monitor a", "200 reselect set", "200 monitor b"])
  }

  /// The sentinel lies around the first place, which is left at 100 s.
  @Test(arguments: [true, false])
  func `the sentinel's exit waits as a region's does`(_ runs: Bool) throws {
    let away: [(second: Int64, metres: Double)] = [(0, 0), (100, 2500), (120, 2500)]
    // The device is inside again before anything is delivered: a running app gets the latest state,
    // another app the first.
    let back: [(second: Int64, metres: Double)] = [(200, 0), (220, 0), (300, 0)]
    let events = try choices(
      away + back,
      {
        $0.limit = 2
        $0.triggers = .sentinel
      }, (10, .backgroundRefresh(isOn: false)), (10, runs ? .background : .terminate),
      (300, .foreground))
    #expect(events.contains("300 reselect sentinel") == !runs)
  }

  @Test func `a sentinel that a restart finds outside counts as left`() throws {
    let events = try choices(
      [(0, 0), (100, 2500), (200, 2500)],
      {
        $0.limit = 2
        $0.triggers = .sentinel
      }, (50, .reboot), (150, .unlock))
    #expect(
      events.suffix(3) == ["200 relaunch event", "200 reselect sentinel", "200 monitor b"])
    #expect(
      try choices(
        [(0, 0), (100, 2500), (200, 2500)],
        {
          $0.limit = 2
          $0.triggers = .sentinel
          $0.api = .clLocationManager
        }, (50, .reboot), (150, .unlock)
      ).contains { $0.hasPrefix("200") } == false)
  }
}
