import Foundation
import Testing

/// A real browser without a window.
///
/// It is looked for in the usual places. In a container, where the tests run as root, it is
/// installed from Debian's registry when it is missing; elsewhere nothing is installed.
enum Chromium {
  static let executable: String? = installed ?? install()

  static let missing: Comment =
    "no Chromium or Chrome was found, and it could not be installed with 'apt-get install chromium'"

  private static var installed: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    let places =
      folders.flatMap { folder in names.map { "\(folder)/\($0)" } } + [
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
      ]
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static func install() -> String? {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/apt-get"),
      NSUserName() == "root"
    else { return nil }
    let options =
      "-y -qq --no-install-recommends -o Acquire::Retries=0 -o Acquire::http::Timeout=10"
    let command = "DEBIAN_FRONTEND=noninteractive timeout 120 apt-get \(options) install chromium"
    _ = try? run("/bin/sh", ["-c", "\(command) || (timeout 60 apt-get -qq update && \(command))"])
    return installed
  }

  /// Opens a page and gives its document, as HTML, when it is loaded and its scripts have run.
  static func document(of page: URL, width: Int) throws -> String {
    let profile = page.deletingLastPathComponent().appendingPathComponent("profile")
    return try run(
      executable ?? "",
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--hide-scrollbars", "--no-first-run", "--user-data-dir=\(profile.path)",
        "--window-size=\(width),1100", "--dump-dom",
        page.absoluteString,
      ])
  }

  private static func run(_ executable: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: printed, as: UTF8.self)
  }
}
