import Foundation
import TestSupport

/// A finished run of the built tool.
struct ToolRun {
  let status: Int32
  let output: String
  /// All of standard error, but for the note about times that count from a beginning of their own, as the
  /// short ones of many tests do.
  let errors: String

  /// Runs `geofence` with `arguments`, in the package's folder unless another is given.
  ///
  /// - Parameter isRead: `false` for a pipe as standard output whose reader has closed it.
  init(
    _ arguments: [String], input: Data? = nil, environment: [String: String] = [:],
    in directory: URL = package, isRead: Bool = true
  ) throws {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files are used instead of pipes, which can fill up and wait for a reader.
    let folder = try TemporaryFolder()
    let files = try ["in", "out", "err"].map { name in
      let url = folder.url.appendingPathComponent(name)
      try (name == "in" ? input ?? Data() : Data()).write(to: url)
      return url
    }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    if !isRead {
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      process.standardOutput = pipe
    }
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
    let errors = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
    self.errors = errors.replacing(
      /[^\n]*: note: times are seconds from a beginning [^\n]*\nhelp: [^\n]*\n/, with: "")
  }

  init(_ arguments: String...) throws {
    try self.init(arguments)
  }

  /// The built tool, which lies beside the tests.
  static let executable = BuildFolder.containing().appendingPathComponent("geofence")

  /// The folder that contains Package.swift.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// A temporary folder that is deleted with the last reference to it.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("geofence-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Writes `text` into a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    let file = url.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
