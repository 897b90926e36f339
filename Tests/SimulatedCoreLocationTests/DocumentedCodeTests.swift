import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// What the documentation gives to be copied is taken by the compiler and by the package manager.
  struct DocumentedCodeTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources")

    /// The first Swift block of a page, or the first after a heading.
    private func block(
      of page: String, in room: String = "SimulatedCoreLocation", after heading: String = "# "
    ) throws -> String {
      let path = Self.sources.appendingPathComponent("\(room)/\(room).docc/\(page).md")
      let parts = try String(contentsOf: path, encoding: .utf8).components(separatedBy: heading)
      let blocks = try #require(parts.dropFirst().joined(separator: heading) as String?).components(
        separatedBy: "```swift\n")
      return try #require(blocks.dropFirst().first?.components(separatedBy: "```").first)
    }

    /// Writes `text` to a file of a new folder and runs a command there.
    private func run(_ command: [String], on text: String, named name: String) throws -> (
      status: Int32, output: String
    ) {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try text.write(
        to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.currentDirectoryURL = folder
      // The package manager leaves a temporary folder behind.
      process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) {
        $1
      }
      let pipe = Pipe()
      (process.standardOutput, process.standardError) = (pipe, pipe)
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// The code of an app that formats lengths.
    private static let lengths = """
      let metres = Measurement(value: 12, unit: UnitLength.meters)
      let texts = [
        metres.formatted(.measurement(width: .abbreviated, usage: .asProvided)),
        metres.converted(to: UnitLength(forLocale: .current, usage: .road)).formatted(
          .measurement(
            width: .narrow, usage: .asProvided,
            numberFormatStyle: .number.precision(.fractionLength(1)))),
        metres.formatted(.measurement(width: .wide)),
      ]
      """

    @Test(arguments: ["5", "6"])
    func `the shims for other imports compile`(_ mode: String) throws {
      let shims = try block(of: "OtherImports", after: "## Shims that compile")
      let result = try run(
        ["swiftc", "-typecheck", "-swift-version", mode, "Shims.swift"], on: shims + Self.lengths,
        named: "Shims.swift")
      #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
    }

    /// The app that the examples test.
    private static let app = """
      import SimulatedCoreLocation

      public actor ParksApp {
        public private(set) var heard: [String] = []
        public init() {}
        public func run() async {}
      }
      """

    /// A class that is not Sendable, as most services are.
    private static let service = """
      public final class Fences: NSObject, CLLocationManagerDelegate {
        private let manager = CLLocationManager()
        public private(set) var heard: [String] = []
        public func start() { manager.delegate = self }
      }
      """

    @Test(arguments: [
      ("SwiftTesting", "# ", ["6"]), ("SwiftTesting", "## A class that is not Sendable\n", ["6"]),
      ("XCTest", "# ", ["5", "6"]),
    ])
    func `an example of a page compiles`(_ page: String, _ heading: String, _ modes: [String])
      throws
    {
      // The example is a test of another module; here it is typechecked in one with the app.
      let example = try block(of: page, after: heading).replacing("import Places\n", with: "")
      let build = BuildFolder.containing()
      let cModules = ["ByteMasks", "EmbeddedFiles", "SimulatedCoreLocationStartup"]
      let maps = cModules.flatMap { module in
        ["-Xcc", "-fmodule-map-file=\(build.path)/\(module).build/module.modulemap"]
      }
      for mode in modes {
        let result = try run(
          [
            "swiftc", "-typecheck", "-swift-version", mode, "-parse-as-library", "-I",
            build.appendingPathComponent("Modules").path,
          ] + maps + ["Example.swift"],
          on: [Self.app, Self.service, example].joined(separator: "\n"),
          named: "Example.swift")
        #expect(result.status == 0 && result.output.isEmpty, "\(page) \(mode): \(result.output)")
      }
    }

    @Test func `the manifest beside an Xcode project names files where they are`() throws {
      let result = try run(
        ["swift", "package", "dump-package"], on: try block(of: "XcodeProject"),
        named: "Package.swift")
      #expect(result.status == 0, "\(result.output)")
      #expect(result.output.contains("Fences.swift"))
    }

    @Test func `the manifest links the library on Linux alone`() throws {
      let manifest = try block(of: "TestYourApp", after: "## Link the library")
      let result = try run(
        ["swift", "package", "dump-package"], on: manifest, named: "Package.swift")
      #expect(result.status == 0, "\(result.output)")
      let conditions = result.output.components(separatedBy: "\"platformNames\"").count - 1
      #expect(conditions == 2)
      #expect(result.output.components(separatedBy: "\"linux\"").count - 1 == conditions)
    }
  }
#endif
