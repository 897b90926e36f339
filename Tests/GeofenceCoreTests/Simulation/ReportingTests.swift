import GeofenceCore
import TestSupport
import Testing

/// The reports of the two interfaces on the same states.
struct ReportingTests {
  private var silent: Settings {
    var settings = Settings()
    settings.crossing.cushion = 0
    settings.crossing.dwell = Interval(milliseconds: 0)
    return settings
  }

  private func marbles(_ api: API) -> Marbles {
    var marbles = Marbles(every: 30)
    marbles.settings = silent
    marbles.settings.api = api
    return marbles
  }

  @Test func `CLMonitor reports being inside at the start, CLLocationManager does not`() throws {
    #expect(
      try marbles(.clMonitor).crossings("iioi")  //
        == "e-XE")
    #expect(
      try marbles(.clLocationManager).crossings("iioi")  //
        == "--XE")
  }

  @Test func `being outside at the start is told only by CLMonitor`() throws {
    #expect(try marbles(.clMonitor).crossings("oo") == "x-")
    #expect(try marbles(.clLocationManager).crossings("oo") == "--")
  }

  @Test func `exits come before enters, each kind by identifier in scalar order`() throws {
    var regions = ["b", "a", "\u{E9}", "e\u{301}"].map {
      Line.region($0, at: 0, radius: 100)
    }
    regions += ["d", "c"].map { Line.region($0, at: 5000, radius: 100) }
    #expect(
      try Line.drive([(0, 0), (60, 5000)], past: regions, silent) == [
        "0 enter a initial", "0 enter b initial", "0 enter e\u{301} initial",
        "0 enter \u{E9} initial",
        "60 exit a", "60 exit b", "60 exit e\u{301}", "60 exit \u{E9}",
        "60 enter c", "60 enter d",
      ])
  }

  @Test func `concentric regions are independent`() throws {
    let regions = [
      Line.region("inner", at: 0, radius: 100), Line.region("outer", at: 0, radius: 1000),
    ]
    #expect(
      try Line.drive([(0, 2000), (10, 500), (20, 50), (30, 500)], past: regions, silent)
        == ["10 enter outer", "20 enter inner", "30 exit inner"])
  }

  @Test func `a region above the maximum radius fails once and takes no slot`() throws {
    var settings = silent
    settings.limit = 1
    settings.maximumRadius = 1000
    let regions = [
      Line.region("big", at: 0, radius: 1001), Line.region("small", at: 0, radius: 1000),
    ]
    #expect(
      try Line.drive([(0, 0), (600, 9000)], past: regions, settings, isVerbose: true) == [
        "0 failed big regionMonitoringFailure", "0 reselect ", "0 monitor small",
        "0 enter small initial", "600 exit small",
      ])
  }
}
