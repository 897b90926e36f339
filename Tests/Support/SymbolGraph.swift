#if os(Linux)
  import Foundation
  internal import Testing

  /// The public symbols of a module that the tests are linked with, and its page of declarations.
  package struct SymbolGraph: Decodable {
    package var symbols: [Symbol]
    package var relationships: [Relationship]

    package struct Symbol: Decodable {
      package struct Identifier: Decodable { package var precise: String }

      package var identifier: Identifier
      package var pathComponents: [String]
      package var name: String { pathComponents.joined(separator: ".") }
      package var isSynthesized: Bool { identifier.precise.contains("::SYNTHESIZED::") }
    }

    package struct Relationship: Decodable {
      package var kind, source, target: String
      package var targetFallback: String?
    }

    /// Returns the public symbols of a module.
    package static func of(_ module: String) throws -> SymbolGraph {
      let build = BuildFolder.containing()
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
        "swift-symbolgraph-extract", "-module-name", module, "-target", target,
        "-I", build.appendingPathComponent("Modules").path, "-minimum-access-level", "public",
        "-output-dir", output.path,
      ]
      process.arguments? += try maps(in: build).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
      try process.run()
      process.waitUntilExit()
      let data = try Data(contentsOf: output.appendingPathComponent("\(module).symbols.json"))
      return try JSONDecoder().decode(SymbolGraph.self, from: data)
    }

    /// Returns the paths of the module maps of the C targets in a build's folder.
    private static func maps(in build: URL) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: build.path)
        .filter { $0.hasSuffix(".build") }
        .map { "\(build.path)/\($0)/module.modulemap" }
        .filter { FileManager.default.fileExists(atPath: $0) }
    }

    /// Returns the words of a module's page of declarations, by the names of the declarations.
    package static func page(of module: String) throws -> [String: String] {
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/\(module)/\(module).docc/Declarations.md")
      var words: [String: String] = [:]
      for row in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 2, cells[0].hasPrefix("`") else { continue }
        let name = cells[0].trimmingCharacters(in: ["`"])
        #expect(words.updateValue(cells[1], forKey: name) == nil, "\(name) is listed twice")
      }
      return words
    }

    /// The protocols that each type conforms to, by the name of the type.
    package var conformances: [String: Set<String>] {
      let names = Dictionary(
        symbols.map { ($0.identifier.precise, $0.name) }, uniquingKeysWith: { $1 })
      var conformances: [String: Set<String>] = [:]
      for relationship in relationships where relationship.kind == "conformsTo" {
        guard let name = names[relationship.source] else { continue }
        conformances[name, default: []].insert(relationship.targetFallback ?? relationship.target)
      }
      return conformances
    }
  }
#endif
