import EmbeddedFiles
import Foundation
import Testing

/// An engine that the tool carries for its pages, run without a browser.
struct PackedEngine {
  static let ofReports = PackedEngine(engine_wasm_gz())
  static let ofPlaygrounds = PackedEngine(playground_wasm_gz())
  static let all = [ofReports, ofPlaygrounds]

  let bytes: Data

  private init(_ file: embedded_file) {
    bytes = Data(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }

  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The command that runs WebAssembly, which toolchains from swift.org have beside their compiler.
  static let runner: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/wasmkit" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }()

  /// The hash of the sources that it was built from.
  var sources: String {
    // Ten bytes of header, then the name, which a zero ends.
    String(decoding: bytes.dropFirst(10).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Returns the answers to some messages, or those of a playground to files.
  func answers(to messages: [[Double]], areFiles: Bool = false) throws -> [Substring] {
    let input = messages.flatMap { [Double(areFiles ? -$0.count : $0.count)] + $0 }
    let module = FileManager.default.temporaryDirectory
      .appendingPathComponent("engine-\(UUID().uuidString).wasm")
    let packed = module.appendingPathExtension("gz")
    defer { try? FileManager.default.removeItem(at: module) }
    try bytes.write(to: packed)
    _ = try Self.run("/usr/bin/env", ["gzip", "-d", packed.path])
    let output = try Self.run(
      #require(Self.runner), ["run", module.path], input: input.withUnsafeBytes { Data($0) })
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }

  static func run(_ command: String, _ arguments: [String], input: Data = Data()) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command)
    process.arguments = arguments
    process.currentDirectoryURL = package
    let given = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try input.write(to: given)
    defer { try? FileManager.default.removeItem(at: given) }
    let output = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: given)
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return bytes
  }
}
