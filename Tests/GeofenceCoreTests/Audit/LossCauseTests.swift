import GeofenceCore
import TestSupport
import Testing

/// The causes of a loss, with one drive for each, and the moment that decided it.
struct LossCauseTests {
  private let home = Line.region("home", at: 1000, radius: 200)
  /// The places, far enough apart that one significant change lies between two of them.
  private let places = (0..<8).map { Line.region("p\($0)", at: Double($0) * 1000, radius: 150) }

  private func limited(_ change: (inout Settings) -> Void = { _ in }) -> Settings {
    var settings = Settings()
    settings.limit = 2
    change(&settings)
    return settings
  }

  @Test func `what the app is told carries its delay`() throws {
    let crossings = try Line.audit(
      Line.pace(from: 0, to: 1000, by: 50) + Line.pace(from: 1050, to: 2000, by: 50, second: 210),
      past: [home])
    #expect(crossings == ["160 enter home told at 180", "250 exit home told at 270"])
  }

  @Test func `dwell: 15 s inside are not enough`() throws {
    let crossings = try Line.audit(
      [(0, 0, nil), (30, 900, nil), (45, 1000, nil), (46, 1500, nil), (70, 1600, nil)],
      past: [home])
    #expect(
      crossings == [
        "30 enter home lost dwell: 15 s, 200 m", "46 exit home lost dwell undoing 30",
      ])
  }

  @Test func `cushion: 75 m past the boundary are no exit`() throws {
    let crossings = try Line.audit(
      [(0, 1000, nil), (60, 1250, nil), (120, 1275, nil), (180, 1000, nil), (240, 1000, nil)],
      past: [home])
    #expect(
      crossings == [
        "60 exit home lost cushion: 60 s, 75 m",
        "180 enter home lost cushion undoing 60",
      ])
  }

  @Test func `cushion: 20 s are all the dwell that is asked for`() throws {
    let crossings = try Line.audit(
      [(0, 1000, nil), (60, 1250, nil), (80, 1275, nil), (140, 1000, nil), (200, 1000, nil)],
      past: [home])
    #expect(
      crossings == [
        "60 exit home lost cushion: 20 s, 75 m",
        "140 enter home lost cushion undoing 60",
      ])
  }

  @Test func `accuracy: fixes that straddle the boundary decide nothing`() throws {
    let crossings = try Line.audit(
      [(0, 0, nil)] + Line.pace(from: 900, to: 1100, by: 50, every: 30, second: 60, accuracy: 300)
        + [(300, 2000, nil)],
      past: [home])
    #expect(
      crossings == [
        "60 enter home lost accuracy: 120 s, 200 m",
        "300 exit home lost accuracy undoing 60",
      ])
  }

  @Test func `accuracy: a reboot after the stay is no reason of its loss`() throws {
    let fixes: [(second: Int64, metres: Double, accuracy: Double?)] =
      [(0, 1000, 300), (60, 1000, 300)]
      + Line.pace(from: 2000, to: 2500, by: 50, every: 30, second: 120, accuracy: 5)
      + [(600, 1000, 5), (660, 1000, 5)]
    let undisturbed = try Line.audit(fixes, past: [home])
    #expect(undisturbed.first?.hasPrefix("120 exit home lost accuracy") == true)
    let rebooted = try Line.audit(fixes, past: [home], Settings(), [(500, .reboot)])
    #expect(rebooted.first == undisturbed.first)
  }

  @Test func `not-registered: others had the slots, and the next choice came too late`() throws {
    let crossings = try drive(limited())
    #expect(
      crossings["enter p2"]
        == "190 lost not-registered: chosen at 0, last slot p1 at 1000 m, this one at 2000 m, "
        + "next 300")
    // At 300 s the places behind and ahead were equally near.
    #expect(
      crossings["exit p4"]
        == "420 lost not-registered: chosen at 300, last slot p2 at 1000 m, this one at 1000 m, "
        + "next 600")
  }

  @Test func `registered-late: the slot came after the boundary`() throws {
    let crossings = try drive(limited())
    #expect(
      crossings["exit p2"]
        == "220 lost registered-late: registered at 300")
  }

  @Test func `an enter that comes as the first state after a registration is told`() throws {
    let crossings = try drive(limited())
    #expect(crossings["enter p3"] == "290 told at 300 initially")
  }

  @Test func `evicted: nearer regions took the slot before the exit was confirmed`() throws {
    let crossings = try Line.audit(
      Line.pace(from: 900, to: 1600, by: 20),
      past: [home, Line.region("shop", at: 1500, radius: 100)],
      limited { ($0.triggers, $0.limit) = (.fix, 1) })
    #expect(
      crossings == ["160 exit home lost evicted: stopped at 180", "250 enter shop told at 270"])
  }

  @Test func `reset-by-renewal: starting everything anew forgets the crossing`() throws {
    let crossings = try drive(limited { ($0.triggers, $0.renewal) = (.fix, .all) })
    #expect(crossings["enter p1"] == "90 told at 90 initially")
    #expect(crossings["exit p1"] == "120 lost reset-by-renewal: stopped at 120")
  }

  @Test func `suspended: nothing is delivered to a phone that is locked after a restart`() throws {
    let crossings = try Line.audit(
      Line.pace(from: 0, to: 2000, by: 50), past: [home], Settings(), [(50, .reboot)])
    #expect(
      crossings == [
        "160 enter home lost suspended: reboot at 50", "250 exit home lost suspended: reboot at 50",
      ])
  }

  @Test func `suspended: a restart took the registrations away before the boundary`() throws {
    // With this trigger alone, no significant change starts the app again.
    var settings = Settings()
    settings.triggers = .event
    for second in [Int64(50), 200] {
      let crossings = try Line.audit(
        Line.pace(from: 0, to: 2000, by: 50), past: [home], settings,
        [(second, .rebootLosingRegistrations), (second, .unlock)])
      #expect(crossings.last == "250 exit home lost suspended: reboot at \(second)")
    }
  }

  @Test func `suspended: on a Mac nothing is seen while the app does not run`() throws {
    var settings = Settings()
    settings.platform = .macos
    let crossings = try Line.audit(
      Line.pace(from: 0, to: 2000, by: 50), past: [home], settings,
      [(50, .terminate), (380, .launch)])
    #expect(
      crossings == [
        "160 enter home lost suspended: terminate at 50",
        "250 exit home lost suspended undoing 160",
      ])
  }

  @Test func `a region above the maximum has no slot to lose`() throws {
    var settings = Settings()
    settings.maximumRadius = 150
    let crossings = try Line.audit(Line.pace(from: 0, to: 1300, by: 50), past: [home], settings)
    #expect(
      crossings == [
        "160 enter home lost too-large", "250 exit home lost too-large",
      ])
  }

  @Test func `crossings that the app does not want are nobody's loss`() throws {
    var silent = home
    silent.notifyOnEntry = false
    let crossings = try Line.audit(Line.pace(from: 0, to: 2000, by: 50), past: [silent])
    #expect(crossings == ["250 exit home told at 270"])
  }

  /// Returns the outcome of each crossing by its name, on six kilometres past all places with a fix
  /// every 100 m.
  private func drive(_ settings: Settings) throws -> [String: String] {
    let lines = try Line.audit(Line.pace(from: 0, to: 6000, by: 100), past: places, settings)
    return Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let words = line.split(separator: " ", maxSplits: 3)
        return ("\(words[1]) \(words[2])", "\(words[0]) \(words[3])")
      })
  }
}
