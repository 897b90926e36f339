import Foundation
import GeofenceBytes
import TestSupport
import Testing

@testable import GeofenceReport

/// All that a page holds of one small drive. `make record` writes it anew, and fails.
struct ReportGoldenTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("drive.json")

  @Test func `the data of a small drive is the recorded one`() throws {
    let text = JSONText.pretty(ReportDocument(try Drive.report())) + "\n"
    if ProcessInfo.processInfo.environment["GEOFENCE_RECORD"] != nil {
      try Data(text.utf8).write(to: Self.file)
    }
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == text)
  }
}
