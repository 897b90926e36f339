import GeofenceCore
import TestSupport
import Testing

struct CrossingTests {
  // MARK: dwell

  @Test func `a crossing is confirmed 20 s after it began`() throws {
    let walk = Marbles(every: 5)
    #expect(
      try walk.crossings("ooiiiiiii")  //
        == "x-----E--")
  }

  @Test func `19 s are not enough`() throws {
    let walk = Marbles(every: 19)
    #expect(
      try walk.crossings("oiiiooii")  //
        == "x--E----")
  }

  @Test func `a track that ends first confirms nothing`() throws {
    #expect(try Marbles(every: 5).crossings("ooiiii") == "x-----")
  }

  @Test func `one fix back on the old side drops the crossing`() throws {
    #expect(
      try Marbles(every: 10).crossings("oiioiii")  //
        == "x-----E")
  }

  // MARK: cushion

  @Test func `an exit waits for the cushion however long it lasts`() throws {
    #expect(
      try Marbles(every: 10).crossings("iibbbbbbob")  //
        == "e-------X-")
  }

  @Test func `one deep fix is enough, at any point of the crossing`() throws {
    #expect(
      try Marbles(every: 10).crossings("iobb")  //
        == "e--X")
  }

  @Test func `an enter comes at the edge`() throws {
    #expect(
      try Marbles(every: 10).crossings("occcb")  //
        == "x--E-")
  }

  @Test func `an entry needs half the radius where that is less than the inward cushion`() throws {
    var walk = Marbles(every: 10)
    walk.region.radius = 100
    walk.settings.crossing.inwardCushion = 200
    #expect(
      try walk.crossings("oicc")  //
        == "x--E")
    #expect(
      try walk.crossings("occc")  //
        == "x---")
  }

  @Test func `the dwell counts from the boundary unless it is to count from the cushion`() throws {
    var walk = Marbles(every: 10)
    walk.settings.crossing.cushion = 100
    #expect(
      try walk.crossings("ibboo")  //
        == "e--X-")
    walk.settings.crossing.dwellOrigin = .cushion
    #expect(
      try walk.crossings("ibbooo")  //
        == "e----X")
  }

  @Test func `a fix short of the cushion starts the dwell past it anew`() throws {
    var walk = Marbles(every: 10)
    walk.settings.crossing.cushion = 100
    walk.settings.crossing.dwellOrigin = .cushion
    #expect(
      try walk.crossings("ioobooo")  //
        == "e-----X")
    #expect(
      try walk.crossings("ioiooo")  //
        == "e----X")
    #expect(
      try walk.crossings("io?oo")  //
        == "e--X-")
  }

  @Test func `on entry the dwell past the cushion is that past the inward one`() throws {
    var walk = Marbles(every: 10)
    walk.settings.crossing.dwellOrigin = .cushion
    #expect(
      try walk.crossings("occc")  //
        == "x--E")
    walk.settings.crossing.inwardCushion = 50
    #expect(
      try walk.crossings("occiiciii")  //
        == "x-------E")
  }

  @Test func `crossedAt is that of the boundary where the dwell counts from the cushion`() throws {
    var walk = Marbles(every: 10)
    walk.settings.crossing.cushion = 100
    walk.settings.crossing.dwellOrigin = .cushion
    let exit = try #require(try walk.events("ibbooo").last)
    guard case .crossing(let report) = exit.kind else {
      Issue.record("\(exit)")
      return
    }
    #expect(exit.time.milliseconds == 50_000)
    #expect(report.crossedAt.milliseconds == 10_000)
  }

  @Test func `no cushion and no dwell is plain geometry`() throws {
    var walk = Marbles(every: 1)
    walk.settings.crossing.cushion = 0
    walk.settings.crossing.dwell = Interval(milliseconds: 0)
    #expect(
      try walk.crossings("obcbcco")  //
        == "x-EXE-X")
  }

  // MARK: accuracy

  @Test func `an uncertain fix neither starts, confirms nor drops a crossing`() throws {
    let walk = Marbles(every: 10)
    #expect(
      try walk.crossings("i?o?b")  //
        == "e---X")
    #expect(
      try walk.crossings("???i")  //
        == "---e")
  }

  @Test func `ignored accuracy lets every fix decide`() throws {
    var walk = Marbles(every: 10)
    walk.settings.crossing.ignoresAccuracy = true
    #expect(
      try walk.crossings("i?ob")  //
        == "e--X")
  }

  @Test func `a fix whose uncertainty just touches the boundary decides`() throws {
    var walk = Marbles(every: 10)
    walk.region.radius = 50
    var simulation = Simulation(
      SimulationPlan(walk.settings, of: try RegionSet([walk.region])),
      startingAt: Timestamp(milliseconds: 0))
    var events: [Event] = []
    for (seconds, accuracy) in [(0, 50.001), (1, 50)] {
      let fix = Fix(
        time: Timestamp(milliseconds: Int64(seconds) * 1000), coordinate: walk.region.center,
        horizontalAccuracy: accuracy)
      simulation.advance(to: fix, into: &events)
    }
    let crossings = events.filter { if case .crossing = $0.kind { true } else { false } }
    #expect(crossings.map(\.time.milliseconds) == [1000])
  }

  // MARK: reports

  @Test func `the time is that of the confirming fix, crossedAt that of the first`() throws {
    let events = try Marbles(every: 10).events("oiii")
    let enter = try #require(events.last)
    guard case .crossing(let report) = enter.kind else {
      Issue.record("\(enter)")
      return
    }
    #expect(enter.time.milliseconds == 30_000)
    #expect(report.crossedAt.milliseconds == 10_000)
    #expect(abs(enter.distance(to: report.region) + 500) < 0.001)
    #expect(!report.isInitial)
  }

  @Test func `a suppressed report moves the state all the same`() throws {
    var walk = Marbles(every: 10)
    walk.region.notifyOnEntry = false
    #expect(
      try walk.crossings("oiiioooii")  //
        == "x-----X--")
  }
}
