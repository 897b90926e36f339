import Foundation
import Testing

#if os(Linux)
  /// The page that lists every declaration of EventKit says what the module has.
  struct DeclarationTests {
    private struct Graph: Decodable {
      var symbols: [Symbol]
      var relationships: [Relationship]

      struct Symbol: Decodable {
        var identifier: Identifier
        var pathComponents: [String]
      }

      struct Identifier: Decodable { var precise: String }

      struct Relationship: Decodable {
        var kind, source, target: String
        var targetFallback: String?
      }
    }

    /// The members that every object, error or value has.
    private static let unlisted: Set = [
      "copy(with:)", "isEqual(_:)", "hash", "description", "==(_:_:)", "~=(_:_:)", "hash(into:)",
      "errorCode", "errorDomain", "errorUserInfo", "rawValue", "init(rawValue:)",
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
        "swift-symbolgraph-extract", "-module-name", "SimulatedEventKit", "-target", target,
        "-I", build.appendingPathComponent("Modules").path, "-Xcc",
        "-fmodule-map-file=\(build.path)/SimulatedCoreLocationStartup.build/module.modulemap",
        "-minimum-access-level", "public", "-output-dir", output.path,
      ]
      try process.run()
      process.waitUntilExit()
      let data = try Data(
        contentsOf: output.appendingPathComponent("SimulatedEventKit.symbols.json"))
      return try JSONDecoder().decode(Graph.self, from: data)
    }

    /// The page's word for each declaration.
    private static func page() throws -> [String: String] {
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent(
          "../../Sources/SimulatedEventKit/SimulatedEventKit.docc/Declarations.md")
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
      let names = try Self.graph().symbols.filter { symbol in
        symbol.pathComponents[0].hasPrefix("EK")
          && !symbol.identifier.precise.contains("::SYNTHESIZED::")
          && !Self.unlisted.contains(symbol.pathComponents.last ?? "")
      }.map { $0.pathComponents.joined(separator: ".") }
      let page = try Self.page()
      #expect(Set(page.values) == ["simulated", "says so", "missing"])
      #expect(names.count > 300)
      let listed = page.filter { $0.value != "missing" }.keys
      #expect(Set(names).symmetricDifference(listed) == [])
    }

    @Test func `no object of the store promises to be Sendable, as Apple's do not`() throws {
      let graph = try Self.graph()
      let names = Dictionary(
        graph.symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) },
        uniquingKeysWith: { $1 })
      let promising = graph.relationships.filter { relationship in
        relationship.kind == "conformsTo"
          && (relationship.targetFallback ?? relationship.target) == "Swift.Sendable"
      }.compactMap { names[$0.source] }
      for name in ["EKEventStore", "EKReminder", "EKAlarm", "EKCalendar", "EKStructuredLocation"] {
        #expect(!promising.contains(name), "\(name)")
      }
      #expect(promising.contains("EKAlarmProximity"))
      #expect(promising.contains("EKAuthorizationStatus"))
    }
  }
#endif
