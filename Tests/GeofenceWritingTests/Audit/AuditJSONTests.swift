import Foundation
import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

/// The JSON of an audit, for programs.
struct AuditJSONTests {
  /// A drive that leaves home, but not far enough, and returns.
  private let drive = AuditedDrive(
    places: [(0, 1000, nil), (60, 1250, nil), (120, 1275, nil), (180, 1010, nil)])

  @Test func `a small audit as a whole`() throws {
    let text = text(try drive.report())
    #expect(
      text == """
        {"devices":1,
        "fixes":4,
        "from":"1970-01-01T00:00:00Z",
        "losses":[
        {"between":["1970-01-01T00:00:00Z","1970-01-01T00:01:00Z"],"cause":"cushion","crossedAt":"1970-01-01T00:01:00Z","deepest":75,"event":"exit","lasted":60,"outcome":"missed","reason":{"cause":"cushion"},"region":"home","sentence":"missed: at most 75 m past the boundary; 100 m are needed","stay":{"atLeast":60,"atMost":180},"sure":false},
        {"between":["1970-01-01T00:02:00Z","1970-01-01T00:03:00Z"],"cause":"cushion","crossedAt":"1970-01-01T00:03:00Z","event":"enter","outcome":"missed","reason":{"cause":"cushion","undoes":"1970-01-01T00:01:00Z"},"region":"home","sentence":"missed: its departure (00:01:00) was missed, so the system saw nobody arrive","stay":{"atLeast":0},"sure":false,"undoes":"1970-01-01T00:01:00Z"}],
        "regions":[
        {"region":"home","totals":{"causes":{"cushion":2},"confirmed":0,"delivered":0,"deliveredInitially":0,"geometry":2,"late":0,"lostToApp":0,"lostToCircles":0,"lostToRules":2,"missed":0,"reach":0,"unconfirmed":0,"undecided":0}}],
        "strategies":[
        {"crossings":[{"between":["1970-01-01T00:00:00Z","1970-01-01T00:01:00Z"],"cause":"cushion","crossedAt":"1970-01-01T00:01:00Z","deepest":75,"event":"exit","lasted":60,"outcome":"missed","reason":{"cause":"cushion"},"region":"home","sentence":"missed: at most 75 m past the boundary; 100 m are needed","stay":{"atLeast":60,"atMost":180},"sure":false},{"between":["1970-01-01T00:02:00Z","1970-01-01T00:03:00Z"],"cause":"cushion","crossedAt":"1970-01-01T00:03:00Z","event":"enter","outcome":"missed","reason":{"cause":"cushion","undoes":"1970-01-01T00:01:00Z"},"region":"home","sentence":"missed: its departure (00:01:00) was missed, so the system saw nobody arrive","stay":{"atLeast":0},"sure":false,"undoes":"1970-01-01T00:01:00Z"}],"otherEnters":1,"regions":[{"region":"home","totals":{"causes":{"cushion":2},"confirmed":0,"delivered":0,"deliveredInitially":0,"geometry":2,"late":0,"lostToApp":0,"lostToCircles":0,"lostToRules":2,"missed":0,"reach":0,"unconfirmed":0,"undecided":0}}],"registrationsChanged":1,"registrationsPerHour":20,"reselections":0,"settings":{"api":"clmonitor","cushion":100,"cushionIn":0,"dwell":20,"limit":20,"minRadius":0,"rank":"centre","renew":"changed","reselectOn":["significant"]},"totals":{"causes":{"cushion":2},"confirmed":0,"delivered":0,"deliveredInitially":0,"geometry":2,"late":0,"lostToApp":0,"lostToCircles":0,"lostToRules":2,"missed":0,"reach":0,"unconfirmed":0,"undecided":0},"verdict":{"asked":2,"causes":{"cushion":2},"early":0,"events":{"betweenFixes":0,"inside":1,"outside":0,"repeated":0},"filtered":0,"green":false,"inTime":0,"late":0,"missed":2,"passedBetweenFixes":0,"places":{"all":1,"missed":1},"undecidable":0}}],
        "to":"1970-01-01T00:03:00Z",
        "totals":{"causes":{"cushion":2},"confirmed":0,"delivered":0,"deliveredInitially":0,"geometry":2,"late":0,"lostToApp":0,"lostToCircles":0,"lostToRules":2,"missed":0,"reach":0,"unconfirmed":0,"undecided":0},
        "tracks":1}
        """)
  }

  private func text(_ report: AuditReport) -> String {
    var text = ""
    AuditJSON(report, isComplete: true).write(to: &text)
    return text
  }

  private func object(_ report: AuditReport) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(text(report).utf8))
    return try #require(json as? [String: Any])
  }

  private func strategies(_ report: AuditReport) throws -> [[String: Any]] {
    try #require(try object(report)["strategies"] as? [[String: Any]])
  }

  @Test func `the best strategy comes first, each with its own settings`() throws {
    let drive = AuditedDrive(
      regions: (0..<8).map { Line.region("p\($0)", at: Double($0) * 1000, radius: 150) },
      places: Line.pace(from: 0, to: 4000, by: 99),
      strategies: [2, 20].map { limit in AuditedDrive.settings { $0.limit = limit } })
    let settings = try strategies(try drive.report()).map { $0["settings"] as? [String: Any] }
    #expect(settings.map { $0?["limit"] as? Int } == [20, 2])
  }

  @Test func `without a crossing there is neither recall nor delay`() throws {
    let report = try AuditedDrive(places: [(0, 5000, nil)]).report()
    let totals = try #require(try strategies(report).first?["totals"] as? [String: Any])
    #expect(totals["recall"] == nil && totals["medianDelay"] == nil && totals["worstDelay"] == nil)
    #expect(totals["geometry"] as? Int == 0)
  }

  @Test func `devices are named, and a name is escaped`() throws {
    let drive = AuditedDrive(places: AuditedDrive.pastHome, devices: ["a \"b\"", "/c\n"])
    let crossings = try #require(
      try strategies(try drive.report()).first?["crossings"] as? [[String: Any]])
    #expect(
      crossings.map { $0["device"] as? String } == ["a \"b\"", "a \"b\"", "/c\n", "/c\n"])
  }

  @Test func `an initial enter and a late one are marked, and no other`() throws {
    let drive = AuditedDrive(
      regions: (0..<8).map { Line.region("p\($0)", at: Double($0) * 1000, radius: 150) },
      places: Line.pace(from: 0, to: 4000, by: 99),
      strategies: [AuditedDrive.settings { $0.limit = 2 }])
    let crossings = try #require(
      try strategies(try drive.report()).first?["crossings"] as? [[String: Any]])
    func marked(_ key: String) -> [String] {
      crossings.filter { $0[key] as? Bool == true }.map {
        "\($0["event"] ?? "") \($0["region"] ?? "")"
      }
    }
    #expect(marked("initial") == ["enter p3"])
    #expect(marked("late") == [])
    #expect(
      crossings.allSatisfy { $0["initial"] as? Bool != false && $0["late"] as? Bool != false })
  }
}
