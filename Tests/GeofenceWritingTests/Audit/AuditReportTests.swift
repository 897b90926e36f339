import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

/// The order of strategies: those of one interface by recall, those of several by reach.
struct AuditReportTests {
  /// A drive through four regions, from inside the first: of the seven crossings one strategy
  /// confirms the first exit alone, and delivers it; the other confirms all and delivers five.
  private func drive(_ apis: API...) -> AuditedDrive {
    AuditedDrive(
      regions: (0..<8).map { Line.region("p\($0)", at: Double($0) * 1000, radius: 150) },
      places: Line.pace(from: 0, to: 3600, by: 99),
      strategies: [
        AuditedDrive.settings {
          $0.api = apis[0]
          $0.crossing.dwell = Interval(seconds: 60)
        },
        AuditedDrive.settings {
          $0.api = apis[1]
          $0.triggers = []
          $0.limit = 3
        },
      ])
  }

  @Test func `a strategy of rules that no app can choose comes last, however good it is`() throws {
    var drive = drive(.clMonitor, .clMonitor)
    var report = try drive.report()
    #expect(report.ranked.map(\.counts.recall.text) == ["71.4 %", "100 %"])
    #expect(report.ranked.map(\.counts.reach.text) == ["71.4 %", "14.3 %"])
    #expect(report.whatIf == [0] && report.best == 1)
    #expect(report.ranked.map(\.bestShare) == [nil, nil])
    #expect(
      try drive.section("what if the system were another, which no app can choose").count == 3)
    // Of systems that are all unusual, that of the first is the app's.
    drive.strategies = [40, 30, 10, 5].map { limit in AuditedDrive.settings { $0.limit = limit } }
    report = try drive.report()
    #expect(report.whatIf == [0, 1])
    drive.strategies.removeLast(2)
    report = try drive.report()
    #expect(report.whatIf == [1])
  }

  @Test func `strategies of one interface are ranked by recall`() throws {
    var drive = drive(.clMonitor, .clMonitor)
    drive.strategies = [1, 3].map { limit in
      AuditedDrive.settings {
        $0.triggers = []
        $0.limit = limit
      }
    }
    let report = try drive.report()
    #expect(report.ranked.map(\.settings.limit) == [3, 1])
    #expect(report.whatIf.isEmpty)
  }

  @Test func `those of several are ranked by reach, as each confirms by rules of its own`() throws {
    let report = try drive(.clMonitor, .clLocationManager).report()
    #expect(report.ranked.map(\.settings.api) == [.clLocationManager, .clMonitor])
    #expect(report.ranked.map(\.counts.confirmed) == [7, 1])
    #expect(report.ranked.map(\.bestShare) == [1, 0])
    #expect(
      try drive(.clMonitor, .clLocationManager).text().contains(
        """
        strategies, the best first (by reach: interfaces confirm by rules of their own)
          api                recall
        """))
  }

  @Test func `what belongs to an interface stands beside its name, not in the table`() throws {
    var drive = drive(.clMonitor, .clLocationManager)
    drive.strategies = [
      Settings(.clMonitor), AuditedDrive.settings { $0.ranking = .boundary },
      Settings(.geofencingClient),
    ]
    let lines = AuditText(try drive.report(), isComplete: false).lines
    #expect(lines.contains("in common: renew changed"))
    #expect(
      lines.contains("clmonitor: reselect-on significant, limit 20, dwell 20 s, cushion 100 m"))
    #expect(
      lines.contains("geofencingclient: reselect-on sentinel, limit 100, overlap 0.75,0.25"))
    let title = try #require(lines.firstIndex { $0.hasPrefix("strategies, the best first") })
    #expect(lines[title + 1].split(separator: " ").prefix(3) == ["api", "rank", "recall"])
  }

  @Test func `a device takes the circles that its maximum lets it, beside one that takes more`()
    throws
  {
    var drive = drive(.clMonitor, .clLocationManager)
    drive.strategies = [100, 200].map { radius in
      AuditedDrive.settings { $0.maximumRadius = radius }
    }
    let report = try drive.report()
    // The track ends outside of the last region: that exit is undecided where nothing watches.
    #expect(report.strategies.map { $0.counts.lost(by: .tooLarge) } == [6, 0])
    #expect(report.strategies.map(\.counts.delivered) == [0, 7])
  }
}
