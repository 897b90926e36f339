import Foundation
import TestSupport
import Testing

/// `geofence audit --api` with several interfaces: each row is that of an audit of one.
struct InterfacesTests {
  private static let drive = [
    "tracks/significant-change-is-too-slow/track.gpx", "--regions",
    "tracks/significant-change-is-too-slow/regions.json",
  ]

  private func object(_ options: [String]) throws -> [String: Any] {
    let run = try ToolRun(["audit"] + Self.drive + ["--format", "json", "--all"] + options)
    #expect(run.status == 0, "\(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(json as? [String: Any])
  }

  /// Returns the strategies of an audit, each as JSON with sorted keys.
  private func strategies(of interfaces: String, _ options: [String] = []) throws -> [String] {
    let report = try object(["--api", interfaces] + options)
    return try #require(report["strategies"] as? [[String: Any]]).map {
      String(
        decoding: try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys),
        as: UTF8.self)
    }
  }

  @Test(arguments: [[], ["--limit", "7/20"], ["--reselect-on", "event/sentinel", "--limit", "5"]])
  func `each interface comes to what it comes to alone`(_ options: [String]) throws {
    let alone = try ["clmonitor", "cllocationmanager"].flatMap {
      try strategies(of: $0, options)
    }
    let together = try strategies(of: "clmonitor,cllocationmanager", options)
    #expect(Set(together) == Set(alone))
    #expect(together.count == alone.count)
  }

  @Test func `interfaces are separated by a slash, too, and one named twice is listed once`() throws
  {
    #expect(
      try strategies(of: "clmonitor/cllocationmanager/clmonitor")
        == strategies(of: "clmonitor,cllocationmanager"))
  }

  @Test func `the settings of the best strategy name its interface`() throws {
    let folder = try TemporaryFolder()
    let best = folder.url.appendingPathComponent("best.json").path
    let audit = try ToolRun(
      ["audit"] + Self.drive + ["--api", "cllocationmanager", "--best", best])
    #expect(audit.status == 0, "\(audit.errors)")
    let run = try ToolRun(["simulate"] + Self.drive + ["--settings", best])
    let plain = try ToolRun(["simulate"] + Self.drive + ["--api", "cllocationmanager"])
    #expect(run.status == 0 && run.output == plain.output)
    #expect(run.output != (try ToolRun(["simulate"] + Self.drive).output))
  }

  @Test func `an interface that there is not is refused`() throws {
    let run = try ToolRun(["audit"] + Self.drive + ["--api", "clmonitor,clmanager"])
    #expect(run.status == 64)
    #expect(run.errors.contains("The value 'clmonitor,clmanager' is invalid for '--api'"))
  }
}
