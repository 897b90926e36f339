import Foundation
import GeofenceCore
import GeofenceFormats
import TestSupport
import Testing

/// An audit for programs.
struct AuditJSONTests {
  /// Out of home, but not far enough, and back.
  private let drive = AuditedDrive(
    places: [(0, 1000, nil), (60, 1300, nil), (120, 1350, nil), (180, 1010, nil)])

  @Test func `a small audit as a whole`() throws {
    #expect(
      AuditJSON.text(try drive.report()) == """
        {
          "devices" : 1,
          "fixes" : 4,
          "from" : "1970-01-01T00:00:00Z",
          "regions" : 1,
          "strategies" : [
            {
              "crossings" : [
                {
                  "cause" : "cushion",
                  "crossedAt" : "1970-01-01T00:01:00Z",
                  "deepest" : 150,
                  "event" : "exit",
                  "lasted" : 60,
                  "region" : "home",
                  "why" : "at most 150.0 m past the boundary in 60 s, 200.0 m are needed"
                },
                {
                  "cause" : "cushion",
                  "crossedAt" : "1970-01-01T00:03:00Z",
                  "deepest" : 190,
                  "event" : "enter",
                  "lasted" : 0,
                  "region" : "home",
                  "undoes" : "1970-01-01T00:01:00Z",
                  "why" : "takes back the exit of 00:01:00Z, lost by the same cause"
                }
              ],
              "otherEnters" : 1,
              "regions" : [
                {
                  "region" : "home",
                  "totals" : {
                    "causes" : {
                      "accuracy" : 0,
                      "cushion" : 2,
                      "dwell" : 0,
                      "evicted" : 0,
                      "not-registered" : 0,
                      "registered-late" : 0,
                      "reset-by-renewal" : 0,
                      "suspended" : 0
                    },
                    "confirmed" : 0,
                    "delivered" : 0,
                    "deliveredInitially" : 0,
                    "geometry" : 2,
                    "late" : 0,
                    "missed" : 2,
                    "recall" : 0
                  }
                }
              ],
              "registrationsChanged" : 1,
              "reselections" : 0,
              "settings" : {
                "api" : "clmonitor",
                "cushion" : 200,
                "dwell" : 20,
                "limit" : 20,
                "rank" : "centre",
                "renew" : "changed",
                "reselectOn" : [
                  "significant"
                ]
              },
              "totals" : {
                "causes" : {
                  "accuracy" : 0,
                  "cushion" : 2,
                  "dwell" : 0,
                  "evicted" : 0,
                  "not-registered" : 0,
                  "registered-late" : 0,
                  "reset-by-renewal" : 0,
                  "suspended" : 0
                },
                "confirmed" : 0,
                "delivered" : 0,
                "deliveredInitially" : 0,
                "geometry" : 2,
                "late" : 0,
                "missed" : 2,
                "recall" : 0
              }
            }
          ],
          "to" : "1970-01-01T00:03:00Z",
          "tracks" : 1
        }
        """)
  }

  private func object(_ report: AuditReport) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(AuditJSON.text(report).utf8))
    return try #require(json as? [String: Any])
  }

  private func strategies(_ report: AuditReport) throws -> [[String: Any]] {
    try #require(try object(report)["strategies"] as? [[String: Any]])
  }

  @Test func `the best strategy comes first, each with its own settings`() throws {
    var drive = AuditedDrive(places: AuditedDrive.pastHome)
    drive.strategies = [1500, 0].map { cushion in
      AuditedDrive.settings { $0.crossing.cushion = cushion }
    }
    let settings = try strategies(try drive.report()).map { $0["settings"] as? [String: Any] }
    #expect(settings.map { $0?["cushion"] as? Double } == [0, 1500])
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
