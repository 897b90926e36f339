import Foundation
import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

/// Interfaces beside each other, for people and for programs.
struct InterfaceComparisonTests {
  private static let apple: [API] = [.clMonitor, .clLocationManager]

  /// A drive through two regions; the app registers the nearest alone, the second one while the
  /// device is in it. The second interface takes longer to confirm.
  private var drive: AuditedDrive {
    AuditedDrive(
      regions: [
        Line.region("home", at: 1000, radius: 200), Line.region("Library", at: 3100, radius: 200),
      ],
      places: Line.pace(from: 10, to: 4900, by: 50),
      strategies: Self.apple.map { api in
        AuditedDrive.settings {
          $0.api = api
          $0.limit = 1
          if api == .clLocationManager { $0.crossing.dwell = Interval(seconds: 60) }
        }
      })
  }

  private func compared(_ drive: AuditedDrive, isComplete: Bool = true) throws -> AuditReport {
    var report = try drive.report()
    report.compareInterfaces(isComplete ? .everything : .losses(1))
    return report
  }

  private func lines(_ report: AuditReport, isComplete: Bool = true) -> [String] {
    AuditText(report, isComplete: isComplete).lines
  }

  private func section(_ lines: [String]) -> [String] {
    Array(lines.drop { !$0.hasSuffix("alike") && !$0.contains("alike, ") }.prefix { !$0.isEmpty })
  }

