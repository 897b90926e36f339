import Foundation
import Testing

/// `geofence playground`.
@Suite struct `A playground` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `is one file that needs no other and no network`() throws {
    let run = try ToolRun(["playground", "-o", "page.html"], in: folder.url)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let page = try String(
      contentsOf: folder.url.appendingPathComponent("page.html"), encoding: .utf8)
    #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
    #expect(page.contains("Content-Security-Policy\" content=\"default-src 'none';"))
    #expect(try ToolRun(["playground", "-o", "-"], in: folder.url).output == page)
  }

  @Test(
    arguments: [
      ([], "Missing expected argument '--output <file>'"),
      (
        ["track.gpx", "-o", "page.html"],
        "Unexpected argument 'track.gpx': a playground reads files itself"
      ),
    ] as [([String], String)])
  func `needs a name for its page and takes no files`(arguments: [String], error: String) throws {
    let run = try ToolRun(["playground"] + arguments, in: folder.url)
    #expect(run.status == 64)
    #expect(run.errors.contains(error), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}
