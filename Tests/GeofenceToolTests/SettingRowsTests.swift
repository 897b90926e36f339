import Foundation
import GeofenceBytes
import GeofenceCommandLine
import GeofenceCore
import GeofenceWriting
import TestSupport
import Testing

@testable import geofence

/// The settings of a simulation: each is one option, from which help, settings files and states
/// follow.
struct SettingRowsTests {
  /// A value of each setting that differs from its default, as the command line has it.
  private static let others: [String: String] = [
    "api": "cllocationmanager", "cushion": "70", "cushion-in": "5", "dwell": "40",
    "dwell-out": "90",
    "dwell-from": "cushion",
    "ignore-accuracy": "", "platform": "macos", "limit": "7", "max-radius": "900",
    "rank": "boundary", "within": "5000", "reselect-on": "sentinel,event", "min-radius": "120",
    "renew": "all",
    "significant-distance": "350", "significant-interval": "90", "sentinel-radius": "640",
    "positioning": "phone", "seed": "9", "overlap": "0.9,0.1", "initial-trigger": "exit",
    "loitering": "30", "responsiveness": "15", "expire": "600", "reregister": "boot",
    "repeat": "", "gate": "due", "track-timezone": "Europe/Ljubljana", "ignore-times": "",
    "speed": "3", "start": "2024-05-01T00:00:00Z", "hold": "60",
    "interpolate": "5", "columns": "time=t",
  ]

  /// The panel of a page drops from a copied command what another interface has not.
  @Test func `a page knows which options an interface lacks`() throws {
    let drive = "tracks/across-the-antimeridian"
    let files = try FileManager.default.contentsOfDirectory(atPath: drive)
    let file = { (name: String) in files.first { $0.hasPrefix(name) }.map { "\(drive)/\($0)" } ?? ""
    }
    let page = try ToolRun(["report", file("track"), "--regions", file("regions"), "-o", "-"])
      .output
    let list = try #require(page.firstMatch(of: /"foreign":(\[\[.*?\]\])/)).1
    let foreign = try JSONDecoder().decode([Set<String>].self, from: Data(list.utf8))
    for (api, names) in zip(API.allCases, foreign) {
      let usual = SimulateOptions(usualWith: api)
      let lacking = SimulateOptions.settings.filter {
        $0.setting?.scope == .strategy && $0.setting?.value(usual) == nil
      }
      #expect(names == Set(lacking.map { $0.parameter.name }), "\(api)")
    }
  }

  private func simulation(_ given: [String: String], _ api: API) throws -> SimulateOptions {
    var options = SimulateOptions()
    options.settings.api = api
    for option in SimulateOptions.settings {
      guard let text = given[option.parameter.name] else { continue }
      try option.apply(&options, text)
    }
    let api = options.settings.api
    options.settings = options.settings(under: api)
    options.settings = options.settings(for: nil)
    return options
  }

  @Test func `each choice of the settings is an option with a value in force`() {
    #expect(Set(SimulateOptions.settings.map(\.parameter.name)) == Set(Self.others.keys))
  }

  @Test(arguments: SimulateOptions.settings.map(\.parameter.name))
  func `each setting is in every list`(_ name: String) throws {
    for command in [Command.simulate, .audit, .report] {
      #expect(command.optionNames.contains(name), "options of \(command.name)")
    }
    #expect(CaseSettings.names.contains(name), "settings of a test")
    let option = try #require(SimulateOptions.settings.first { $0.parameter.name == name })
    let isSaid =
      option.parameter.valueName == nil || option.parameter.summary.contains("(default: ")
    #expect(isSaid != ["hold", "interpolate", "columns"].contains(name), "the help's default")
    let folder = "Sources/geofence/Topics/Pages"
    let pages = try Folder.names(in: folder).map { try Folder.text(of: "\(folder)/\($0)") }
    #expect(pages.contains { $0.contains("--\(name)") || $0.contains("`\(name)`") }, "a page")
  }

  @Test func `each alternative of an audit is a setting with a column`() {
    let names = Set(SimulateOptions.settings.map(\.parameter.name))
    let columns = Set(AuditColumn.all.map(\.title))
    let alternatives = Set(AuditOptions.alternatives.map(\.parameter.name))
    #expect(columns.isSubset(of: names))
    // A model, which brings the time on the way out, has a place among the inputs.
    #expect(alternatives == columns.subtracting(["overlap", "dwell-out", "positioning"]))
  }

