import Foundation
import SimulatedCoreLocation
import Testing

#if os(Linux)
  /// The page that lists every declaration of Core Location says what the module has.
  struct DeclarationTests {
    private struct Graph: Decodable {
      var symbols: [Symbol]
      var relationships: [Relationship]

      struct Symbol: Decodable {
        var identifier: Identifier
        var pathComponents: [String]
        var name: String { pathComponents.joined(separator: ".") }
      }

      struct Identifier: Decodable { var precise: String }

      struct Relationship: Decodable {
        var kind, source, target: String
        var targetFallback: String?
      }
    }

    /// What every object, error or value has, and what is only here, for tests and for `delegate?.` calls.
    private static let unlisted: Set = [
      "copy(with:)", "encode(with:)", "init(coder:)", "isEqual(_:)", "hash", "description",
      "supportsSecureCoding", "==(_:_:)", "~=(_:_:)", "hash(into:)", "init(from:)", "encode(to:)",
      "errorCode", "errorDomain", "errorUserInfo", "withSerialExecutor(_:)",
      "CLAuthorizationStatus.always", "CLAuthorizationStatus.whenInUse",
      "CLLocationManagerDelegate.locationManager",
      "CLLocationManagerDelegate.locationManagerDidChangeAuthorization",
      "CLLocationManagerDelegate.locationManagerDidPauseLocationUpdates",
      "CLLocationManagerDelegate.locationManagerDidResumeLocationUpdates",
      "CLLocationManagerDelegate.locationManagerShouldDisplayHeadingCalibration",
    ]

    /// The public symbols of the module that these tests are linked with.
    private static func graph() throws -> Graph {
      let build = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent()
      let output = FileManager.default.temporaryDirectory
        .appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: output) }
      #if arch(arm64)
        let target = "aarch64-unknown-linux-gnu"
      #else
        let target = "x86_64-unknown-linux-gnu"
      #endif
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "swift-symbolgraph-extract", "-module-name", "SimulatedCoreLocation", "-target", target,
        "-I", build.appendingPathComponent("Modules").path, "-Xcc",
        "-fmodule-map-file=\(build.path)/SimulatedCoreLocationStartup.build/module.modulemap",
        "-minimum-access-level", "public", "-output-dir", output.path,
      ]
      try process.run()
      process.waitUntilExit()
      let data = try Data(
        contentsOf: output.appendingPathComponent("SimulatedCoreLocation.symbols.json"))
      return try JSONDecoder().decode(Graph.self, from: data)
    }

    /// What the page says of each declaration.
    private static func page() throws -> [String: String] {
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent(
          "../../Sources/SimulatedCoreLocation/SimulatedCoreLocation.docc/Declarations.md")
      var states: [String: String] = [:]
      for row in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 2, cells[0].hasPrefix("`") else { continue }
        let name = cells[0].trimmingCharacters(in: ["`"])
        #expect(states.updateValue(cells[1], forKey: name) == nil, "\(name) is listed twice")
      }
      return states
    }

    @Test func `the page lists what the module has, and misses what it does not have`() throws {
      let symbols = try Self.graph().symbols.filter {
        ($0.name.hasPrefix("CL") || $0.name.hasPrefix("kCL"))
          && !$0.identifier.precise.contains("::SYNTHESIZED::")
          && !Self.unlisted.contains($0.name)
          && !Self.unlisted.contains($0.pathComponents.last ?? "")
      }
      let page = try Self.page()
      #expect(Set(page.values) == ["simulated", "says so", "missing"])
      #expect(symbols.count > 300)
      #expect(
        Set(symbols.map(\.name)).symmetricDifference(
          page.filter { $0.value != "missing" }.keys) == [])
    }

    @Test func `managers, regions, visits and events promise no more than Apple's`() throws {
      let graph = try Self.graph()
      let names = Dictionary(
        graph.symbols.map { ($0.identifier.precise, $0.name) }, uniquingKeysWith: { $1 })
      var promises: [String: Set<String>] = [:]
      for relationship in graph.relationships where relationship.kind == "conformsTo" {
        guard let name = names[relationship.source] else { continue }
        promises[name, default: []].insert(
          relationship.targetFallback ?? relationship.target)
      }
      for name in ["CLLocationManager", "CLRegion", "CLCircularRegion", "CLVisit"] {
        #expect(promises[name]?.contains("Swift.Sendable") != true, "\(name)")
      }
      #expect(promises["CLLocation"]?.contains("Swift.Sendable") == true)
      #expect(promises["CLMonitor.Event"]?.contains("Swift.Sendable") == true)
      #expect(promises["CLMonitor.Event"]?.contains("Swift.Hashable") == false)
      #expect(promises["CLMonitor.Event"]?.contains("Swift.Equatable") == false)
    }
  }
#endif
