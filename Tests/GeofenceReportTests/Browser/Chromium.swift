import Foundation
import Synchronization
import Testing

/// A real browser without a window.
///
/// It is looked for in the usual places. In a container, where the tests run as root, it is
/// installed from Debian's registry when it is missing; elsewhere nothing is installed.
enum Chromium {
  static let executable: String? = Firefox.executable ?? installed ?? install()

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

  /// The one browser of all tests: it takes longer to start than to show a page.
  private static let tab = Mutex<BrowserTab?>(nil)

  /// Opens a page, and returns the text of one of its elements; see `BrowserTab`.
  static func text(of id: String, on page: URL, width: Int, height: Int) throws -> String? {
    if let firefox = Firefox.executable {
      return try Firefox.text(of: id, on: page, width: width, height: height, by: firefox)
    }
    return try tab.withLock { tab in
      if tab == nil { tab = try BrowserTab(of: #require(executable)) }
      do {
        return try tab?.text(of: id, on: page, width: width, height: height)
      } catch {
        tab = nil
        throw error
      }
    }
  }

  private static func run(_ executable: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }
}
