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

  private static let phones = [
    "--api", "clmonitor,geofencingclient", "--positioning", "phone,android", "--trials", "1",
  ]

  @Test func `a page of two phones, each with a model of its own, says what their audit says`()
    throws
  {
    let audit = try ToolRun(["audit"] + Self.drive + Self.phones)
    let page = try ToolRun(["report"] + Self.drive + Self.phones + ["-o", "-"])
    #expect(page.status == 0, "\(page.errors)")
    let conclusion = audit.output.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.isEmpty }.joined(separator: " ")
    #expect(conclusion.contains("Android: positioning android, seed 1"))
    #expect(page.errors.contains(conclusion))
    // Under one model for both Android delivers other crossings.
    let same = try ToolRun(
      ["report"] + Self.drive + Self.phones.map { $0 == "phone,android" ? "phone" : $0 }
        + ["-o", "-"])
    #expect(same.status == 0 && !same.errors.contains(conclusion))
  }

  @Test func `a phone's log ranks two phones, each with a model of its own`() throws {
    let folder = try TemporaryFolder()
    let log = try folder.file("log.csv", "time,event,region\n2024-05-03T08:12:00Z,enter,chapel\n")
    let drive = [
      "tracks/a-winding-drive/track.gpx", "--regions", "tracks/a-winding-drive/regions.json",
    ]
    let run = try ToolRun(["audit"] + drive + Self.phones + ["--phone", log])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("--api clmonitor --positioning phone "))
    #expect(run.output.contains("--api geofencingclient --positioning android "))
  }

  @Test func `what the regions leave to be said is said once for all phones`() throws {
    let folder = try TemporaryFolder()
    let regions = try folder.file(
      "r.csv", "name,latitude,longitude,radius,colour\na,46,14,100,red\n")
    let run = try ToolRun(["audit", Self.drive[0], "--regions", regions] + Self.phones)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.matches(of: /colour/).count == 1)
  }

  @Test func `each phone that loses something gets advice of its own`() throws {
    let run = try ToolRun(["audit"] + Self.drive + ["--api", "clmonitor,geofencingclient"])
    // Android loses nothing; the iPhone's ten need another selection.
    #expect(run.output.contains("Android: all 79 arrivals and departures reached the app"))
    let advice = try #require(
      run.output.firstMatch(of: /\niPhone: (--reselect-on \S+) delivers (?:all )?(\d+)/))
    let options: [String] = advice.1.split(separator: " ").map(String.init)
    let changed = try ToolRun(
      ["simulate"] + Self.drive + ["--api", "clmonitor", "--format", "csv"] + options)
    let delivered = changed.output.matches(of: /,(?:enter|exit),/).count
    #expect(String(delivered) == advice.2)
    #expect(run.output.contains("\n  --api clmonitor \(advice.1): re"))
  }

  @Test func `an interface that there is not is refused`() throws {
    let run = try ToolRun(["audit"] + Self.drive + ["--api", "clmonitor,clmanager"])
    #expect(run.status == 64)
    #expect(run.errors.contains("The value 'clmonitor,clmanager' is invalid for '--api'"))
  }

  /// Returns what an audit of one interface says of every crossing, by when, what and where.
  private func outcomes(under interface: String, _ options: [String], isComplete: Bool = true)
    throws -> [String: String]
  {
    let strategies = try #require(
      try object(["--api", interface] + options)["strategies"] as? [[String: Any]])
    let crossings = try #require(strategies[0]["crossings"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: try crossings.map {
        (key($0), try text($0, isComplete: isComplete))
      })
  }

  private func key(_ crossing: [String: Any]) -> String {
    ["crossedAt", "event", "region"].map { crossing[$0] as? String ?? "" }.joined(separator: " ")
  }

  /// Returns a crossing's outcome as text, without what it has in common with the other interfaces.
  ///
  /// - Parameter isComplete: whether every crossing is listed, and says what became of it.
  private func text(_ crossing: [String: Any], isComplete: Bool = true) throws -> String {
    let verdict = [
      "between", "outcome", "reason", "sentence", "stay", "sure", "undecidable", "watched",
    ]
    let shared = Set(
      ["crossedAt", "event", "region", "api", "lag"] + (isComplete ? [] : verdict))
    let own = crossing.filter { !shared.contains($0.key) }
    return String(
      decoding: try JSONSerialization.data(withJSONObject: own, options: .sortedKeys),
      as: UTF8.self)
  }

  @Test(arguments: [
    ["--limit", "5"], ["--rank", "centre/boundary"], ["--renew", "all", "--reselect-on", "event"],
    ["geofencingclient"],
  ])
  func `each line of the comparison is what an audit of that interface alone says`(
    _ options: [String]
  ) throws {
    let isAndroid = options == ["geofencingclient"]
    let interfaces = ["clmonitor", isAndroid ? options[0] : "cllocationmanager"]
    let options = isAndroid ? [] : options
    for listing in [["--all"], []] {
      let isComplete = !listing.isEmpty
      let alone = try interfaces.map { try outcomes(under: $0, options, isComplete: isComplete) }
      let run = try ToolRun(
        ["audit"] + Self.drive + ["--format", "json", "--api", interfaces.joined(separator: ",")]
          + options + listing)
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      let differences = try #require(report["differences"] as? [[String: Any]])
      #expect(!differences.isEmpty)
      for difference in differences {
        let outcomes = try #require(difference["outcomes"] as? [[String: Any]])
        #expect(outcomes.map { $0["api"] as? String } == interfaces)
        #expect(
          try outcomes.map { try text($0, isComplete: isComplete) }
            == alone.map { $0[key(difference)] })
      }
      let delivered = alone.map { outcomes in outcomes.count { $0.value.contains("deliveredAt") } }
      let comparison = try #require(report["comparison"] as? [String: Any])
      let counts = try #require(comparison["interfaces"] as? [[String: Any]])
      #expect(counts.map { $0["delivered"] as? Int } == delivered)
    }
  }

  @Test func `each interface has its own limit and triggers, and an option given is for all`()
    throws
  {
    func settings(_ options: String...) throws -> [String: [String: Any]] {
      let strategies = try #require(
        try object(["--api", "clmonitor,geofencingclient"] + options)["strategies"]
          as? [[String: Any]])
      let settings = strategies.compactMap { $0["settings"] as? [String: Any] }
      return Dictionary(uniqueKeysWithValues: settings.map { ($0["api"] as? String ?? "", $0) })
    }
    let usual = try settings()
    #expect(usual["clmonitor"]?["limit"] as? Int == 20)
    #expect(usual["clmonitor"]?["reselectOn"] as? [String] == ["significant"])
    #expect(usual["clmonitor"]?["dwell"] as? Int == 20)
    #expect(usual["geofencingclient"]?["limit"] as? Int == 100)
    #expect(usual["geofencingclient"]?["reselectOn"] as? [String] == ["sentinel"])
    #expect(usual["geofencingclient"]?["dwell"] == nil)
    #expect(usual["geofencingclient"]?["overlap"] as? [Double] == [0.75, 0.25])
    let given = try settings("--limit", "7", "--reselect-on", "event")
    #expect(given.values.allSatisfy { $0["limit"] as? Int == 7 })
    #expect(given.values.allSatisfy { $0["reselectOn"] as? [String] == ["event"] })
  }

  @Test func `what one interface refuses holds for the others, which a note says`() throws {
    let both = ["audit"] + Self.drive + ["--api", "clmonitor,geofencingclient"]
    let run = try ToolRun(both + ["--dwell", "0", "--cushion", "50", "--overlap", "0.5,0.5"])
    #expect(run.status == 64)
    let noted = try ToolRun(both + ["--dwell", "0", "--cushion", "50", "--overlap", "0.6,0.4"])
    #expect(noted.status == 0, "\(noted.errors)")
    for option in ["--dwell", "--cushion"] {
      #expect(noted.errors.contains("note: '--api geofencingclient' has no '\(option)'"))
    }
    #expect(noted.errors.contains("note: '--overlap' is an option of Android's geofences"))
    #expect(noted.output.contains("dwell 0 s, cushion 50 m"))
    #expect(noted.output.contains("overlap 0.6,0.4"))
    let refused = try ToolRun(
      ["audit"] + Self.drive + ["--api", "clmonitor,cllocationmanager", "--overlap", "0.6,0.4"])
    #expect(refused.status == 64)
  }

  @Test func `of several interfaces the best of the first is written, and can be run`() throws {
    let folder = try TemporaryFolder()
    let best = folder.url.appendingPathComponent("best.json").path
    let audit = try ToolRun(
      ["audit"] + Self.drive + ["--api", "geofencingclient,clmonitor", "--best", best])
    #expect(audit.status == 0, "\(audit.errors)")
    #expect(try String(contentsOfFile: best, encoding: .utf8).contains("geofencingclient"))
    let run = try ToolRun(["simulate"] + Self.drive + ["--settings", best])
    let plain = try ToolRun(["simulate"] + Self.drive + ["--api", "geofencingclient"])
    #expect(run.status == 0 && run.output == plain.output)
  }
}