  @Test func `the text begins with what each delivered, and a table says where they differ`() throws
  {
    let lines = lines(try compared(drive))
    #expect(
      lines.prefix(4) == [
        "Ideal positions: both phones saw every recorded fix. Real ones see fewer.",
        "CLMonitor: all 4 arrivals and departures reached the app in time, the latest after 20 s.",
        "CLLocationManager: 1 of 4 arrivals and departures never reached the app, at 1 of 2 places, because "
          + "the one slot was taken.",
        "CLMonitor delivered 4 of 4 crossings, CLLocationManager 3; they differ in 1.",
      ])
    #expect(
      section(lines).joined(separator: "\n") == """
        crossings that CLMonitor and CLLocationManager did not deliver alike
          time                  event  region   CLMonitor          CLLocationManager     why
          1970-01-01T00:02:40Z  enter  home     00:03:00           00:03:40, 40 s later
          1970-01-01T00:04:00Z  exit   home     00:04:20           00:05:00, 40 s later
          1970-01-01T00:09:40Z  enter  Library  00:10:00, initial  –, registered-late    missed: the region got a slot only at 00:10:00, 20 s after the crossing
          1970-01-01T00:11:00Z  exit   Library  00:11:20           00:12:00, 40 s later
          CLLocationManager was later in all 3 crossings that both delivered: median 40 s, at most 40 s, enter of home at 00:02:40
        """)
  }

  @Test func `a short text lists the first that one alone delivered, and of which device`() throws {
    var drive = drive
    drive.devices = ["van", "bus"]
    let report = try compared(drive, isComplete: false)
    let lines = lines(report, isComplete: false)
    #expect(
      lines[3] == "CLMonitor delivered 8 of 8 crossings, CLLocationManager 6; they differ in 2.")
    let section = section(lines)
    try #require(section.count == 4)
    #expect(
      section[0] == "crossings that CLMonitor and CLLocationManager did not deliver alike, "
        + "the first 1 of 2 (--all lists them)")
    #expect(section[2].contains("enter  Library of van  00:10:00, initial  –, registered-late"))
    #expect(
      section[3].hasSuffix("at most 40 s, enter of home of van at 00:02:40"))
  }

  @Test func `interfaces that deliver the same need no table`() throws {
    var drive = drive
    drive.regions.removeLast()
    drive.strategies = Self.apple.map { api in AuditedDrive.settings { $0.api = api } }
    let lines = lines(try compared(drive))
    #expect(lines[3] == "CLMonitor and CLLocationManager delivered the same 2 crossings.")
    #expect(section(lines).isEmpty)
  }

  @Test func `neither has delivered anything, or nothing was crossed`() throws {
    var drive = drive
    drive.strategies = Self.apple.map { api in
      AuditedDrive.settings {
        $0.api = api
        $0.maximumRadius = 100
      }
    }
    #expect(
      lines(try compared(drive))[3]
        == "CLMonitor and CLLocationManager delivered none of 4 crossings.")
    drive.places = [(0, -5000, nil)]
    #expect(lines(try compared(drive))[1].contains("no region was entered"))
  }

  @Test func `an audit of one interface has no comparison`() throws {
    var drive = drive
    drive.strategies.removeLast()
    let report = try drive.report()
    #expect(report.comparison == nil && section(lines(report)).isEmpty)
    #expect(try object(report)["comparison"] == nil && object(report)["differences"] == nil)
  }

  @Test func `an iPhone and an Android phone are called so, and one delivers a short visit`()
    throws
  {
    var drive = drive
    drive.places = [(0, 500, nil), (10, 1000, nil), (20, 1500, nil), (200, 2600, nil)]
    drive.strategies = [.clMonitor, .geofencingClient].map { Settings($0) }
    let lines = lines(try compared(drive))
    #expect(lines[3] == "Android delivered 2 of 2 crossings, iPhone 0; they differ in 2.")
    let section = section(lines)
    try #require(section.count >= 4)
    #expect(section[0] == "crossings that iPhone and Android did not deliver alike")
    #expect(
      section[2].contains(#/enter  home    –, dwell  00:00:10  (missed|undecidable): stayed /#))
    #expect(section[3].contains(#/exit   home    –, dwell  00:00:20  (missed|undecidable): /#))
  }

  @Test func `a Mac is no iPhone, and three interfaces have their own names and marks`() throws {
    var drive = drive
    drive.strategies = API.allCases.map { Settings($0) }
    let three = try #require(InterfaceComparisonText(try compared(drive)))
    #expect(three.names == ["CLMonitor", "CLLocationManager", "GeofencingClient"])
    #expect(three.marks == ["M", "L", "G"])
    drive.strategies.remove(at: 1)
    let two = try #require(InterfaceComparisonText(try compared(drive)))
    #expect(two.names == ["iPhone", "Android"] && two.marks == ["i", "A"])
    drive.strategies[0].platform = .macos
    let mac = try #require(InterfaceComparisonText(try compared(drive)))
    #expect(mac.names == ["CLMonitor", "GeofencingClient"])
  }

  // MARK: for programs

  private func object(_ report: AuditReport) throws -> [String: Any] {
    var text = ""
    AuditJSON(report, isComplete: true).write(to: &text)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func `JSON has the counts of each interface, and what each made of a crossing`() throws {
    let object = try object(try compared(drive))
    let comparison = try #require(object["comparison"] as? NSDictionary)
    #expect(
      comparison == [
        "crossings": 4, "deliveredByAll": 3, "deliveredBySome": 1,
        "interfaces": [
          ["api": "clmonitor", "delivered": 4, "later": 0],
          [
            "api": "cllocationmanager", "delivered": 3, "later": 3, "medianLag": 40, "worstLag": 40,
          ],
        ],
      ])
    let differences = try #require(object["differences"] as? [NSDictionary])
    try #require(differences.count == 4)
    let between = ["1970-01-01T00:09:30Z", "1970-01-01T00:09:40Z"]
    let stay = ["atLeast": 70, "atMost": 90]
    #expect(
      differences[2] == [
        "crossedAt": "1970-01-01T00:09:40Z", "event": "enter", "region": "Library",
        "outcomes": [
          [
            "api": "clmonitor", "confirmedAt": "1970-01-01T00:10:00Z", "delay": 20,
            "deliveredAt": "1970-01-01T00:10:00Z", "initial": true, "lag": 0,
            "between": between, "stay": stay, "outcome": "inTime",
            "sentence": "delivered at 00:10:00, 20 s later",
          ],
          [
            "api": "cllocationmanager", "cause": "registered-late",
            "confirmedAt": "1970-01-01T00:10:40Z", "between": between, "stay": stay,
            "outcome": "missed", "sure": true, "reason": ["cause": "registered-late"],
            "sentence": "missed: the region got a slot only at 00:10:00, 20 s after the crossing",
          ],
        ],
      ])
  }
}
