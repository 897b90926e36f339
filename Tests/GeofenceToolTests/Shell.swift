import Foundation

/// A finished script that bash ran, with the built tool as `geofence`.
struct Shell {
  let status: Int32
  let output: String
  let errors: String

  /// Runs a script.
  ///
  /// - Parameters: - directory: the folder that it runs in. - path: the folders that are searched
  ///   for commands before the tool's.
  init(
    _ script: String, in directory: URL, path: [String] = [], environment: [String: String] = [:]
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["bash", "-e", "-o", "pipefail", "-c", script]
    process.currentDirectoryURL = directory
    let tools = ToolRun.executable.deletingLastPathComponent().path
    let inherited = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = environment.merging(
      ["PATH": (path + [tools, inherited]).joined(separator: ":"), "HOME": directory.path],
      uniquingKeysWith: { $1 })
    let folder = try TemporaryFolder()
    let files = try ["out", "err"].map { name in
      URL(fileURLWithPath: try folder.file(name, ""))
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = String(decoding: try Data(contentsOf: files[0]), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
  }
}
