import Foundation
import Testing

@testable import GeofenceReport

extension BrowserTests {
  /// The outcome of a script on a page.
  private struct Findings: Decodable {
    var failures: [String]
    var fetched: [String]
    var found: [String]
  }

  private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Scripts")

  private func script(_ name: String) throws -> String {
    try String(
      contentsOf: Self.scripts.appendingPathComponent("\(name).js"), encoding: .utf8)
  }

  /// Opens the page of `report`, runs the script `name` of the folder `Scripts` on it, and gives
  /// the strings that the script pushed to `found`.
  ///
  /// Frames come when the script calls `frame(milliseconds)`, so that no clock decides anything.
  /// The script reads `value` as `given`.
  func find(
    _ report: Report, width: Int = 1400, given value: some Encodable = [String](), by name: String
  ) throws -> [String] {
    try find(report, width: width, given: value, script(name))
  }

  /// Runs a script that is given as text; see the other `find`.
  func find(
    _ report: Report, width: Int = 1400, height: Int = 1000,
    given value: some Encodable = [String](), _ script: String
  ) throws -> [String] {
    try find(on: report.html, width: width, height: height, given: value, script)
  }

  /// Opens another page; see the other `find`.
  func find(
    on html: String, width: Int = 1400, height: Int = 1000,
    given value: some Encodable = [String](), _ script: String
  ) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("geofence-page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = "<script>\n\(try self.script("_before"))</script>\n"
    let given = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    let after = """
      <script>
      \(try self.script("_hands"))
      const given = \(given);
      examine(\(script.contains("await ") ? "async " : "")() => {
      \(script)
      });
      </script>
      """
    let page = folder.appendingPathComponent("report.html")
    let html = html.replacing("<title>", with: "\(before)<title>", maxReplacements: 1)
    try Data((html + after).utf8).write(to: page)
    let encoded = try #require(
      try Chromium.text(of: "findings", on: page, width: width, height: height),
      "the script did not finish")
    let findings = try JSONDecoder().decode(Findings.self, from: Data(encoded.utf8))
    #expect(findings.failures == [])
    #expect(findings.fetched == [])
    return findings.found
  }
}
