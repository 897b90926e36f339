import Foundation
import TestSupport
import Testing

/// Whether a loss to a rule is one at every value that was published for it.
struct AuditSurenessTests {
  /// Returns the lines of JSON about losses of a path to the east of a circle of 100 m, a fix each
  /// 10 s at these metres from its centre.
  private func losses(_ metres: [Double], _ options: [String] = []) throws -> [Substring] {
    let folder = try TemporaryFolder()
    let rows = metres.enumerated().map {
      "\(1_700_000_000 + $0.offset * 10),0,\($0.element / 111_320)"
    }
    func file(_ name: String, _ text: String) throws -> String {
      let url = folder.url.appendingPathComponent(name)
      try text.write(to: url, atomically: true, encoding: .utf8)
      return url.path
    }
    let track = try file(
      "t.csv", "time,latitude,longitude\n" + rows.joined(separator: "\n") + "\n")
    let regions = try file("r.csv", "identifier,latitude,longitude,radius\nhome,0,0,100\n")
    let run = try ToolRun(["audit", track, "--regions", regions, "--format", "json"] + options)
    return run.output.split(separator: "\n").drop { $0 != #""losses":["# }.dropFirst()
      .prefix { $0.hasPrefix("{") }
  }

  /// Out for a minute to some metres past the boundary, and back for a minute.
  private func excursion(to metres: Double) -> [Double] {
    Array(repeating: 0, count: 4) + Array(repeating: 100 + metres, count: 7)
      + Array(repeating: 0, count: 7)
  }

  @Test(arguments: [60.5, 75.5, 99])
  func `an exit comes down to the cushion that it reached, and not at a metre more`(
    _ metres: Double
  )
    throws
  {
    let place = metres
    let loss = try #require(try losses(excursion(to: place)).first)
    #expect(loss.contains(#""sure":false"#))
    let value = Int(try #require(loss.firstMatch(of: /"comesAt":(\d+)/)).1) ?? 0
    #expect(Int(metres) - 1...Int(metres) ~= value)
    #expect(loss.contains(" m past the boundary; 100 m are needed"))
    #expect(try losses(excursion(to: place), ["--cushion", "\(value)"]).isEmpty)
    #expect(try !losses(excursion(to: place), ["--cushion", "\(value + 1)"]).isEmpty)
  }

  @Test func `no arrival is surely lost by the dwell, as some phones report it at the edge`() throws
  {
    let away = Array(repeating: 900.0, count: 4)
    let short = try #require(try losses(away + [0] + away).first)
    #expect(short.contains(#""event":"enter""#) && short.contains(#""sure":false"#))
    #expect(short.contains("; some phones report an arrival at once"))
    let longer = try #require(try losses(away + [0, 0] + away).first)
    #expect(longer.contains(#""comesAt":10"#) && !longer.contains(#""sure":true"#))
  }

  @Test func `an exit that no published cushion lets come is sure`() throws {
    let loss = try #require(try losses(excursion(to: 40)).first)
    #expect(loss.contains(#""sure":true"#) && !loss.contains("comesAt"))
    #expect(loss.contains("missed: at most 40 m past the boundary; 100 m are needed"))
  }

  @Test func `an exit too shallow for any phone is sure though it was too short, too`() throws {
    let folder = try TemporaryFolder()
    let scenario = folder.url.appendingPathComponent("scenario.json")
    try #"[{"at": "+65s", "do": "remove", "identifier": "home"}]"#
      .write(to: scenario, atomically: true, encoding: .utf8)
    for (metres, isSure) in [(40.0, true), (80.0, false)] {
      let loss = try #require(
        try losses(excursion(to: metres), ["--dwell", "60", "--scenario", scenario.path]).first)
      #expect(loss.contains(#""cause":"dwell""#) && loss.contains(#""and":["cushion"]"#))
      #expect(loss.contains("\"sure\":\(isSure)"))
    }
  }
}