  @Test(arguments: SimulateOptions.settings.map(\.parameter.name))
  func `a changed setting has another value in force`(_ name: String) throws {
    let option = try #require(SimulateOptions.settings.first { $0.parameter.name == name })
    let setting = try #require(option.setting)
    let before = try simulation([:], .clMonitor)
    let api = setting.value(before) == nil ? API.geofencingClient : .clMonitor
    let changed = try simulation([name: try #require(Self.others[name])], api)
    #expect(setting.value(changed) != nil)
    #expect(try setting.value(changed) != setting.value(simulation([:], api)))
  }

  @Test(arguments: API.allCases)
  func `what is written for a settings file gives the same settings`(_ api: API) throws {
    var random = SeededGenerator(seed: 46)
    for _ in 0..<100 {
      let given = Self.others.filter { $0.key != "api" && Bool.random(using: &random) }
      let before = try simulation(given, api)
      let path = FileManager.default.temporaryDirectory.appendingPathComponent(
        "\(UUID().uuidString).json"
      ).path
      defer { try? FileManager.default.removeItem(atPath: path) }
      try WholeFile.write("\(before.writtenSettings.indented)\n".utf8, to: path)
      var read = OptionSettings()
      try read.read(path)
      var after = SimulateOptions()
      try read.apply(to: &after, SimulateOptions.groups.flatMap(\.options))
      after = try after.resolved()
      after.settings = after.settings(for: nil)
      #expect(after.settings == before.settings, "\(given)")
      #expect(after.positioning == before.positioning)
      #expect(!before.isPositioned || after.drawSeed == before.drawSeed)
    }
  }

  @Test(arguments: others.keys.filter { !["repeat", "gate"].contains($0) }.sorted())
  func `a state refuses another value of each setting`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let state = folder.url.appendingPathComponent("state").path
    let option = try #require(SimulateOptions.settings.first { $0.parameter.name == name })
    let isAndroid = try option.setting?.value(simulation([:], .clMonitor)) == nil
    let base =
      [
        "simulate", "tracks/every-event-reselects/track.gpx", "--regions",
        "tracks/every-event-reselects/regions.json", "--state", state,
      ] + (isAndroid ? ["--api", "geofencingclient"] : [])
    let first = try ToolRun(base)
    #expect(first.status == 0, "\(first.errors)")
    let value = try #require(Self.others[name])
    let second = try ToolRun(base + ["--\(name)"] + (value.isEmpty ? [] : [value]))
    #expect(second.status == 65)
    #expect(
      second.errors.contains("the state was made with another --\(name)\n"), "\(second.errors)")
  }

  @Test func `what an audit found best has the numbers that it was made with`() throws {
    let folder = try TemporaryFolder()
    let best = folder.url.appendingPathComponent("best.json").path
    let names = [
      "sentinel-radius", "significant-distance", "significant-interval", "ignore-accuracy",
      "max-radius", "platform", "positioning", "seed",
    ]
    let given = try names.flatMap { name in
      let value = try #require(Self.others[name])
      return ["--\(name)"] + (value.isEmpty ? [] : [value])
    }
    let audit = try ToolRun(
      [
        "audit", "tracks/every-event-reselects/track.gpx", "--regions",
        "tracks/every-event-reselects/regions.json", "--trials", "1", "--best", best,
      ] + given)
    #expect(audit.status == 0, "\(audit.errors)")
    let written = try String(contentsOfFile: best, encoding: .utf8)
    for name in names { #expect(written.contains("\"\(name)\"")) }
  }

  @Test func `a rule that a model draws is not written as one that is given`() throws {
    let folder = try TemporaryFolder()
    let best = folder.url.appendingPathComponent("best.json").path
    func written(_ options: String...) throws -> Set<String> {
      let audit = try ToolRun(
        [
          "audit", "tracks/every-event-reselects/track.gpx", "--regions",
          "tracks/every-event-reselects/regions.json", "--best", best,
        ] + options)
      #expect(audit.status == 0, "\(audit.errors)")
      let object = try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: best)))
      return try Set(#require(object as? [String: Any]).keys)
        .intersection(["dwell", "dwell-out", "cushion", "cushion-in", "positioning"])
    }
    #expect(try written() == ["dwell", "cushion", "cushion-in"])
    #expect(try written("--positioning", "phone") == ["positioning"])
    #expect(
      try written("--positioning", "phone", "--dwell", "10", "--cushion", "50/80")
        == ["dwell", "cushion", "positioning"])
  }
}
